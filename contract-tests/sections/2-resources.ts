import { dayOf, mentionRows, rankingRows } from '../journey/reads.ts'
import { REQUIRED, WRONG_TYPES } from '../journey/refusals.ts'
import { differences, isJsonCreate, rowOf, shownCampaigns } from '../support/campaigns.ts'
import { type Check, check, everyExchange, type Judge, type Section } from '../support/check.ts'
import { type CampaignBody, type Evidence, Undetermined } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import {
  campaignOf,
  dataOf,
  errorCode,
  hasList,
  isObject,
  type Json,
  optional,
  outcomeOf,
  recordsWith,
  succeeded,
} from '../support/reading.ts'
import { isStated, phrase } from '../support/schema.ts'
import { verification } from '../support/verification.ts'

/** The fact that says that a member is accepted, and the one that it is required. */
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

/** Type of each member of a returned campaign: its fact, and its schema. */
const RETURNED: [fact: string, member: string, schema: string][] = [
  ['2.18', 'name', '#/components/schemas/CampaignInput/properties/name'],
  ['2.19', 'type', '#/components/schemas/CampaignInput/properties/type'],
  ['2.20', 'keywords', '#/components/schemas/CampaignInput/properties/keywords'],
  ['2.21', 'frequency', '#/components/schemas/CampaignInput/properties/frequency'],
]

const createdChecks: Check[] = [
  check(
    ['2.1', '2.3', '2.5', '2.6', '2.8', '2.10'],
    'takes a campaign of type serp with name, keywords and the frequency daily',
    (judge, evidence) => {
      if (createdAny(evidence)) return judge.holds('2.1', '2.3', '2.5', '2.6', '2.8', '2.10')
      judge.undetermined(evidence.reasonFor('create:first'))
    },
  ),
  check(['2.11'], 'takes a campaign without settings', (judge, evidence) => {
    const exchange = evidence.get('create:second')
    if (!succeeded(exchange) && !createdAny(evidence)) {
      return judge.undetermined(evidence.reasonFor('create:first'))
    }
    judge.expect('2.11', succeeded(exchange), {
      expected: 'success, because settings are not required',
      actual: outcomeOf(exchange),
      exchange,
    })
  }),
  check(['2.12', '2.13', '2.14', '2.15'], 'takes a campaign with settings', (judge, evidence) => {
    const whole = evidence.get('create:first')
    if (succeeded(whole)) return judge.holds('2.12', ...Object.values(SETTING_FACTS))
    for (const [name, fact] of Object.entries(SETTING_FACTS)) {
      const exchange = evidence.find(`create:with ${name}`)
      // A refusal may be about the value, and which values are allowed is not shown.
      if (exchange && succeeded(exchange)) return judge.holds('2.12', fact)
    }
    const empty = evidence.get('create:with empty settings')
    if (succeeded(empty)) return judge.holds('2.12')
    if (!createdAny(evidence)) throw new Undetermined(evidence.reasonFor('create:first'))
    judge.fails('2.12', {
      expected: 'some settings are accepted, the empty object at least',
      actual: outcomeOf(empty),
      exchange: empty,
    })
  }),
  check(
    [...Object.values(REQUIREMENT)],
    'refuses a campaign that lacks a required member',
    (judge, evidence) => {
      requireAcceptance(evidence)
      for (const member of REQUIRED) {
        judge.part(() => {
          const exchange = evidence.get(`without:${member}`)
          judge.expect(REQUIREMENT[member], !succeeded(exchange), {
            expected: `a refusal, because ${member} is missing`,
            actual: outcomeOf(exchange),
            exchange,
          })
        })
      }
    },
  ),
  check(
    [...new Set(WRONG_TYPES.map(([member]) => ACCEPTED[member] as string))],
    'refuses a member of a wrong type',
    (judge, evidence) => {
      requireAcceptance(evidence)
      for (const [index, [member, value]] of WRONG_TYPES.entries()) {
        judge.part(() => {
          const exchange = evidence.get(`wrong type:${index}`)
          judge.expect(ACCEPTED[member] as string, !succeeded(exchange), {
            expected: `a refusal, because ${member} is ${phrase(value)}`,
            actual: outcomeOf(exchange),
            exchange,
          })
        })
      }
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
      // What create and update answer with is not shown: perhaps something else than a campaign.
      if (!isRead && !('id' in campaign) && !('name' in campaign)) continue
      judge.expect('2.16', isStated('#/components/schemas/Campaign/properties/id', campaign.id), {
        expected: 'an id that is a string',
        actual: phrase(campaign.id),
        exchange,
      })
    }
  }),
  check(['2.16'], 'gives two campaigns two ids', (judge, evidence) => {
    const [first, second] = [evidence.campaign('first'), evidence.campaign('second')]
    judge.expect('2.16', first.id !== second.id, {
      expected: 'an id of its own for each campaign',
      actual: `two campaigns with the id ${first.id}`,
      exchange: evidence.get('create:second'),
    })
  }),
  everyExchange(
    RETURNED.map(([fact]) => fact),
    'returns the members of a campaign with their types',
    (judge, exchange) => {
      for (const campaign of shownCampaigns(exchange)) {
        for (const [fact, member, schema] of RETURNED) {
          const value = optional(campaign[member])
          if (value === undefined) continue
          judge.expect(fact, isStated(schema, value), {
            expected: `${member} as ${member === 'keywords' ? 'an array of strings' : 'a string'}`,
            actual: phrase(value),
            exchange,
          })
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
      judge.expect('2.22', isStated('#/components/schemas/CampaignSettings', present), {
        expected: 'settings as an object of strings',
        actual: phrase(settings),
        exchange,
      })
    }
  }),
  check(['2.23'], 'returns a campaign as it was created', (judge, evidence) => {
    for (const which of ['first', 'second'] as const) {
      judge.part(() => {
        const { id, body } = evidence.campaign(which)
        for (const step of [`create:${which}`, `get:${which}`]) {
          compare(judge, evidence.find(step), campaignIn, body)
        }
        const inList = (list: Exchange) => rowOf(list, id)
        compare(judge, evidence.find('list:created'), inList, body)
      })
    }
  }),
]

function campaignIn(exchange: Exchange): Json | undefined {
  return succeeded(exchange) ? campaignOf(exchange) : undefined
}

/** Compares what an exchange shows of a campaign with what was sent. */
function compare(
  judge: Judge,
  exchange: Exchange | undefined,
  read: (exchange: Exchange) => Json | undefined,
  sent: CampaignBody,
): void {
  const shown = exchange && read(exchange)
  if (!shown) return
  const found = differences(shown, sent)
  for (const { member, expected, actual } of found) {
    judge.fails('2.23', {
      expected: `${member} as it was sent, ${phrase(expected)}`,
      actual: phrase(actual),
      exchange,
    })
  }
  if (found.length === 0 && 'name' in shown) judge.holds('2.23')
}

const intelligenceChecks: Check[] = [
  everyExchange(['2.24', '2.25'], 'types the members of a ranking', (judge, exchange) => {
    if (exchange.operation !== 'getRankings') return
    for (const row of rankingRows(exchange)) {
      const { keyword, position } = row
      if (optional(keyword) !== undefined) {
        judge.expect('2.24', isStated('#/components/schemas/Ranking/properties/keyword', keyword), {
          expected: 'keyword as a string',
          actual: phrase(keyword),
          exchange,
        })
      }
      if (optional(position) !== undefined) {
        judge.expect(
          '2.25',
          isStated('#/components/schemas/Ranking/properties/position', position),
          { expected: 'position as a number', actual: phrase(position), exchange },
        )
      }
    }
  }),
  check(['2.26'], 'filters rankings by campaign_id', (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const exchange = evidence.get('rankings:own')
    const rows = rankingRows(exchange)
    const strange = rows.find((row) => {
      if (typeof row.campaign_id === 'string') return row.campaign_id !== id
      return typeof row.keyword === 'string' && !body.keywords.includes(row.keyword)
    })
    if (rows.length === 0) throw new Undetermined('no campaign has rankings yet')
    judge.expect('2.26', strange === undefined, {
      expected: `rankings of the campaign ${id} alone`,
      actual: phrase(strange),
      exchange,
    })
  }),
  check(['2.27', '2.28'], 'filters rankings by start_date and end_date', (judge, evidence) => {
    const exchange = evidence.get('rankings:days')
    const { searchParams } = new URL(exchange.url)
    const [start, end] = [searchParams.get('start_date') ?? '', searchParams.get('end_date') ?? '']
    if (!succeeded(exchange)) throw new Undetermined(`the filters gave ${outcomeOf(exchange)}`)
    for (const row of rankingRows(exchange)) {
      const day = dayOf(row)
      if (day === undefined) continue
      const contradiction = (expected: string) => ({
        expected,
        actual: `a row of ${day}`,
        exchange,
      })
      judge.expect('2.27', day >= start, contradiction(`no row before ${start}`))
      judge.expect('2.28', day <= end, contradiction(`no row after ${end}`))
    }
  }),
  check(['2.29'], 'filters rankings by keywords', (judge, evidence) => {
    const exchange = evidence.find('rankings:keyword[]') ?? evidence.get('rankings:keyword')
    if (!succeeded(exchange)) throw new Undetermined(`the filter gave ${outcomeOf(exchange)}`)
    const { searchParams } = new URL(exchange.url)
    const keyword = searchParams.get('keywords') ?? searchParams.get('keywords[]')
    for (const row of rankingRows(exchange)) {
      if (typeof row.keyword !== 'string') continue
      judge.expect('2.29', row.keyword === keyword, {
        expected: `rows of the keyword ${phrase(keyword)} alone`,
        actual: `a row of ${phrase(row.keyword)}`,
        exchange,
      })
    }
  }),
  check(['2.31'], 'asks for the mentions of one platform', (judge, evidence) => {
    const exchange = evidence.find('mentions:filtered[]') ?? evidence.get('mentions:filtered')
    const wanted = evidence.mentions?.platform.toLowerCase()
    if (!succeeded(exchange)) throw new Undetermined(`the filter gave ${outcomeOf(exchange)}`)
    for (const row of mentionRows(exchange)) {
      if (typeof row.platform !== 'string') continue
      judge.expect('2.31', row.platform.toLowerCase() === wanted, {
        expected: `mentions on ${evidence.mentions?.platform} alone`,
        actual: `one on ${row.platform}`,
        exchange,
      })
    }
  }),
  check(['2.33'], 'answers a query of mentions with a list', (judge, evidence) => {
    const asked = ['getMentions', 'mentions:filtered'].map((step) => evidence.get(step))
    for (const exchange of asked.filter(succeeded)) {
      judge.expect('2.33', hasList(exchange), {
        expected: 'a list of mentions in data',
        actual: phrase(dataOf(exchange)),
        exchange,
      })
    }
  }),
  check(['2.44'], 'gives a report a download_url that is a URL', (judge, evidence) => {
    const exchange = evidence.get('generateReport')
    if (!succeeded(exchange)) throw new Undetermined(`the report gave ${outcomeOf(exchange)}`)
    const urls = recordsWith(dataOf(exchange), ['download_url'])
      .map((each) => optional(each.download_url))
      .filter((url) => url !== undefined)
    // That this endpoint answers with the result of §2, and not before it is ready, is not shown.
    if (urls.length === 0) throw new Undetermined('the answer has no download_url')
    for (const url of urls) {
      const isUrl = typeof url === 'string' && (URL.canParse(url) || /^\/\S*$/.test(url))
      judge.expect('2.44', isUrl, {
        expected: 'download_url as a string that holds a URL',
        actual: phrase(url),
        exchange,
      })
    }
  }),
]

const tokenChecks: Check[] = [
  everyExchange(
    ['2.52'],
    'forms each permission as <resource>:<action>, or *',
    (judge, exchange) => {
      for (const permission of verification(exchange)?.permissions ?? []) {
        if (typeof permission !== 'string') continue
        judge.expect('2.52', permission === '*' || /^[^\s:]+(:[^\s:]+)+$/.test(permission), {
          expected: 'permissions of the form <resource>:<action>, or *',
          actual: phrase(permission),
          exchange,
        })
      }
    },
  ),
  check(['2.53'], 'lets a key whose permissions hold * do everything', (judge, evidence) => {
    const permissions = verification(evidence.get('verify'))?.permissions
    if (!permissions?.includes('*')) {
      throw new Undetermined('the main key, by GET /auth/verify, does not hold *')
    }
    for (const exchange of evidence.of('main')) {
      judge.expect('2.53', errorCode(exchange) !== 'insufficient_permissions', {
        expected: 'no lack of permission, because the key holds *',
        actual: outcomeOf(exchange),
        exchange,
      })
    }
  }),
  check(['2.56', '2.57'], 'gives one key one key_id and one account_id', (judge, evidence) => {
    const exchange = evidence.get('verify:again')
    const [before, after] = [verification(evidence.get('verify')), verification(exchange)]
    for (const [fact, member] of [
      ['2.56', 'key_id'],
      ['2.57', 'account_id'],
    ] as const) {
      if (before?.[member] === undefined || after?.[member] === undefined) continue
      judge.expect(fact, before[member] === after[member], {
        expected: `the same ${member} as before, ${phrase(before[member])}`,
        actual: phrase(after[member]),
        exchange,
      })
    }
  }),
  check(['2.58'], 'gives two keys two key_ids', (judge, evidence) => {
    const others = ['restricted:verify', 'limited:first'].map((step) => evidence.find(step))
    if (others.every((exchange) => exchange === undefined)) evidence.get('restricted:verify')
    const known = new Set([verification(evidence.get('verify'))?.key_id])
    for (const exchange of others) {
      const id = exchange && verification(exchange)?.key_id
      if (id === undefined || known.has(undefined)) continue
      judge.expect('2.58', !known.has(id), {
        expected: 'a key_id of its own for each key',
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

/** A refusal proves something only where a whole body is accepted. */
function requireAcceptance(evidence: Evidence): void {
  if (!createdAny(evidence)) throw new Undetermined(evidence.reasonFor('create:first'))
}

export const resources: Section = {
  number: '2',
  title: 'Resources and their fields',
  checks: [...createdChecks, ...returnedChecks, ...intelligenceChecks, ...tokenChecks],
}
