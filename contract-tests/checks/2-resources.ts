import { isJsonCreate, nameIn, rowOf, shownCampaigns } from '../evidence/campaigns.ts'
import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import { REQUIRED, type Setting } from '../evidence/steps.ts'
import { heldBy, verification } from '../evidence/verification.ts'
import { campaignOf, errorCode, isObject, optional, succeeded } from '../http/reading.ts'
import { WRONG_TYPES } from '../journey/refusals.ts'
import { isStated, phrase } from '../specification/schema.ts'
import { type Check, check, everyExchange } from './check.ts'

/** The facts that a member is accepted, and that it is required. */
export const ACCEPTED: Record<string, string> = {
  name: '2.1',
  type: '2.3',
  keywords: '2.6',
  frequency: '2.8',
  settings: '2.12',
}
export const REQUIREMENT: Record<(typeof REQUIRED)[number], string> = {
  name: '2.2',
  type: '2.4',
  keywords: '2.7',
  frequency: '2.9',
}
export const SETTING_FACTS = { location: '2.13', device: '2.14', search_engine: '2.15' }

const CAMPAIGN = '#/components/schemas/Campaign/properties'
const INPUT = '#/components/schemas/CampaignInput/properties'

/** Facts about the types of returned members. */
const RETURNED = { 2.18: 'name', 2.19: 'type', '2.20': 'keywords', 2.21: 'frequency' }

const createdChecks: Check[] = [
  check(
    ['2.1', '2.3', '2.5', '2.6', '2.8', '2.10'],
    'accepts a campaign of type serp with name, keywords and the frequency daily',
    (judge, evidence) => {
      if (createdAny(evidence)) return judge.holds('2.1', '2.3', '2.5', '2.6', '2.8', '2.10')
      judge.undetermined(evidence.reasonFor('create:first'))
    },
  ),
  check(
    ['2.6', '2.11'],
    'accepts a campaign of one keyword without settings',
    (judge, evidence) => {
      const exchange = evidence.find('create:second alone') ?? evidence.get('create:second')
      if (succeeded(exchange)) return judge.holds('2.11')
      const like = evidence.find('create:like first')
      // Whether the keywords or the settings were refused shows if the same is accepted with them.
      if (!like || !succeeded(like)) throw new Undetermined(evidence.reasonFor('create:second'))
      const without = evidence.get('create:without settings')
      const fact = succeeded(without) ? '2.6' : '2.11'
      const why = succeeded(without)
        ? 'one keyword is an array of them'
        : 'settings are not required'
      judge.fails(fact, { expected: `success, because ${why}`, exchange })
    },
  ),
  check(['2.12', '2.13', '2.14', '2.15'], 'accepts a campaign with settings', (judge, evidence) => {
    for (const step of ['create:first', 'create:plainer'] as const) {
      const whole = evidence.find(step)
      if (whole && succeeded(whole)) return judge.holds('2.12', ...Object.values(SETTING_FACTS))
    }
    for (const [name, fact] of Object.entries(SETTING_FACTS) as [Setting, string][]) {
      const exchange = evidence.find(`create:with ${name}`)
      // A refusal may be about the value: §2 does not show which values are allowed.
      if (exchange && succeeded(exchange)) return judge.holds('2.12', fact)
    }
    const empty = evidence.get('create:with empty settings')
    if (succeeded(empty)) return judge.holds('2.12')
    const again = evidence.find('create:plain again')
    if (!createdAny(evidence) || !again || !succeeded(again)) {
      throw new Undetermined(evidence.reasonFor('create:first'))
    }
    judge.fails('2.12', {
      expected: 'settings are accepted, at least an empty object',
      exchange: empty,
    })
  }),
  check(
    [...Object.values(REQUIREMENT)],
    'refuses a campaign without a required member',
    (judge, evidence) => {
      requireAcceptance(evidence)
      judge.parts(REQUIRED, (member) => {
        const exchange = evidence.get(`without:${member}`)
        judge.refusal(REQUIREMENT[member], exchange, `a refusal, because ${member} is missing`)
      })
    },
  ),
  check(
    [...new Set(WRONG_TYPES.map(([member]) => ACCEPTED[member] as string))],
    'refuses a member of the wrong type',
    (judge, evidence) => {
      requireAcceptance(evidence)
      judge.parts(WRONG_TYPES.entries(), ([index, [member, value]]) => {
        const exchange = evidence.get(`wrong type:${index}`)
        judge.refusal(
          ACCEPTED[member] as string,
          exchange,
          `a refusal, because ${member} is ${phrase(value)}`,
        )
      })
    },
  ),
]

const returnedChecks: Check[] = [
  everyExchange(['2.16'], 'identifies each campaign by an id, a string', (judge, exchange) => {
    if (!succeeded(exchange)) return
    const isRead = ['listCampaigns', 'getCampaign'].includes(exchange.operation ?? '')
    const campaigns = shownCampaigns(exchange)
    if (exchange.operation === 'getCampaign' && campaigns.length === 0) campaigns.push({})
    for (const campaign of campaigns) {
      // Create and update may answer with something else than a campaign.
      if (!isRead && !('id' in campaign) && !('name' in campaign)) continue
      judge.isStated('2.16', `${CAMPAIGN}/id`, campaign.id, 'id as a string', exchange)
    }
  }),
  check(['2.16'], 'gives each campaign its own id', (judge, evidence) => {
    const [first, second] = [evidence.campaign('first'), evidence.campaign('second')]
    judge.expect('2.16', first.id !== second.id, {
      expected: 'a different id for each campaign',
      actual: `two campaigns with the id ${first.id}`,
      exchange: evidence.get('create:second'),
    })
    judge.part(() => {
      const exchange = evidence.get('create:after delete')
      const id = String(campaignOf(exchange)?.id ?? '')
      if (!succeeded(exchange) || id === '') return
      judge.expect('2.16', id !== first.id && id !== second.id, {
        expected: 'a new id for a new campaign',
        actual: id === first.id ? `${id}, the id of the deleted campaign` : `${id}, a second time`,
        exchange,
      })
    })
  }),
  everyExchange(
    Object.keys(RETURNED),
    'returns the members of a campaign with the stated types',
    (judge, exchange) => {
      for (const campaign of shownCampaigns(exchange)) {
        for (const [fact, member] of Object.entries(RETURNED)) {
          const value = optional(campaign[member])
          if (value === undefined) continue
          const kind = member === 'keywords' ? 'an array of strings' : 'a string'
          judge.isStated(fact, `${INPUT}/${member}`, value, `${member} as ${kind}`, exchange)
        }
      }
    },
  ),
  everyExchange(['2.22'], 'returns settings as an object of strings', (judge, exchange) => {
    for (const campaign of shownCampaigns(exchange)) {
      const settings = optional(campaign.settings)
      if (settings === undefined) continue
      const present = isObject(settings)
        ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
        : settings
      const isStatedType = isStated('#/components/schemas/CampaignSettings', present)
      judge.expectValue(
        '2.22',
        settings,
        isStatedType,
        'settings as an object of strings',
        exchange,
      )
    }
  }),
  check(['2.23'], 'returns settings that were sent with the campaign', (judge, evidence) => {
    // A server may have defaults. They do not depend on what it refused in between.
    const before = evidence.find('create:second')
    const exchange = evidence.find('create:after delete')
    if (!before || !exchange || !succeeded(before) || !succeeded(exchange)) return
    const [was, is] = [before, exchange].map((each) => campaignOf(each)?.settings)
    if (hasValues(was) || !hasValues(is)) return
    judge.fails('2.23', {
      expected: 'no settings, as of an earlier campaign that was created without settings',
      actual: phrase(is),
      exchange,
    })
  }),
  check(['2.23'], 'returns a campaign as it was created', (judge, evidence) => {
    judge.parts(['first', 'second'] as const, (which) => {
      const { id, body } = evidence.campaign(which)
      for (const create of evidence.exchanges.filter(isJsonCreate).filter(succeeded)) {
        const shown = campaignOf(create)
        if (shown && nameIn(create) === body.name) {
          judge.campaign('2.23', shown, body, create)
        }
      }
      const detail = evidence.find(`get:${which}`)
      const shown = detail && succeeded(detail) ? campaignOf(detail) : undefined
      // §2: the returned fields include id and the fields that are accepted on create.
      if (detail && shown) judge.campaign('2.23', shown, body, detail, { isWhole: true })
      for (const list of [evidence.find('list:created'), ...evidence.pages]) {
        const row = list && rowOf(list, id)
        if (row) judge.campaign('2.23', row, body, list)
      }
    })
  }),
]

const tokenChecks: Check[] = [
  everyExchange(
    ['2.52'],
    'writes each permission as <resource>:<action> or *',
    (judge, exchange) => {
      for (const permission of verification(exchange)?.permissions ?? []) {
        if (typeof permission !== 'string') continue
        const isFormed = permission === '*' || /^[^\s:]+(:[^\s:]+)+$/.test(permission)
        const expected = 'permissions of the form <resource>:<action> or *'
        judge.expectValue('2.52', permission, isFormed, expected, exchange)
      }
    },
  ),
  check(['2.53'], 'lets a key with the permission * do everything', (judge, evidence) => {
    const steps = {
      main: 'verify',
      restricted: 'restricted:verify',
      limited: 'limited:first',
      logout: 'logout:verify',
    } as const
    const full = (['main', 'restricted', 'limited', 'logout'] as const).filter((credential) => {
      const exchange = evidence.find(steps[credential])
      return exchange && heldBy(exchange)?.includes('*')
    })
    if (full.length === 0) {
      throw new Undetermined('the main key does not have the permission * (GET /auth/verify)')
    }
    for (const exchange of full.flatMap((credential) => evidence.of(credential))) {
      // A preflight may be refused to the site that asks, whatever the key.
      if (exchange.method === 'OPTIONS') continue
      judge.expect('2.53', errorCode(exchange) !== 'insufficient_permissions', {
        expected: 'no insufficient_permissions, because the key has the permission *',
        exchange,
      })
    }
  }),
  check(
    ['2.56', '2.57'],
    'always returns the same key_id and account_id for a key',
    (judge, evidence) => {
      const pairs = [
        ['limited:first', evidence.find('limited:again')],
        ['verify', evidence.find('verify:again')],
      ] as const
      if (pairs.every(([, again]) => again === undefined)) evidence.get('verify:again')
      for (const [first, again] of pairs) {
        if (!again) continue
        const [before, after] = [verification(evidence.get(first)), verification(again)]
        for (const [fact, member] of [
          ['2.56', 'key_id'],
          ['2.57', 'account_id'],
        ] as const) {
          const [was, is] = [before?.[member], after?.[member]]
          if (was === undefined || is === undefined) continue
          const expected = `the same ${member} as before, ${phrase(was)}`
          judge.expectValue(fact, is, was === is, expected, again)
        }
      }
    },
  ),
  check(['2.58'], 'returns a different key_id for each key', (judge, evidence) => {
    const others = (['restricted:verify', 'limited:first'] as const).map((step) =>
      evidence.find(step),
    )
    if (others.every((exchange) => exchange === undefined)) evidence.get('restricted:verify')
    const known = new Set([verification(evidence.get('verify'))?.key_id])
    for (const exchange of others) {
      const id = exchange && verification(exchange)?.key_id
      if (!exchange || id === undefined || known.has(undefined)) continue
      judge.expect('2.58', !known.has(id), {
        expected: 'a different key_id for each key',
        actual: `${phrase(id)} for two keys`,
        exchange,
      })
      known.add(id)
    }
  }),
]

function hasValues(settings: unknown): boolean {
  return (
    isObject(settings) && Object.values(settings).some((value) => optional(value) !== undefined)
  )
}

function createdAny(evidence: Evidence): boolean {
  return evidence.exchanges.some((exchange) => isJsonCreate(exchange) && succeeded(exchange))
}

/** A refusal proves something only if a whole body is accepted. */
function requireAcceptance(evidence: Evidence): void {
  if (!createdAny(evidence)) throw new Undetermined(evidence.reasonFor('create:first'))
}

export const resources: Check[] = [...createdChecks, ...returnedChecks, ...tokenChecks]
