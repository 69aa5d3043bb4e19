import { type Check, check, everyExchange } from '../support/check.ts'
import { type Evidence, Undetermined } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { integerOf } from '../support/quota.ts'
import {
  dataOf,
  errorCode,
  isObject,
  type Json,
  outcomeOf,
  refused,
  succeeded,
} from '../support/reading.ts'
import { isStated, phrase } from '../support/schema.ts'
import { isAuthenticationError, verification } from '../support/verification.ts'

const VERIFICATION = '#/components/schemas/TokenVerification/properties'
const RATE_LIMIT = '#/components/schemas/RateLimit/properties'

const MEMBERS: [fact: string, member: string, kind: string][] = [
  ['4.32', 'key_id', 'a string'],
  ['4.33', 'account_id', 'a string'],
  ['4.34', 'permissions', 'an array of strings'],
]

/** GET /auth/verify, the one payload that is stated whole. */
export const verify: Check[] = [
  check(['4.30', '4.31'], 'verifies a token that works', (judge, evidence) => {
    for (const step of ['verify', 'verify:again']) {
      judge.part(() => {
        const exchange = evidence.get(step)
        for (const fact of ['4.30', '4.31']) {
          judge.expect(fact, succeeded(exchange), {
            expected: 'success, because the token works',
            actual: outcomeOf(exchange),
            exchange,
          })
        }
      })
    }
  }),
  everyExchange(
    MEMBERS.map(([fact]) => fact),
    'shows whose key it is and what it may do',
    (judge, exchange) => {
      if (!verification(exchange)) return
      const data = dataOf(exchange)
      for (const [fact, member, kind] of MEMBERS) {
        const value = isObject(data) ? data[member] : undefined
        judge.expect(fact, isStated(`${VERIFICATION}/${member}`, value), {
          expected: `${member} as ${kind}`,
          actual: phrase(value),
          exchange,
        })
      }
    },
  ),
  everyExchange(
    ['4.36', '4.37', '4.38'],
    'shows the rate limit of the key as two integers',
    (judge, exchange) => {
      if (!verification(exchange)) return
      const data = dataOf(exchange)
      const rateLimit = isObject(data) ? data.rate_limit : undefined
      judge.expect('4.36', isObject(rateLimit), {
        expected: 'rate_limit as an object',
        actual: phrase(rateLimit),
        exchange,
      })
      if (!isObject(rateLimit)) return
      for (const [fact, member] of [
        ['4.37', 'limit'],
        ['4.38', 'remaining'],
      ] as const) {
        const value = rateLimit[member]
        judge.expect(fact, isStated(`${RATE_LIMIT}/${member}`, value), {
          expected: `rate_limit.${member} as an integer`,
          actual: phrase(value),
          exchange,
        })
        if (!isStated(`${RATE_LIMIT}/${member}`, value)) continue
        judge.expect(fact, (value as number) >= 0 && (value as number) <= Number(rateLimit.limit), {
          expected: `rate_limit.${member} between 0 and the limit`,
          actual: `${value} of ${rateLimit.limit}`,
          exchange,
        })
      }
      judgeAgreement(judge, exchange, rateLimit)
    },
  ),
  check(
    ['4.39'],
    'answers a token that does not work with an authentication error',
    (judge, evidence) => {
      for (const credential of ['anonymous', 'misspelled', 'revoked']) {
        judge.part(() => judgeRefusal(judge, evidence, `${credential}:verifyToken`))
      }
    },
  ),
]

/** Requests may be counted between the body and the headers, and by others meanwhile. */
const TOLERANCE = 2

/** Of one window the body and the headers cannot tell two counts. */
function judgeAgreement(
  judge: Parameters<Check['judge']>[0],
  exchange: Exchange,
  { limit, remaining }: Json,
): void {
  const headers = exchange.response?.headers ?? {}
  const left = integerOf(headers['x-ratelimit-remaining'])
  if (left === null || integerOf(headers['x-ratelimit-limit']) !== limit) return
  if (typeof remaining !== 'number') return
  judge.expect('4.38', Math.abs(remaining - left) <= TOLERANCE, {
    expected: `rate_limit.remaining as in X-RateLimit-Remaining, ${left}`,
    actual: String(remaining),
    exchange,
  })
}

function judgeRefusal(judge: Parameters<Check['judge']>[0], evidence: Evidence, step: string) {
  const exchange = evidence.get(step)
  if (errorCode(exchange) === 'rate_limit_exceeded') {
    throw new Undetermined('requests without a valid key are over their limit')
  }
  judge.expect('4.39', refused(exchange) && isAuthenticationError(exchange), {
    expected: 'an authentication error',
    actual: outcomeOf(exchange),
    exchange,
  })
}
