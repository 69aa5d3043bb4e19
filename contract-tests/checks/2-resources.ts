import { isJsonCreate, rowOf, shownCampaigns } from '../evidence/campaigns.ts'
import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import { REQUIRED, type Setting } from '../evidence/steps.ts'
import { verification } from '../evidence/verification.ts'
import {
  campaignOf,
  dataOf,
  errorCode,
  hasList,
  isObject,
  optional,
  outcomeOf,
  recordsWith,
  succeeded,
} from '../http/reading.ts'
import { dayOf, mentionRows, rankingRows } from '../journey/reads.ts'
import { WRONG_TYPES } from '../journey/refusals.ts'
import { isStated, phrase } from '../specification/schema.ts'
import { type Check, check, everyExchange } from './check.ts'

/** The facts that a member is accepted, and that it is required. */
const ACCEPTED: Record<string, string> = {
  name: '2.1',
  type: '2.3',
  keywords: '2.6',
  frequency: '2.8',
  settings: '2.12',
}
const REQUIREMENT: Record<(typeof REQUIRED)[number], string> = {
  name: '2.2',
  type: '2.4',
  keywords: '2.7',
  frequency: '2.9',
}
const SETTING_FACTS = { location: '2.13', device: '2.14', search_engine: '2.15' }

const CAMPAIGN = '#/components/schemas/Campaign/properties'
const INPUT = '#/components/schemas/CampaignInput/properties'
const RANKING = '#/components/schemas/Ranking/properties'

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
  check(['2.11'], 'accepts a campaign without settings', (judge, evidence) => {
    const exchange = evidence.get('create:second')
    if (!succeeded(exchange) && !createdAny(evidence)) {
      return judge.undetermined(evidence.reasonFor('create:first'))
    }
    judge.success('2.11', exchange, 'success, because settings are not required')
  }),
  check(['2.12', '2.13', '2.14', '2.15'], 'accepts a campaign with settings', (judge, evidence) => {
    const whole = evidence.get('create:first')
    if (succeeded(whole)) return judge.holds('2.12', ...Object.values(SETTING_FACTS))
    for (const [name, fact] of Object.entries(SETTING_FACTS) as [Setting, string][]) {
      const exchange = evidence.find(`create:with ${name}`)
      // A refusal may be about the value: §2 does not show which values are allowed.
      if (exchange && succeeded(exchange)) return judge.holds('2.12', fact)
    }
    const empty = evidence.get('create:with empty settings')
    if (succeeded(empty)) return judge.holds('2.12')
    if (!createdAny(evidence)) throw new Undetermined(evidence.reasonFor('create:first'))
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
  check(['2.23'], 'returns a campaign as it was created', (judge, evidence) => {
    judge.parts(['first', 'second'] as const, (which) => {
      const { id, body } = evidence.campaign(which)
      for (const step of [`create:${which}`, `get:${which}`] as const) {
        const exchange = evidence.find(step)
        const shown = exchange && succeeded(exchange) && campaignOf(exchange)
        if (shown) judge.campaign('2.23', shown, body, exchange)
      }
      const list = evidence.find('list:created')
      const row = list && rowOf(list, id)
      if (row) judge.campaign('2.23', row, body, list)
    })
  }),
]

const intelligenceChecks: Check[] = [
  everyExchange(
    ['2.24', '2.25'],
    'returns the members of a ranking with the stated types',
    (judge, exchange) => {
      if (exchange.operation !== 'getRankings') return
      for (const row of rankingRows(exchange)) {
        const { keyword, position } = row
        if (optional(keyword) !== undefined) {
          judge.isStated('2.24', `${RANKING}/keyword`, keyword, 'keyword as a string', exchange)
        }
        if (optional(position) !== undefined) {
          judge.isStated('2.25', `${RANKING}/position`, position, 'position as a number', exchange)
        }
      }
    },
  ),
  check(['2.26'], 'filters rankings by campaign_id', (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const exchange = evidence.get('rankings:own')
    const rows = rankingRows(exchange)
    const strange = rows.find((row) => {
      if (typeof row.campaign_id === 'string') return row.campaign_id !== id
      return typeof row.keyword === 'string' && !body.keywords.includes(row.keyword)
    })
    if (rows.length === 0) throw new Undetermined('no campaign has rankings yet')
    const expected = `only rankings of the campaign ${id}`
    judge.expectValue('2.26', strange, strange === undefined, expected, exchange)
  }),
  check(['2.27', '2.28'], 'filters rankings by start_date and end_date', (judge, evidence) => {
    const exchange = evidence.get('rankings:days')
    const { searchParams } = new URL(exchange.url)
    const [start, end] = [searchParams.get('start_date') ?? '', searchParams.get('end_date') ?? '']
    if (!succeeded(exchange)) throw new Undetermined(`the filters returned ${outcomeOf(exchange)}`)
    for (const row of rankingRows(exchange)) {
      const day = dayOf(row)
      if (day === undefined) continue
      const contradiction = (expected: string) => ({
        expected,
        actual: `a row dated ${day}`,
        exchange,
      })
      judge.expect('2.27', day >= start, contradiction(`no row before ${start}`))
      judge.expect('2.28', day <= end, contradiction(`no row after ${end}`))
    }
  }),
  check(['2.29'], 'filters rankings by keywords', (judge, evidence) => {
    const exchange = evidence.find('rankings:keyword[]') ?? evidence.get('rankings:keyword')
    if (!succeeded(exchange)) throw new Undetermined(`the filter returned ${outcomeOf(exchange)}`)
    const { searchParams } = new URL(exchange.url)
    const keyword = searchParams.get('keywords') ?? searchParams.get('keywords[]')
    for (const row of rankingRows(exchange)) {
      if (typeof row.keyword !== 'string') continue
      judge.expect('2.29', row.keyword === keyword, {
        expected: `only rows of the keyword ${phrase(keyword)}`,
        actual: `a row of the keyword ${phrase(row.keyword)}`,
        exchange,
      })
    }
  }),
  check(['2.31'], 'filters mentions by platform', (judge, evidence) => {
    const exchange = evidence.find('mentions:filtered[]') ?? evidence.get('mentions:filtered')
    const wanted = evidence.mentions?.platform.toLowerCase()
    if (!succeeded(exchange)) throw new Undetermined(`the filter returned ${outcomeOf(exchange)}`)
    for (const row of mentionRows(exchange)) {
      if (typeof row.platform !== 'string') continue
      judge.expect('2.31', row.platform.toLowerCase() === wanted, {
        expected: `only mentions on ${evidence.mentions?.platform}`,
        actual: `a mention on ${row.platform}`,
        exchange,
      })
    }
  }),
  check(['2.33'], 'returns mentions as a list', (judge, evidence) => {
    const asked = (['getMentions', 'mentions:filtered'] as const).map((step) => evidence.get(step))
    for (const exchange of asked.filter(succeeded)) {
      const data = dataOf(exchange)
      judge.expectValue('2.33', data, hasList(exchange), 'a list of mentions in data', exchange)
    }
  }),
  check(['2.44'], 'returns the download_url of a report as a URL', (judge, evidence) => {
    const exchange = evidence.get('generateReport')
    if (!succeeded(exchange)) throw new Undetermined(`the report returned ${outcomeOf(exchange)}`)
    const urls = recordsWith(dataOf(exchange), ['download_url'])
      .map((each) => optional(each.download_url))
      .filter((url) => url !== undefined)
    // It is not stated that this endpoint answers with the result of §2, or that it waits for it.
    if (urls.length === 0) throw new Undetermined('the response has no download_url')
    for (const url of urls) {
      const isUrl = typeof url === 'string' && (URL.canParse(url) || /^\/\S*$/.test(url))
      judge.expectValue('2.44', url, isUrl, 'download_url as a URL', exchange)
    }
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
    const permissions = verification(evidence.get('verify'))?.permissions
    if (!permissions?.includes('*')) {
      throw new Undetermined('the main key does not have the permission * (GET /auth/verify)')
    }
    for (const exchange of evidence.of('main')) {
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
      const exchange = evidence.get('verify:again')
      const [before, after] = [verification(evidence.get('verify')), verification(exchange)]
      for (const [fact, member] of Object.entries({
        2.56: 'key_id',
        2.57: 'account_id',
      } as const)) {
        const [was, is] = [before?.[member], after?.[member]]
        if (was === undefined || is === undefined) continue
        const expected = `the same ${member} as before, ${phrase(was)}`
        judge.expectValue(fact, is, was === is, expected, exchange)
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

function createdAny(evidence: Evidence): boolean {
  return evidence.exchanges.some((exchange) => isJsonCreate(exchange) && succeeded(exchange))
}

/** A refusal proves something only if a whole body is accepted. */
function requireAcceptance(evidence: Evidence): void {
  if (!createdAny(evidence)) throw new Undetermined(evidence.reasonFor('create:first'))
}

export const resources: Check[] = [
  ...createdChecks,
  ...returnedChecks,
  ...intelligenceChecks,
  ...tokenChecks,
]
