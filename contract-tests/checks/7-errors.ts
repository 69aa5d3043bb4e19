import {
  afterRefusals,
  beforeRefusals,
  labelsOfCreated,
  listsAfterRefusals,
} from '../evidence/campaigns.ts'
import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import { type JourneyStep, REQUIRED } from '../evidence/steps.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { isSameWindow, quotaOf } from '../http/quota.ts'
import {
  bodyOf,
  campaignsOf,
  errorCode,
  hasNoBody,
  isObject,
  optional,
  refused,
  succeeded,
} from '../http/reading.ts'
import { DOUBTFUL_TYPES, MALFORMED, WRONG_TYPES } from '../journey/refusals.ts'
import { phrase } from '../specification/schema.ts'
import { type Check, check, everyExchange, type Judge } from './check.ts'

const FAILURE = '#/components/schemas/Failure/properties'
const ERROR = '#/components/schemas/Error/properties'

const envelope: Check[] = [
  everyExchange(['7.1'], 'sets success to false in a failure', (judge, exchange) => {
    if (!refused(exchange) || hasNoBody(exchange)) return
    const value = bodyOf(exchange)?.success
    judge.isStated('7.1', `${FAILURE}/success`, value, 'success as the boolean false', exchange)
  }),
  everyExchange(
    ['7.2', '7.3', '7.4', '7.5', '7.6'],
    'describes a failure with code, message and details',
    (judge, exchange) => {
      if (!refused(exchange) || hasNoBody(exchange)) return
      const error = bodyOf(exchange)?.error
      judge.expectValue('7.2', error, isObject(error), 'error as an object', exchange)
      if (!isObject(error)) return
      const { code, message, details } = error
      judge.expectValue('7.3', code, typeof code === 'string', 'error.code as a string', exchange)
      judge.isStated('7.4', `${ERROR}/message`, message, 'error.message as a string', exchange)
      if (optional(details) !== undefined) {
        judge.isStated('7.5', `${ERROR}/details`, details, 'error.details as an object', exchange)
      }
      if (typeof code !== 'string') return
      const spelling = 'a code from the table in §7, spelled as there'
      judge.isStated('7.6', `${ERROR}/code`, code, spelling, exchange)
    },
  ),
]

/** Valid JSON that lacks every required member. */
const EMPTY = 'an empty object'

const invalid: Check[] = [
  check(['7.7'], 'returns invalid_request for a missing field', (judge, evidence) => {
    judge.parts(REQUIRED, (member) =>
      expectInvalid(judge, evidence, '7.7', `without:${member}`, `${member} is missing`),
    )
    const empty = `malformed:${EMPTY}`
    judge.part(() => expectInvalid(judge, evidence, '7.7', empty, 'the object is empty'))
  }),
  check(['7.9'], 'returns invalid_request for a report without its campaign', (judge, evidence) => {
    const exchange = evidence.get('report without campaign')
    // Which inputs a report needs is not shown.
    if (!refused(exchange)) throw new Undetermined('the server makes a report without a campaign')
    const reason = 'campaign_id is missing, with which the same request succeeded'
    judge.code('7.9', exchange, 'invalid_request', reason)
  }),
  check(['7.8'], 'returns invalid_request for a malformed request', (judge, evidence) => {
    for (const [index, [member, value]] of WRONG_TYPES.entries()) {
      const reason = `${member} is ${phrase(value)}`
      judge.part(() => expectInvalid(judge, evidence, '7.8', `wrong type:${index}`, reason))
    }
    for (const [member, value] of DOUBTFUL_TYPES) {
      const step = `doubtful type:${member}` as const
      const exchange = evidence.find(step)
      if (!exchange || !refused(exchange)) continue
      const reason = `${member} is ${phrase(value(evidence.settings.runId))}`
      judge.part(() => expectInvalid(judge, evidence, '7.8', step, reason))
    }
    for (const [label] of MALFORMED) {
      if (label === EMPTY) continue
      const reason = label === 'a list' ? 'the body is a list' : 'the body is not JSON'
      judge.part(() => expectInvalid(judge, evidence, '7.8', `malformed:${label}`, reason))
    }
    if (!evidence.find('malformed:update')) return
    judge.part(() =>
      expectInvalid(judge, evidence, '7.8', 'malformed:update', 'the body is not JSON'),
    )
  }),
  check(['7.8'], 'changes nothing when it refuses an update', (judge, evidence) => {
    const update = evidence.get('refused:update')
    if (succeeded(update)) throw new Undetermined('the update with a wrong type was accepted')
    const { body } = evidence.campaign('first')
    const { exchange, shown } = afterRefusals(evidence)
    if (!shown) return
    // Not every kind of answer need show the keywords.
    const hadKeywords = optional(beforeRefusals(evidence, exchange)?.keywords) !== undefined
    const hasLostThem = hadKeywords && shown.keywords === null
    const isChanged = String(shown.name).endsWith('refused update') || hasLostThem
    judge.expect('7.8', !isChanged, {
      expected: `the name ${phrase(body.name)}, because the update was refused`,
      actual: phrase(isChanged ? { name: shown.name, keywords: shown.keywords } : shown.name),
      exchange,
    })
  }),
  check(['7.7', '7.8'], 'creates nothing when it refuses a campaign', (judge, evidence) => {
    const list = evidence.get('list:after refusals')
    const allowed = labelsOfCreated(evidence)
    const mark = evidence.settings.runId
    for (const exchange of listsAfterRefusals(evidence)) {
      for (const row of campaignsOf(exchange) ?? []) {
        const shown = JSON.stringify([row.name, row.keywords])
        if (!shown.includes(mark) || allowed.has(String(row.name))) continue
        const fact = shown.includes(`${mark} without`) ? '7.7' : '7.8'
        if (!/ (without|wrong|cut off)\b/.test(shown)) continue
        judge.fails(fact, {
          expected: 'no campaign, because its creation was refused',
          actual: `the campaign ${row.id}, named ${phrase(row.name)}`,
          exchange,
        })
      }
    }
    if (judge.failures.length === 0 && succeeded(list)) judge.holds('7.7', '7.8')
  }),
]

function expectInvalid(
  judge: Judge,
  evidence: Evidence,
  fact: string,
  step: JourneyStep,
  reason: string,
) {
  const exchange = evidence.get(step)
  if (errorCode(exchange) === 'not_found' && step === 'malformed:update') {
    throw new Undetermined('the campaign no longer existed before the update')
  }
  if (errorCode(exchange) === 'insufficient_permissions') {
    throw new Undetermined('the main key may not create campaigns')
  }
  if (refused(exchange)) judge.code(fact, exchange, 'invalid_request', reason)
  else judge.fails(fact, { expected: `invalid_request, because ${reason}`, exchange })
}

/** Codes that a valid key never receives. */
const NEVER_FOR_A_VALID_KEY = [
  ['7.10', 'authentication_failed'],
  ['7.15', 'invalid_api_key'],
  ['7.16', 'missing_api_key'],
  ['7.18', 'INVALID_TOKEN'],
] as const

const meanings: Check[] = [
  everyExchange(
    NEVER_FOR_A_VALID_KEY.map(([fact]) => fact),
    'never calls a valid key invalid or missing',
    (judge, exchange, evidence) => {
      if (!isValid(exchange.credential, evidence) || !exchange.response) return
      for (const [fact, code] of NEVER_FOR_A_VALID_KEY) {
        // On login, the user may be unknown.
        if (exchange.operation === 'login' || exchange.method === 'OPTIONS') continue
        judge.expect(fact, errorCode(exchange) !== code, {
          expected: 'no authentication error, because the key is valid',
          exchange,
        })
      }
    },
  ),
  check(['7.11'], 'returns not_found for a campaign that does not exist', (judge, evidence) => {
    if (succeeded(evidence.get('delete'))) {
      const bodyIsTaken = succeeded(evidence.get('update'))
      judge.parts(
        ['getCampaign', 'getCampaignAnalytics', 'updateCampaign', 'deleteCampaign'] as const,
        (operation) => {
          const exchange = evidence.get(`deleted:${operation}`)
          if (operation === 'updateCampaign' && !bodyIsTaken && refused(exchange)) return
          if (isNeverServed(evidence, exchange)) return
          judge.code('7.11', exchange, 'not_found', 'the campaign was deleted')
        },
      )
    }
    judge.part(() => {
      const exchange = evidence.get('unknown:getCampaign')
      if (errorCode(exchange) === 'invalid_request') return
      judge.code('7.11', exchange, 'not_found', 'no campaign has this id')
    })
  }),
  check(['7.12'], 'does not return not_found for a campaign that exists', (judge, evidence) => {
    judge.parts(['first', 'second'] as const, (which) =>
      judgeExisting(judge, evidence, evidence.campaign(which).id),
    )
  }),
  check(['7.13'], 'does not refuse a key that has requests left', (judge, evidence) => {
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
          expected: `no rate_limit_exceeded, because the previous response reported ${left} remaining requests`,
          exchange,
        })
      }
    }
  }),
]

/** Whether analytics are also refused for a campaign that exists. */
function isNeverServed(evidence: Evidence, exchange: Exchange): boolean {
  if (exchange.operation !== 'getCampaignAnalytics') return false
  return !succeeded(evidence.get('getCampaignAnalytics')) && refused(exchange)
}

/** A new campaign may have no analytics yet; the campaign itself exists. */
function isOfCampaigns({ operation }: Exchange): boolean {
  return operation !== 'getCampaignAnalytics'
}

/** A campaign exists from its creation to its deletion. Another check reports a refused deletion that happened. */
function judgeExisting(judge: Judge, evidence: Evidence, id: string): void {
  const path = `/${encodeURIComponent(id)}`
  const about = evidence.exchanges
    .filter(isOfCampaigns)
    .filter(({ url }) => new URL(url).pathname.endsWith(path))
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
    judge.fails('7.12', { expected: `the campaign ${id}, which exists`, exchange })
  }
}

/** Whether GET /auth/verify, or any success, shows that a key is valid. */
function isValid(credential: Credential, evidence: Evidence): boolean {
  if (!['main', 'restricted', 'limited'].includes(credential)) return false
  return evidence.of(credential).some((exchange: Exchange) => succeeded(exchange))
}

export const errors: Check[] = [...envelope, ...invalid, ...meanings]
