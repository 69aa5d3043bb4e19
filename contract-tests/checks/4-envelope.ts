import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  bodyOf,
  hasNoBody,
  isObject,
  type Json,
  optional,
  refused,
  succeeded,
} from '../http/reading.ts'
import { isoTime } from '../specification/iso-8601.ts'
import { phrase } from '../specification/schema.ts'
import { type Check, check, everyExchange, type Judge } from './check.ts'

const SUCCESS = '#/components/schemas/Success/properties'
const META = '#/components/schemas/Meta/properties'

export const envelope: Check[] = [
  check(['4.11'], 'returns the time of UTC in meta.timestamp', (judge, evidence) => {
    const timed = evidence.exchanges
      .filter(succeeded)
      .filter((exchange) => isObject(bodyOf(exchange)?.meta) && !isCsv(exchange))
    const [first, ...others] = timed.map(quartersAhead)
    const exchange = timed[0]
    const { timestamp } = (exchange && (bodyOf(exchange)?.meta as Json)) ?? {}
    // All of them by the same hours: a timestamp may be of something else than the response.
    if (!exchange || !first || timed.length < FEWEST_TIMES) return
    if (others.some((each) => each !== first)) return
    judge.fails('4.11', {
      expected: `meta.timestamp in UTC, as the header Date (${exchange.response?.headers.date}) says`,
      actual: `${phrase(timestamp)}, ${Math.abs(first) / 4} hours ${first > 0 ? 'ahead' : 'behind'}`,
      exchange,
    })
  }),
  everyExchange(['4.4'], 'returns JSON', (judge, exchange) => {
    const { response, broken } = exchange
    if (broken?.kind === 'truncated') {
      judge.fails('4.4', { expected: 'a complete response', actual: broken.message, exchange })
    }
    if (broken?.kind === 'undecodable') {
      judge.fails('4.4', { expected: 'a body to read', actual: broken.message, exchange })
    }
    if (!response || isCsv(exchange) || hasNoBody(exchange)) return
    const type = response.headers['content-type']
    judge.expect('4.4', response.json !== undefined && response.isUtf8, {
      expected: 'a JSON body',
      actual: response.text === '' ? 'no body' : phrase(response.text),
      exchange,
    })
    // A content type is not required, but it must not be another one.
    judge.expect('4.4', type === undefined || /[/+]json\b/i.test(type), {
      expected: 'a JSON content type',
      actual: `the content type ${type}`,
      exchange,
    })
  }),
  everyExchange(['4.6'], 'sets success to true in a success', (judge, exchange) => {
    if (!succeeded(exchange) || isCsv(exchange) || hasNoBody(exchange)) return
    const value = bodyOf(exchange)?.success
    judge.isStated('4.6', `${SUCCESS}/success`, value, 'success as the boolean true', exchange)
  }),
  everyExchange(['4.7'], 'returns data as an object or an array', (judge, exchange) => {
    if (!succeeded(exchange) || isCsv(exchange) || hasNoBody(exchange)) return
    const value = bodyOf(exchange)?.data
    judge.isStated('4.7', `${SUCCESS}/data`, value, 'data as an object or an array', exchange)
  }),
  everyExchange(['4.8'], 'returns message as a string', (judge, exchange) => {
    const value = succeeded(exchange) ? optional(bodyOf(exchange)?.message) : undefined
    if (value === undefined) return
    judge.isStated('4.8', `${SUCCESS}/message`, value, 'message as a string', exchange)
  }),
  everyExchange(
    ['4.9', '4.10', '4.11', '4.12', '9.1'],
    'returns a timestamp and a version in meta',
    (judge, exchange) => {
      const meta = optional(bodyOf(exchange)?.meta)
      if (meta === undefined) return
      if (refused(exchange)) return judgeMetaOfFailure(judge, meta, exchange)
      judge.expectValue('4.9', meta, isObject(meta), 'meta as an object', exchange)
      if (!isObject(meta)) return
      judgeTimestamp(judge, meta.timestamp, exchange)
      for (const fact of ['4.12', '9.1']) {
        judge.isStated(fact, `${META}/version`, meta.version, 'meta.version as a string', exchange)
      }
    },
  ),
]

/**
 * §7 shows no meta in a failure, so a member of that name may be of another kind. With a timestamp or a version it is
 * the meta object that §4 describes, and §9 has a version in it.
 */
function judgeMetaOfFailure(judge: Judge, meta: unknown, exchange: Exchange): void {
  const version = isObject(meta) ? meta.version : undefined
  const isEmpty = Array.isArray(meta) && meta.length === 0
  const isOther = isObject(meta) && !('timestamp' in meta || 'version' in meta)
  if (isEmpty || isOther) return
  judge.isStated('9.1', `${META}/version`, version, 'meta.version as a string', exchange)
  if (isObject(meta) && 'timestamp' in meta) judgeTimestamp(judge, meta.timestamp, exchange)
}

function judgeTimestamp(judge: Judge, timestamp: unknown, exchange: Exchange): void {
  const time = isoTime(timestamp)
  const form = 'meta.timestamp in ISO 8601 format'
  judge.expectValue('4.10', timestamp, time !== undefined, form, exchange)
  const isUtc = /^(z|[+-]00(:?00)?)?$/i.test(time?.zone ?? '')
  if (time) judge.expectValue('4.11', timestamp, isUtc, 'meta.timestamp in UTC', exchange)
}

/** A quarter of an hour: zones differ by a multiple of it, by 14 hours at most. */
const QUARTER_MS = 900_000
const FARTHEST_ZONE = 14 * 4
/** The header Date is in whole seconds, and a busy server sends that of some moments ago. */
const CLOCK_MS = 30_000
const FEWEST_TIMES = 5

/** Set by the sandbox where the clock of an account is not that of the machine. */
const SIMULATED_CLOCK = 'x-sandbox-clock'

/** By how many quarters of an hour the timestamp is ahead of the header Date; undefined if that is no whole number. */
function quartersAhead(exchange: Exchange): number | undefined {
  const headers = exchange.response?.headers ?? {}
  const { timestamp } = (bodyOf(exchange)?.meta ?? {}) as Json
  const time = isoTime(timestamp)
  if (!time || headers[SIMULATED_CLOCK] !== undefined) return undefined
  const ahead = (time.utc - Date.parse(headers.date ?? '')) / QUARTER_MS
  const isWhole = Math.abs(ahead - Math.round(ahead)) * QUARTER_MS <= CLOCK_MS
  return isWhole && Math.abs(ahead) <= FARTHEST_ZONE ? Math.round(ahead) : undefined
}
