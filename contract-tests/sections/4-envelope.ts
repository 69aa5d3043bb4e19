import { type Check, everyExchange } from '../support/check.ts'
import { isCsv } from '../support/csv.ts'
import { bodyOf, isObject, optional, succeeded } from '../support/reading.ts'
import { isStated, phrase } from '../support/schema.ts'

const SUCCESS = '#/components/schemas/Success/properties'
const META = '#/components/schemas/Meta/properties'

/** ISO 8601 in its extended or its basic form; what stands behind the seconds tells the zone. */
const ISO_8601 =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})[T ](?<hour>\d{2})(:?(?<minute>\d{2})(:?(?<second>\d{2})([.,]\d+)?)?)?(?<zone>Z|[+-]\d{2}(:?\d{2})?)?$/i

/** What holds of every response, and of every success. */
export const envelope: Check[] = [
  everyExchange(['4.4'], 'answers with JSON', (judge, exchange) => {
    const { response, broken } = exchange
    if (broken?.kind === 'truncated') {
      judge.fails('4.4', { expected: 'a whole response', actual: broken.message, exchange })
    }
    if (!response || isCsv(exchange)) return
    const type = response.headers['content-type']
    judge.expect('4.4', response.json !== undefined && response.isUtf8, {
      expected: 'a body that is JSON',
      actual: response.text === '' ? 'no body' : phrase(response.text),
      exchange,
    })
    // That the response is labelled at all is not stated; that it is not labelled as something else is.
    judge.expect('4.4', type === undefined || /[/+]json\b/i.test(type), {
      expected: 'a content type of JSON',
      actual: `the content type ${type}`,
      exchange,
    })
  }),
  everyExchange(['4.6'], 'marks a success with success, true', (judge, exchange) => {
    if (!succeeded(exchange) || isCsv(exchange)) return
    const value = bodyOf(exchange)?.success
    judge.expect('4.6', isStated(`${SUCCESS}/success`, value), {
      expected: 'success as the boolean true',
      actual: phrase(value),
      exchange,
    })
  }),
  everyExchange(['4.7'], 'gives a success data, an object or an array', (judge, exchange) => {
    if (!succeeded(exchange) || isCsv(exchange)) return
    const value = bodyOf(exchange)?.data
    judge.expect('4.7', isStated(`${SUCCESS}/data`, value), {
      expected: 'data as an object or an array',
      actual: phrase(value),
      exchange,
    })
  }),
  everyExchange(['4.8'], 'writes a message as a string', (judge, exchange) => {
    const value = succeeded(exchange) ? optional(bodyOf(exchange)?.message) : undefined
    if (value === undefined) return
    judge.expect('4.8', isStated(`${SUCCESS}/message`, value), {
      expected: 'message as a string',
      actual: phrase(value),
      exchange,
    })
  }),
  everyExchange(
    ['4.9', '4.10', '4.11', '4.12', '9.1'],
    'gives meta a timestamp and a version',
    (judge, exchange) => {
      const meta = succeeded(exchange) ? optional(bodyOf(exchange)?.meta) : undefined
      if (meta === undefined) return
      judge.expect('4.9', isObject(meta), {
        expected: 'meta as an object',
        actual: phrase(meta),
        exchange,
      })
      if (!isObject(meta)) return
      const { timestamp, version } = meta
      const zone = typeof timestamp === 'string' ? ISO_8601.exec(timestamp) : null
      judge.expect('4.10', zone !== null && isMoment(zone.groups ?? {}), {
        expected: 'meta.timestamp as a time of ISO 8601',
        actual: phrase(timestamp),
        exchange,
      })
      if (zone) {
        judge.expect('4.11', /^(z|[+-]00(:?00)?)?$/i.test(zone.groups?.zone ?? ''), {
          expected: 'meta.timestamp in UTC',
          actual: phrase(timestamp),
          exchange,
        })
      }
      for (const fact of ['4.12', '9.1']) {
        judge.expect(fact, isStated(`${META}/version`, version), {
          expected: 'meta.version as a string',
          actual: phrase(version),
          exchange,
        })
      }
    },
  ),
]

/** Whether the numbers of a time are a day and an hour that exist. */
function isMoment(parts: Record<string, string | undefined>): boolean {
  const { year, month, day, hour, minute = '00', second = '00' } = parts
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  // 24:00 ends a day, and 60 is a leap second.
  return isDay && Number(hour) <= 24 && Number(minute) <= 59 && Number(second) <= 60
}
