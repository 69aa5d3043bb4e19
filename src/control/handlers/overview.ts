import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account, AccountHead } from '../../accounts/account.ts'
import type { CampaignHistory } from '../../accounts/campaign.ts'
import { isReplacement } from '../../accounts/mark.ts'
import { addDays, dayNumber } from '../../intelligence/dates.ts'
import { algorithmUpdates } from '../../intelligence/rankings/events.ts'
import { handlers } from '../../operations/handlers.ts'
import type {
  Operation,
  OperationId,
  OperationRequest,
  Result,
} from '../../operations/operation.ts'
import { isoDay, isoTime } from '../../time/clock.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { clockOf } from './clock.ts'

type Schemas = components['schemas']
type Edit = Schemas['Overview']['edits'][number]

/** The most lines that users can distinguish in a chart. */
const MOST_LINES = 8
const MOST_EDITS = 50
const LISTED_MENTIONS = 6
/** Rows of rankings: the best keywords on 90 days, or all keywords on one day. */
const MOST_ROWS = 1_000

export function overviewHandlers(parts: ControlParts) {
  const { store, clock } = parts
  return {
    /** GET /_sandbox/overview */
    async getOverview(request) {
      const { days, campaign: campaignId, ...listed } = request.query
      const head = await request.account()
      const now = clock.of(head)
      const period: Period = { start_date: addDays(isoDay(now), 1 - days), end_date: isoDay(now) }
      const read = serviceReader(head, { now, serverUrl: request.serverUrl }, parts)
      const account = await store.read(head.id)
      return {
        data: {
          clock: await clockOf(account, parts),
          account:
            campaignId === undefined ? await accountFigures(read, { ...period, ...listed }) : null,
          campaign:
            campaignId === undefined ? null : await campaignFigures(read, campaignId, period),
          edits: editsOf(account, { from: period.start_date, campaignId }),
          updates: updatesOf(account, period, campaignId),
          moves: movesOf(account, period.start_date),
        },
      }
    },
  } satisfies Partial<ControlHandlers>
}

interface Period {
  /** YYYY-MM-DD. */
  start_date: string
  end_date: string
}

interface Listed {
  search?: string | undefined
  limit: number
  offset: number
}

type Success<Id extends OperationId> = Exclude<Result<Id>, { file: unknown }>
type Input<Id extends OperationId> = Partial<Pick<OperationRequest<Id>, 'params' | 'query'>>

/** Reads one operation of the service for an account. Rejects with the ApiError that the service would respond with. */
type ReadService = <Id extends OperationId>(id: Id, input?: Input<Id>) => Promise<Success<Id>>

/**
 * A function that reads the service for an account as `/_sandbox/api` does: without a key, a quota and a log, and before
 * an overlay gives the answer another form. Queries are not validated and get no defaults.
 */
function serviceReader(
  account: Readonly<AccountHead>,
  given: Pick<OperationRequest<OperationId>, 'now' | 'serverUrl'>,
  { store, events, document, config }: ControlParts,
): ReadService {
  return async <Id extends OperationId>(id: Id, { params, query }: Input<Id> = {}) => {
    const handler = handlers[id] as Operation<Id>
    const result = await handler({
      ...given,
      params: params ?? {},
      query: query ?? {},
      body: undefined,
      caller: { account, key: undefined, session: undefined },
      quota: undefined,
      replaces: false,
      prefers: () => false,
      listOf: (name: keyof typeof query) => query?.[name],
      store,
      events,
      document,
      config,
    } as unknown as OperationRequest<Id>)
    return result as Success<Id>
  }
}

async function accountFigures(
  read: ReadService,
  { search, limit, offset, ...period }: Period & Listed,
): Promise<Schemas['AccountFigures']> {
  const { data: dashboard } = await read('getDashboards', { query: period })
  const { data: intelligence } = await read('getIntelligenceOverview', { query: period })
  const { data: page, page: range } = await read('listCampaigns', {
    query: { limit, offset, ...(search ? { search } : {}) },
  })
  const campaigns: Schemas['AccountFigures']['campaigns'] = []
  for (const campaign of page) {
    const params = { id: campaign.id }
    const { data: analytics } = await read('getCampaignAnalytics', { params, query: period })
    const { summary, changes, series } = analytics
    const positions = series.map(({ average_position }) => average_position)
    campaigns.push({ campaign, summary, changes, positions })
  }
  return { dashboard, intelligence, campaigns, total: range?.total ?? page.length }
}

async function campaignFigures(
  read: ReadService,
  campaign_id: string,
  period: Period,
): Promise<Schemas['CampaignFigures']> {
  const params = { id: campaign_id }
  const { data: campaign } = await read('getCampaign', { params })
  const { data: analytics } = await read('getCampaignAnalytics', { params, query: period })
  const rows = { campaign_id, limit: MOST_ROWS, offset: 0 }
  const { data: rankings } = await read('getRankings', {
    query: { ...period, ...rows, keywords: bestKeywords(analytics) },
  })
  const last = analytics.series.findLast(({ visibility }) => visibility !== null)?.date
  const { data: latest } =
    last === undefined
      ? { data: [] }
      : await read('getRankings', { query: { ...rows, start_date: last, end_date: last } })
  const { data: mentions } = await read('getMentions', {
    query: { ...period, campaign_id, brand: analytics.brand, limit: LISTED_MENTIONS, offset: 0 },
  })
  return { campaign, analytics, rankings, latest, mentions }
}

/** The keywords of the chart, in the order of the campaign: the best ones if there are too many. */
function bestKeywords({ keywords }: Schemas['CampaignFigures']['analytics']): string[] {
  const placeOf = ({ position }: (typeof keywords)[number]) => position ?? 101
  const best = keywords.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, MOST_LINES)
  return keywords.filter((each) => best.includes(each)).map(({ keyword }) => keyword)
}

function updatesOf(
  { seed, campaigns }: Account,
  { start_date, end_date }: Period,
  campaignId: string | undefined,
): Schemas['Overview']['updates'] {
  const named = campaignId === undefined ? undefined : campaigns.get(campaignId)
  const days = { first: dayNumber(start_date), last: dayNumber(end_date) }
  return algorithmUpdates(seed, named ? [named] : campaigns.values(), days)
    .map(({ date, search_engine }) => ({ date, search_engine: String(search_engine) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Moves of the clock that ended on the day `from` or later, since the state of the account was replaced. */
function movesOf({ history }: Account, from: string): Schemas['Overview']['moves'] {
  const marks = [...history.values()]
  const moves = marks.slice(marks.findLastIndex(({ operation }) => isReplacement(operation)) + 1)
  return moves.flatMap(({ operation, at, to }) => {
    const kind = MOVES[operation]
    return kind !== undefined && to !== undefined && isoDay(to) >= from
      ? [{ kind, from: isoTime(at), to: isoTime(to) }]
      : []
  })
}

const MOVES: Record<string, 'advance' | 'set'> = { advanceClock: 'advance', setClock: 'set' }

/** The changes of campaigns since the day `from`, of one of them if `campaignId` names it, the newest first. */
function editsOf(
  { campaigns, past }: Account,
  { from, campaignId }: { from: string; campaignId: string | undefined },
): Edit[] {
  const ids =
    campaignId === undefined ? [...new Set([...campaigns.keys(), ...past.keys()])] : [campaignId]
  return ids
    .flatMap((id) => editsOfOne(id, { campaigns, past }))
    .filter(({ time }) => time >= from)
    .sort((a, b) => (a.time < b.time ? 1 : -1))
    .slice(0, MOST_EDITS)
}

function editsOfOne(id: string, { campaigns, past }: Pick<Account, 'campaigns' | 'past'>): Edit[] {
  const states: CampaignHistory['states'] = past.get(id)?.states ?? []
  const current = campaigns.get(id)
  const [oldest] = states
  const first = oldest?.campaign ?? current
  const created: Edit[] =
    first === undefined
      ? []
      : [{ time: first.created_at, kind: 'created', campaign_id: id, name: first.name }]
  const later = states.map(({ until, campaign }, n): Edit => {
    const after = states[n + 1]?.campaign ?? current
    return {
      time: isoTime(until),
      kind: after ? 'changed' : 'deleted',
      campaign_id: id,
      name: (after ?? campaign).name,
    }
  })
  return [...created, ...later]
}
