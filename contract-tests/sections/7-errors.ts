import { MALFORMED, REQUIRED, WRONG_TYPES } from '../journey/refusals.ts'
import { labelsOfCreated } from '../support/campaigns.ts'
import { type Check, check, everyExchange, type Judge, type Section } from '../support/check.ts'
import { type Evidence, Undetermined } from '../support/evidence.ts'
import type { Credential, Exchange } from '../support/exchange.ts'
import { isSameWindow, quotaOf } from '../support/quota.ts'
import {
  bodyOf,
  campaignsOf,
  errorCode,
  isObject,
  optional,
  outcomeOf,
  refused,
  succeeded,
} from '../support/reading.ts'
import { isStated, phrase } from '../support/schema.ts'

const FAILURE = '#/components/schemas/Failure/properties'
const ERROR = '#/components/schemas/Error/properties'

const envelope: Check[] = [
  everyExchange(['7.1'], 'marks a failure with success, false', (judge, exchange) => {
    if (!refused(exchange)) return
    const value = bodyOf(exchange)?.success
    judge.expect('7.1', isStated(`${FAILURE}/success`, value), {
      expected: 'success as the boolean false',
      actual: phrase(value),
      exchange,
    })
  }),
  everyExchange(
    ['7.2', '7.3', '7.4', '7.5', '7.6'],
    'explains a failure by code, message and details',
    (judge, exchange) => {
      if (!refused(exchange)) return
      const error = bodyOf(exchange)?.error
      judge.expect('7.2', isObject(error), {
        expected: 'error as an object',
        actual: phrase(error),
        exchange,
      })
      if (!isObject(error)) return
      judge.expect('7.3', typeof error.code === 'string', {
        expected: 'error.code as a string',
        actual: phrase(error.code),
        exchange,
      })
      judge.expect('7.4', isStated(`${ERROR}/message`, error.message), {
        expected: 'error.message as a string',
        actual: phrase(error.message),
        exchange,
      })
      if (optional(error.details) !== undefined) {
        judge.expect('7.5', isStated(`${ERROR}/details`, error.details), {
          expected: 'error.details as an object',
          actual: phrase(error.details),
          exchange,
        })
      }
      if (typeof error.code === 'string') {
        judge.expect('7.6', isStated(`${ERROR}/code`, error.code), {
          expected: 'a code of the table of §7, in its spelling',
          actual: phrase(error.code),
          exchange,
        })
      }
    },
  ),
]

/** It is JSON and an object; what is wrong with it is all that it lacks. */
const EMPTY = 'an empty object'

const invalid: Check[] = [
  check(['7.7'], 'answers a missing field with invalid_request', (judge, evidence) => {
    for (const member of REQUIRED) {
      judge.part(() =>
        expectInvalid(judge, evidence, '7.7', `without:${member}`, `${member} is missing`),
      )
    }
    const empty = `malformed:${EMPTY}`
    judge.part(() => expectInvalid(judge, evidence, '7.7', empty, 'the object is empty'))
  }),
  check(['7.8'], 'answers a malformed request with invalid_request', (judge, evidence) => {
    for (const [index, [member, value]] of WRONG_TYPES.entries()) {
      const reason = `${member} is ${phrase(value)}`
      judge.part(() => expectInvalid(judge, evidence, '7.8', `wrong type:${index}`, reason))
    }
    for (const [label] of MALFORMED) {
      if (label === EMPTY) continue
      const reason = label === 'a list' ? 'the body is a list' : 'the body is no JSON'
      judge.part(() => expectInvalid(judge, evidence, '7.8', `malformed:${label}`, reason))
    }
    judge.part(() =>
      expectInvalid(judge, evidence, '7.8', 'malformed:update', 'the body is no JSON'),
    )
  }),
  check(['7.7', '7.8'], 'creates nothing from what it refuses', (judge, evidence) => {
    const list = evidence.get('list:after refusals')
    const allowed = labelsOfCreated(evidence)
    const mark = evidence.settings.runId
    for (const row of campaignsOf(list) ?? []) {
      const shown = JSON.stringify([row.name, row.keywords])
      if (!shown.includes(mark) || allowed.has(String(row.name))) continue
      const fact = shown.includes(`${mark} without`) ? '7.7' : '7.8'
      if (!/ (without|wrong|cut off)\b/.test(shown)) continue
      judge.fails(fact, {
        expected: 'no campaign, because its creation was refused',
        actual: `the campaign ${row.id}, ${phrase(row.name)}`,
        exchange: list,
      })
    }
    if (judge.failures.length === 0 && succeeded(list)) judge.holds('7.7', '7.8')
  }),
]

function expectInvalid(
  judge: Judge,
  evidence: Evidence,
  fact: string,
  step: string,
  reason: string,
) {
  const exchange = evidence.get(step)
  if (errorCode(exchange) === 'not_found' && step === 'malformed:update') {
    throw new Undetermined('the campaign was gone before the update')
  }
  if (errorCode(exchange) === 'insufficient_permissions') {
    throw new Undetermined('the main key may not create campaigns')
  }
  judge.expect(fact, refused(exchange) && errorCode(exchange) === 'invalid_request', {
    expected: `invalid_request, because ${reason}`,
    actual: outcomeOf(exchange),
    exchange,
  })
}

/** Codes that say of a key that it is none: a valid key never meets them. */
const NEVER_FOR_A_VALID_KEY = [
  ['7.10', 'authentication_failed'],
  ['7.15', 'invalid_api_key'],
  ['7.16', 'missing_api_key'],
  ['7.18', 'INVALID_TOKEN'],
] as const

const meanings: Check[] = [
  everyExchange(
    NEVER_FOR_A_VALID_KEY.map(([fact]) => fact),
    'tells no valid key that it is invalid or missing',
    (judge, exchange, evidence) => {
      if (!isValid(exchange.credential, evidence) || !exchange.response) return
      for (const [fact, code] of NEVER_FOR_A_VALID_KEY) {
        // On login it may be the user who is not known.
        if (exchange.operation === 'login') continue
        judge.expect(fact, errorCode(exchange) !== code, {
          expected: 'no authentication error, because the key is valid',
          actual: outcomeOf(exchange),
          exchange,
        })
      }
    },
  ),
  check(['7.11'], 'answers not_found for a campaign that does not exist', (judge, evidence) => {
    if (succeeded(evidence.get('delete'))) {
      const bodyIsTaken = succeeded(evidence.get('update'))
      for (const operation of [
        'getCampaign',
        'getCampaignAnalytics',
        'updateCampaign',
        'deleteCampaign',
      ]) {
        judge.part(() => {
          const exchange = evidence.get(`deleted:${operation}`)
          if (operation === 'updateCampaign' && !bodyIsTaken && refused(exchange)) return
          if (
            operation === 'getCampaignAnalytics' &&
            !succeeded(evidence.get(operation)) &&
            refused(exchange)
          )
            return
          judge.expect('7.11', errorCode(exchange) === 'not_found', {
            expected: 'not_found, because the campaign was deleted',
            actual: outcomeOf(exchange),
            exchange,
          })
        })
      }
    }
    for (const operation of ['getCampaign', 'getCampaignAnalytics']) {
      judge.part(() => {
        const exchange = evidence.get(`unknown:${operation}`)
        if (errorCode(exchange) === 'invalid_request') return
        if (
          operation === 'getCampaignAnalytics' &&
          !succeeded(evidence.get(operation)) &&
          refused(exchange)
        )
          return
        judge.expect('7.11', errorCode(exchange) === 'not_found', {
          expected: 'not_found, because no campaign has the id',
          actual: outcomeOf(exchange),
          exchange,
        })
      })
    }
  }),
  check(['7.12'], 'does not answer not_found for a campaign that exists', (judge, evidence) => {
    for (const which of ['first', 'second'] as const) {
      judge.part(() => judgeExisting(judge, evidence, evidence.campaign(which).id))
    }
  }),
  check(['7.13'], 'does not limit a key that has requests left', (judge, evidence) => {
    for (const credential of ['main', 'restricted', 'limited'] as const) {
      const exchanges = evidence.of(credential)
      for (const [index, exchange] of exchanges.entries()) {
        const before = exchanges[index - 1]
        const left = before && quotaOf(before).remaining
        if (!before || left === null || left === undefined || left <= 1) continue
        const limited = errorCode(exchange) === 'rate_limit_exceeded'
        if (limited && !isSameWindow(before, exchange) && quotaOf(exchange).remaining === 0)
          continue
        judge.expect('7.13', !limited, {
          expected: `no limit, because the response before said that ${left} requests are left`,
          actual: outcomeOf(exchange),
          exchange,
        })
      }
    }
  }),
]

/**
 * A campaign exists from its creation to its deletion. One that is gone after others tried to delete
 * it is no matter of this: a refused deletion that happened is reported as what it is.
 */
function judgeExisting(judge: Judge, evidence: Evidence, id: string): void {
  const path = `/${encodeURIComponent(id)}`
  const about = evidence.exchanges.filter(({ url }) => new URL(url).pathname.endsWith(path))
  for (const exchange of about) {
    const byOthers = exchange.credential !== 'main'
    if (exchange.operation === 'deleteCampaign' && (byOthers || succeeded(exchange))) {
      const later = about.slice(about.indexOf(exchange) + 1)
      const stillThere =
        byOthers && later.some((each) => each.credential === 'main' && succeeded(each))
      if (!stillThere) return
    }
    if (byOthers) continue
    if (succeeded(exchange)) judge.holds('7.12')
    if (errorCode(exchange) !== 'not_found') continue
    judge.fails('7.12', {
      expected: `the campaign ${id}, which exists`,
      actual: outcomeOf(exchange),
      exchange,
    })
  }
}

/** Whether GET /auth/verify, or any success, shows that a key is valid. */
function isValid(credential: Credential, evidence: Evidence): boolean {
  if (!['main', 'restricted', 'limited'].includes(credential)) return false
  return evidence.of(credential).some((exchange: Exchange) => succeeded(exchange))
}

export const errors: Section = {
  number: '7',
  title: 'Errors',
  checks: [...envelope, ...invalid, ...meanings],
}
