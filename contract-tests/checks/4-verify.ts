import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import type { JourneyStep } from '../evidence/steps.ts'
import { isAuthenticationError, verification } from '../evidence/verification.ts'
import type { Exchange } from '../http/exchange.ts'
import { integerOf } from '../http/quota.ts'
import { dataOf, errorCode, isObject, type Json, refused, succeeded } from '../http/reading.ts'
import { isStated } from '../specification/schema.ts'
import { type Check, check, everyExchange, type Judge } from './check.ts'

const VERIFICATION = '#/components/schemas/TokenVerification/properties'
const RATE_LIMIT = '#/components/schemas/RateLimit/properties'

const MEMBERS: [fact: string, member: string, kind: string][] = [
  ['4.32', 'key_id', 'a string'],
  ['4.33', 'account_id', 'a string'],
  ['4.34', 'permissions', 'an array of strings'],
]

/** GET /auth/verify, the only payload that is stated in full. */
export const verify: Check[] = [
  check(['4.30', '4.31'], 'verifies a valid token', (judge, evidence) => {
    judge.parts(['verify', 'limited:again', 'verify:again'] as const, (step) => {
      const exchange = evidence.get(step)
      for (const fact of ['4.30', '4.31']) {
        judge.success(fact, exchange, 'success, because the token is valid')
      }
    })
  }),
  check(['4.30', '4.31'], 'verifies a restricted token that works', (judge, evidence) => {
    const exchange = evidence.get('restricted:verify')
    if (!evidence.of('restricted').some(succeeded)) return
    if (errorCode(exchange) === 'rate_limit_exceeded') return
    for (const fact of ['4.30', '4.31']) {
      judge.success(fact, exchange, 'success, because the token is valid')
    }
  }),
  everyExchange(
    MEMBERS.map(([fact]) => fact),
    'returns the owner and the permissions of a key',
    (judge, exchange) => {
      if (!verification(exchange)) return
      const data = dataOf(exchange)
      for (const [fact, member, kind] of MEMBERS) {
        const value = isObject(data) ? data[member] : undefined
        judge.isStated(fact, `${VERIFICATION}/${member}`, value, `${member} as ${kind}`, exchange)
      }
    },
  ),
  everyExchange(
    ['4.36', '4.37', '4.38'],
    'returns the rate limit of the key as two integers',
    (judge, exchange) => {
      if (!verification(exchange)) return
      const data = dataOf(exchange)
      const rateLimit = isObject(data) ? data.rate_limit : undefined
      judge.expectValue('4.36', rateLimit, isObject(rateLimit), 'rate_limit as an object', exchange)
      if (!isObject(rateLimit)) return
      for (const [fact, member] of [
        ['4.37', 'limit'],
        ['4.38', 'remaining'],
      ] as const) {
        const value = rateLimit[member]
        const pointer = `${RATE_LIMIT}/${member}`
        judge.isStated(fact, pointer, value, `rate_limit.${member} as an integer`, exchange)
        if (!isStated(pointer, value)) continue
        if (rateLimit.limit === -1) continue
        judge.expect(fact, (value as number) >= 0 && (value as number) <= Number(rateLimit.limit), {
          expected: `rate_limit.${member} between 0 and the limit`,
          actual: `${value} of ${rateLimit.limit}`,
          exchange,
        })
      }
      judgeAgreement(judge, exchange, rateLimit)
    },
  ),
  check(['4.39'], 'returns an authentication error for an invalid token', (judge, evidence) => {
    judge.parts(['anonymous', 'misspelled', 'revoked'] as const, (credential) =>
      judgeRefusal(judge, evidence, `${credential}:verifyToken`),
    )
  }),
]

/** Other requests may be counted between the body and the headers. */
const TOLERANCE = 2

/** The body and the headers of a response must agree on the count of a window. */
function judgeAgreement(judge: Judge, exchange: Exchange, { limit, remaining }: Json): void {
  const headers = exchange.response?.headers ?? {}
  const left = integerOf(headers['x-ratelimit-remaining'])
  if (left === null || integerOf(headers['x-ratelimit-limit']) !== limit) return
  if (typeof remaining !== 'number') return
  judge.expect('4.38', Math.abs(remaining - left) <= TOLERANCE, {
    expected: `rate_limit.remaining equal to X-RateLimit-Remaining, ${left}`,
    actual: String(remaining),
    exchange,
  })
}

function judgeRefusal(judge: Judge, evidence: Evidence, step: JourneyStep) {
  const exchange = evidence.get(step)
  if (errorCode(exchange) === 'rate_limit_exceeded') {
    throw new Undetermined('requests without a valid key exceeded their rate limit')
  }
  judge.expect('4.39', refused(exchange) && isAuthenticationError(exchange), {
    expected: 'an authentication error',
    exchange,
  })
}
