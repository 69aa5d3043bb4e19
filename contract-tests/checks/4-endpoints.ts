import { isJsonCreate, nameIn, rowOf, shownCampaigns } from '../evidence/campaigns.ts'
import { type CampaignBody, type Evidence, Undetermined } from '../evidence/evidence.ts'
import type { JourneyStep } from '../evidence/steps.ts'
import { csvIn, whyNotCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignOf,
  campaignsOf,
  errorCode,
  hasNoBody,
  isObject,
  type Json,
  optional,
  outcomeOf,
  refused,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { completeness, hintsOf, nextQuery, totalOf } from '../paging/hints.ts'
import { phrase } from '../specification/schema.ts'
import { envelope } from './4-envelope.ts'
import { verify } from './4-verify.ts'
import { type Check, check, type Judge } from './check.ts'
import { judgePurpose, serves } from './purpose.ts'

const requests: Check[] = [
  check(['4.1'], 'serves its paths under the base URL', (judge, evidence) => {
    if (evidence.of('main').some((exchange) => exchange.operation && succeeded(exchange))) {
      judge.holds('4.1')
    }
  }),
  check(['4.2'], 'requires the Authorization header on every endpoint', (judge, evidence) => {
    const steps = evidence.exchanges.filter(
      ({ credential, operation, requestHeaders }) =>
        credential === 'anonymous' &&
        operation !== undefined &&
        requestHeaders.authorization === undefined,
    )
    for (const exchange of steps.filter(({ response }) => response)) {
      judge.expect('4.2', refused(exchange), {
        expected: `${exchange.operation} requires the header`,
        exchange,
      })
    }
  }),
  check(['4.3', '4.15'], 'creates a campaign from a JSON body', (judge, evidence) => {
    const creates = evidence.exchanges.filter(isJsonCreate)
    if (creates.some(succeeded)) return judge.holds('4.3', '4.15')
    const exchange = evidence.get('create:second')
    if (errorCode(exchange) === 'insufficient_permissions') {
      throw new Undetermined('the main key may not create campaigns')
    }
    judge.fails('4.15', {
      expected: 'a campaign from name, type, keywords and frequency',
      exchange,
    })
  }),
  check(['4.15'], 'answers a campaign of any texts', (judge, evidence) => {
    // A refusal may be about a limit that the specification does not show; a failure of the service is not.
    const creates = evidence.exchanges.filter(isJsonCreate)
    if (!creates.some(succeeded)) return
    const failed = creates.find((exchange) => {
      const isWhole = nameIn(exchange).startsWith(evidence.settings.runId)
      const isOurs = evidence.stepsOf(exchange).some((step) => step.startsWith('create:'))
      return isWhole && isOurs && (exchange.response?.status ?? 0) >= 500
    })
    if (failed) judge.fails('4.15', { expected: 'the campaign, or a refusal', exchange: failed })
  }),
  check(['4.5'], 'accepts requests with the header Content-Type', (judge, evidence) => {
    const typed = evidence
      .of('main')
      .filter(({ requestHeaders }) => requestHeaders['content-type'] === 'application/json')
    const bodiless = typed.filter(({ method, operation }) => method === 'GET' && operation)
    const first = bodiless[0]
    if (bodiless.some(succeeded)) judge.holds('4.5')
    else if (first && succeeded(evidence.get('verify'))) {
      judge.fails('4.5', {
        expected: 'success, as without the header Content-Type',
        exchange: first,
      })
    }
  }),
]

const listing: Check[] = [
  check(['4.13'], 'lists campaigns', (judge, evidence) => {
    judgePurpose(judge, evidence, '4.13', 'listCampaigns')
    for (const exchange of evidence.of('main')) judgeIsList(judge, exchange)
  }),
  check(['4.14'], 'lists a campaign that was created', (judge, evidence) => {
    const list = evidence.get('list:created')
    if (!succeeded(list)) throw new Undetermined(`the list returned ${outcomeOf(list)}`)
    judge.parts(['first', 'second'] as const, (which) => judgeListed(judge, evidence, list, which))
  }),
  check(['4.14'], 'lists each campaign once', (judge, evidence) => {
    const list = evidence.get('list:created')
    // Pages that were guessed may overlap because a parameter means something else.
    const isGuessed = nextQuery(list) === undefined
    const pages = isGuessed ? [list] : [list, ...evidence.pages]
    const ids = pages.flatMap((page) => (campaignsOf(page) ?? []).map(({ id }) => String(id)))
    const twice = ids.find((id, index) => ids.indexOf(id) < index)
    judge.expect('4.14', twice === undefined, {
      expected: 'each campaign once on all pages',
      actual: `the campaign ${twice} twice`,
      exchange: pages.at(-1) as Exchange,
    })
    for (const which of ['first', 'second'] as const) {
      const name = evidence.own[which]?.body.name
      const isOurs = (exchange: Exchange) => nameIn(exchange) === name
      const asked = [...evidence.exchanges, ...evidence.transients].filter(isJsonCreate)
      const shown = (campaignsOf(list) ?? []).filter((row) => row.name === name)
      if (name === undefined || shown.length <= asked.filter(isOurs).length) continue
      judge.fails('4.14', {
        expected: `one campaign named ${phrase(name)}, as was created`,
        actual: `${shown.length} of them`,
        exchange: list,
      })
    }
  }),
  check(['4.14'], 'lists as many campaigns as it says that there are', (judge, evidence) => {
    const list = evidence.get('list:created')
    const pages = [list, ...evidence.pages]
    // Others may delete campaigns meanwhile.
    const totals = pages.map(totalOf).filter((each) => each !== undefined)
    const total = totals.length > 0 ? Math.min(...totals) : undefined
    const isWhole = completeness(list) === 'whole' || evidence.find('pages:end') !== undefined
    if (total === undefined || !isWhole || !succeeded(list)) return
    const ids = new Set(pages.flatMap((page) => (campaignsOf(page) ?? []).map(({ id }) => id)))
    judge.expect('4.14', ids.size >= total, {
      expected: `${total} campaigns on all pages, as the list says`,
      actual: String(ids.size),
      exchange: pages.at(-1) as Exchange,
    })
  }),
  check(['4.14'], 'keeps listing a campaign while others change', (judge, evidence) => {
    const { id } = evidence.campaign('second')
    if (!rowOf(evidence.get('list:created'), id)) return
    judge.parts(['list:after refusals', 'list:updated', 'list:deleted'] as const, (step) => {
      const list = evidence.get(step)
      if (!succeeded(list) || !isWhole(evidence, list)) return
      judge.expect('4.14', rowOf(list, id) !== undefined, {
        expected: `the campaign ${id}, which was listed before and still exists`,
        actual: 'a list without it',
        exchange: list,
      })
    })
  }),
]

/** Judges whether the answer of GET /campaigns is a list. */
export function judgeIsList(judge: Judge, exchange: Exchange): void {
  if (exchange.operation !== 'listCampaigns' || !succeeded(exchange)) return
  if (hasNoBody(exchange) || isEmptyPage(exchange) || isPastTheEnd(exchange)) return
  const isList = rowsOf(exchange) !== undefined
  const body = exchange.response?.json
  judge.expectValue('4.13', body, isList, 'a list of campaigns in data', exchange)
}

/** Judges whether an answer about one campaign is about the requested one. */
export function judgeId(judge: Judge, fact: string, exchange: Exchange, id: string): void {
  const shown = succeeded(exchange) ? campaignOf(exchange)?.id : undefined
  if (shown === undefined || shown === null) return
  judge.expect(fact, String(shown) === id, {
    expected: `the campaign with the id ${id}`,
    actual: `the campaign with the id ${shown}`,
    exchange,
  })
}

/** A campaign that is missing may be on another page: only a whole list proves something. */
function judgeListed(
  judge: Judge,
  evidence: Evidence,
  list: Exchange,
  which: 'first' | 'second',
): void {
  const campaign = evidence.campaign(which)
  const pages = [list, ...evidence.pages]
  if (pages.some((page) => rowOf(page, campaign.id))) {
    judge.holds('4.14')
    return
  }
  const twin = pages
    .flatMap((page) => campaignsOf(page) ?? [])
    .find(({ id, name }) => name === campaign.body.name && id !== undefined)
  if (twin) {
    judge.fails('4.14', {
      expected: `the campaign under its id, ${campaign.id}`,
      actual: `a campaign with this name and the id ${twin.id}`,
      exchange: list,
    })
    return
  }
  const end = evidence.find('pages:end')
  if (!end && !isWhole(evidence, list)) {
    throw new Undetermined(
      'the campaign may be on another page, and the specification does not describe paging',
    )
  }
  judge.fails('4.14', {
    expected: `the campaign ${campaign.id} among all campaigns`,
    actual: end ? 'all pages without it' : `${rowsOf(list)?.length} campaigns without it`,
    exchange: list,
  })
}

/** Some servers leave out an empty list. */
export function isEmptyPage(list: Exchange): boolean {
  return /"(total|count|total_?count|total_?elements|total_?items)":0\b/i.test(
    list.response?.text ?? '',
  )
}

/** HAL leaves out the list of a page that has no rows. */
function isPastTheEnd(page: Exchange): boolean {
  const isAsked = new URL(page.url).search !== ''
  return isAsked && rowsOf(page) === undefined && hintsOf(page).isPaged
}

/** Whether a list is known to show all there is. */
function isWhole(evidence: Evidence, list: Exchange): boolean {
  const said = completeness(list)
  if (said !== 'unknown') return said === 'whole'
  if (evidence.find('pages:some')) return false
  const rows = rowsOf(list)?.length ?? 0
  // The usual parameters have no effect, and pages have a round number of rows.
  if (evidence.find('pages:none') && rows % 5 > 0) return true
  if (rows === 0) return true
  // A list that was longer at another time of the run is no full page now.
  const lengths = evidence.exchanges
    .filter((each) => each.operation === 'listCampaigns' && each.credential === 'main')
    .map((each) => rowsOf(each)?.length ?? 0)
  return Math.max(...lengths) > rows
}

const managing: Check[] = [
  check(['4.16'], 'returns the campaign with the requested id', (judge, evidence) => {
    judge.parts(
      [
        ['get:first', 'first'],
        ['get:second', 'second'],
        ['get:updated', 'first'],
        ['get:kept', 'second'],
      ] as const,
      ([step, which]) => {
        if (step === 'get:kept' && !evidence.find(step)) return
        const { id } = evidence.campaign(which)
        const exchange = evidence.get(step)
        // Another check reports a refused deletion that happened.
        if (which === 'first' && wasGone(evidence)) return
        judge.success('4.16', exchange, `the campaign ${id}, which exists`)
        judgeId(judge, '4.16', exchange, id)
      },
    )
  }),
  check(['4.17'], 'updates a campaign and returns the new values afterwards', (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const update = evidence.get('update')
    if (!succeeded(update)) return judgeRefusedUpdate(judge, update)
    const sent = JSON.parse(update.requestBody as string) as CampaignBody
    const again = evidence.find('get:updated still') ? (['get:updated still'] as const) : []
    judgeShown(judge, evidence, ['update', 'get:updated', ...again], sent, body)
    const answered = campaignOf(update)?.id
    if (answered !== undefined && answered !== null && String(answered) !== id) {
      judge.fails('4.17', {
        expected: `the campaign ${id}`,
        actual: `a campaign with the id ${answered}`,
        exchange: update,
      })
    }
    judge.part(() => {
      const list = evidence.get('list:updated')
      const row = rowOf(list, id)
      if (row) judge.campaign('4.17', row, sent, list, { before: body })
      const twin = campaignsOf(list)?.find(
        (each) => each.name === sent.name && String(each.id) !== id,
      )
      if (row && twin) {
        judge.fails('4.17', {
          expected: `only the campaign ${id} with the new name`,
          actual: `another campaign, ${twin.id}, with this name`,
          exchange: list,
        })
      }
    })
    if (body.name === sent.name) throw new Error('The update has to change the name.')
  }),
  check(['4.17'], 'updates a campaign a second time', (judge, evidence) => {
    const update = evidence.get('update:again')
    judge.success('4.17', update, 'success, as for the first update')
    if (!succeeded(update)) return
    const first = JSON.parse(evidence.get('update').requestBody as string) as CampaignBody
    const sent = JSON.parse(update.requestBody as string) as CampaignBody
    const steps = ['update:again', 'get:updated again'] as const
    judgeShown(judge, evidence, steps, sent, first)
  }),
  check(['4.17'], 'updates the name alone, in any script', (judge, evidence) => {
    const renamed = evidence.find('update:renamed')
    const update = renamed ?? evidence.get('update:partly')
    if (!succeeded(update)) throw new Undetermined(`the update returned ${outcomeOf(update)}`)
    const { name } = JSON.parse(update.requestBody as string) as CampaignBody
    const exchange = evidence.get(renamed ? 'get:renamed' : 'get:partly updated')
    const shown = campaignOf(exchange)
    if (succeeded(exchange) && shown) judge.campaign('4.17', shown, { name }, exchange)
  }),
  check(['4.17'], 'does not change other campaigns when it updates one', (judge, evidence) => {
    const { id, body } = evidence.campaign('second')
    if (!succeeded(evidence.get('update'))) return
    const list = evidence.find('list:updated')
    const read = evidence.find('get:untouched')
    if (read?.response) judge.success('4.17', read, 'the campaign that was not updated')
    const { settings } = JSON.parse(evidence.get('update').requestBody as string) as CampaignBody
    const cases = [
      [read, read && campaignOf(read), body],
      [list, list && rowOf(list, id), body],
      [evidence.find('get:partly updated'), shownIn(evidence, 'get:partly updated'), {}],
      [evidence.find('get:renamed'), shownIn(evidence, 'get:renamed'), {}],
    ] as const
    for (const [exchange, shown, sent] of cases) {
      if (!exchange || !shown) continue
      judge.campaign('4.17', shown, sent, exchange)
      const location = locationOf(shown)
      if (location === undefined || body.settings || settings?.location === undefined) continue
      // It may have been that all along, by default.
      const before = shownBefore(evidence, exchange, id)
      if (!before || locationOf(before) === location) continue
      judge.expect('4.17', location !== settings.location, {
        expected: `another location than ${settings.location}, which the other campaign has now`,
        actual: phrase(location),
        exchange,
      })
    }
  }),
  check(['4.18'], 'deletes a campaign, which then no longer exists', (judge, evidence) => {
    const { id } = evidence.campaign('first')
    const deletion = evidence.get('delete')
    if (!succeeded(deletion)) {
      if (['insufficient_permissions', 'not_found'].includes(errorCode(deletion) ?? '')) {
        throw new Undetermined(`the deletion returned ${outcomeOf(deletion)}`)
      }
      return judge.fails('4.18', { expected: 'the campaign is deleted', exchange: deletion })
    }
    judge.parts(['deleted:getCampaign', 'deleted:second'] as const, (step) => {
      const exchange = evidence.get(step)
      judge.refusal('4.18', exchange, 'no campaign, because it was deleted')
    })
    judge.part(() => judgeSecondDeletion(judge, evidence))
    const lists = ['list:deleted', 'pages:deleted', 'pages:deleted 2', 'pages:deleted 3'] as const
    judge.parts(lists, (step) => {
      if (step !== 'list:deleted' && !evidence.find(step)) return
      const list = evidence.get(step)
      judge.expect('4.18', rowOf(list, id) === undefined, {
        expected: 'a list without the campaign that was deleted',
        actual: `a list with ${id}`,
        exchange: list,
      })
    })
  }),
  check(['4.18'], 'does not change other campaigns when it deletes one', (judge, evidence) => {
    if (!succeeded(evidence.get('delete'))) return
    const { id, body } = evidence.campaign('second')
    const list = evidence.get('list:deleted')
    const row = rowOf(list, id)
    const read = evidence.find('get:kept')
    if (!row || read)
      judge.success('4.18', evidence.get('get:kept'), 'the campaign that was not deleted')
    // Its name was changed, and its other members were not.
    const { name: _, ...sent } = body
    if (row) judge.campaign('4.18', row, sent, list)
    const shown = read && succeeded(read) ? campaignOf(read) : undefined
    if (read && shown) judge.campaign('4.18', shown, sent, read)
  }),
  check(['4.16', '4.17', '4.18'], 'serves a campaign as long as it exists', (judge, evidence) => {
    judge.parts(['first', 'second'] as const, (which) => {
      const path = `/campaigns/${encodeURIComponent(evidence.campaign(which).id)}`
      const about = evidence.of('main').filter(({ url }) => new URL(url).pathname.endsWith(path))
      const deletion = about.findIndex((each) => each.method === 'DELETE' && succeeded(each))
      for (const exchange of about.slice(0, deletion === -1 ? undefined : deletion)) {
        const fact = { GET: '4.16', PUT: '4.17', DELETE: '4.18' }[exchange.method]
        const status = exchange.response?.status ?? 0
        const hasFailed = errorCode(exchange) === 'server_error' || status >= 500
        // Once may be by chance. A body that must be refused is judged elsewhere.
        const isOfRefusals = evidence.stepsOf(exchange).some((step) => /^(refused|malf)/.test(step))
        if (!fact || !hasFailed || !exchange.repeats || isOfRefusals) continue
        judge.fails(fact, { expected: 'the campaign, which exists', exchange })
      }
    })
  }),
]

/** A campaign is deleted once: cleaning up finds none that it has to delete again. */
function judgeSecondDeletion(judge: Judge, evidence: Evidence): void {
  const deletion = evidence.get('delete:second')
  if (!succeeded(deletion)) return
  const { id } = evidence.campaign('second')
  const later = evidence.exchanges.slice(evidence.exchanges.indexOf(deletion) + 1)
  const list = later.find((each) => each.operation === 'listCampaigns' && rowOf(each, id))
  const again = later.find(({ method, url }) => method === 'DELETE' && url === deletion.url)
  if (!list || !again || !succeeded(again)) return
  judge.fails('4.18', {
    expected: 'a list without the campaign that was deleted',
    actual: `a list with ${id}, which then is deleted a second time`,
    exchange: list,
  })
}

/** Whether the first campaign is gone after the requests that must be refused. */
function wasGone(evidence: Evidence): boolean {
  const read = evidence.find('get:after refusals')
  const created = evidence.find('get:first')
  if (!read || !created) return false
  return errorCode(read) === 'not_found' && succeeded(created)
}

function locationOf({ settings }: Json): unknown {
  return isObject(settings) ? optional(settings.location) : undefined
}

/** The second campaign in an earlier answer of the same kind, before the first was updated. */
function shownBefore(evidence: Evidence, { operation }: Exchange, id: string): Json | undefined {
  const list = evidence.find('list:created')
  if (operation === 'listCampaigns') return list && rowOf(list, id)
  return shownIn(evidence, 'get:second') ?? shownIn(evidence, 'create:second')
}

function shownIn(evidence: Evidence, step: JourneyStep): Json | undefined {
  const exchange = evidence.find(step)
  return exchange && succeeded(exchange) ? campaignOf(exchange) : undefined
}

/** Judges the responses that must show what an update sent. */
function judgeShown(
  judge: Judge,
  evidence: Evidence,
  steps: readonly JourneyStep[],
  sent: CampaignBody,
  before: CampaignBody,
): void {
  judge.parts(steps, (step) => {
    const exchange = evidence.get(step)
    const shown = campaignOf(exchange)
    if (!succeeded(exchange) || !shown) return
    const isWhole = exchange.operation === 'getCampaign'
    judge.campaign('4.17', shown, sent, exchange, { before, isWhole })
  })
}

function judgeRefusedUpdate(judge: Judge, update: Exchange): void {
  const code = errorCode(update)
  const status = update.response?.status ?? 0
  if (code === 'server_error' || [405, 501].includes(status)) {
    judge.fails('4.17', { expected: 'the campaign is updated', exchange: update })
    return
  }
  throw new Undetermined(
    `the update returned ${outcomeOf(update)}; the specification does not describe its body`,
  )
}

/** Keywords of the campaigns that the main key saw. */
function keywordsOf(evidence: Evidence): string[] {
  const campaigns = evidence.of('main').flatMap(shownCampaigns)
  return campaigns
    .flatMap(({ keywords }) => (Array.isArray(keywords) ? keywords : []))
    .filter((each) => typeof each === 'string')
}

export const endpoints: Check[] = [
  ...requests,
  ...envelope,
  ...listing,
  ...managing,
  serves('4.19', 'getDashboards', 'gives dashboard data'),
  serves('4.20', 'getIntelligenceOverview', 'gives the intelligence overview'),
  serves('4.21', 'getRankings', 'gives rankings'),
  serves('4.22', 'getMentions', 'gives mentions'),
  serves('4.23', 'getCampaignAnalytics', 'gives the analytics of a campaign'),
  serves('4.24', 'generateReport', 'generates a report'),
  serves('4.25', 'exportCsv', 'exports data as CSV'),
  check(['4.25'], 'exports CSV that can be read', (judge, evidence) => {
    const exchange = evidence.get('exportCsv')
    const file = csvIn(exchange)
    if (file === undefined) return
    const why = whyNotCsv(file, keywordsOf(evidence))
    judge.expect('4.25', why === undefined, { expected: 'CSV', actual: why ?? '', exchange })
  }),
  serves('4.28', 'getCurrentUser', 'gives information on the current user'),
  serves('4.29', 'verifyToken', 'checks that a token works'),
  ...verify,
]
