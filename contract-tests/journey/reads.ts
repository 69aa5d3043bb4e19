import type { JourneyStep, OperationId } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignsOf, isObject, type Json, rowsOf, succeeded } from '../http/reading.ts'
import { encoded, idIn, type Runner } from './runner.ts'

const DAY_MS = 86_400_000

/** Reads intelligence, analytics, reports and the user. */
export async function readIntelligence(runner: Runner): Promise<void> {
  const { evidence } = runner
  const first = evidence.own.first?.id
  const plain = (operation: JourneyStep & OperationId) => runner.askMain(operation, operation)

  await plain('getDashboards')
  await plain('getIntelligenceOverview')
  await plain('getCurrentUser')
  await readRankings(runner)
  await readMentions(runner)

  const campaign = first ?? someId(evidence.find('list:before'))
  if (campaign === undefined) {
    evidence.skip('getCampaignAnalytics', 'there is no campaign to read')
    evidence.skip('generateReport', 'there is no campaign to read')
  } else {
    await runner.askMain('getCampaignAnalytics', 'getCampaignAnalytics', { id: campaign })
    const query = `campaign_id=${encoded(campaign)}&format=pdf&date_range=last_30_days`
    const include = 'include=rankings&include=competitors&include=trends'
    const report = await runner.askMain('generateReport', 'generateReport', {
      query: `${query}&${include}`,
    })
    // The form of a list in a query is not shown.
    if (!succeeded(report)) {
      await runner.askMain('generateReport', 'generateReport', { query })
    }
  }

  const csv = await plain('exportCsv')
  if (!succeeded(csv) && campaign !== undefined) {
    await runner.askMain('exportCsv', 'exportCsv', { query: `campaign_id=${encoded(campaign)}` })
  }
}

/**
 * Reads rankings without a filter, of the run's own campaign, and of a campaign with rows by days and by keyword.
 * Filters must be query parameters, because a GET request has no body. A refusal of them proves nothing.
 */
async function readRankings(runner: Runner): Promise<void> {
  const { evidence } = runner
  const rankings = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getRankings', { query })

  const own = evidence.own.first?.id
  const campaign = own ?? someId(evidence.find('list:before'))
  const all = await rankings('getRankings', '')
  if (campaign !== undefined) {
    const step = campaign === own ? 'rankings:own' : 'rankings:some'
    const filtered = await rankings(step, byCampaign(campaign).slice(0, -1))
    // Other keys repeat the request that worked.
    if (!succeeded(all) && succeeded(filtered)) evidence.record('getRankings', filtered)
  }

  const source = await campaignWithRankings(runner)
  if (source === undefined) {
    evidence.skip('rankings', 'no campaign has rankings yet')
    return
  }
  const { filter, rows } = source
  const days = rows.map(dayOf).filter((day) => day !== undefined)
  const last = days.sort().at(-1)
  if (last !== undefined) {
    const start = new Date(Date.parse(last) - 2 * DAY_MS).toISOString().slice(0, 10)
    const end = new Date(Date.parse(last) - DAY_MS).toISOString().slice(0, 10)
    await rankings('rankings:days', `${filter}start_date=${start}&end_date=${end}`)
  }
  const keyword = rows.map((row) => row.keyword).find((each) => typeof each === 'string')
  if (keyword !== undefined) {
    const value = encoded(keyword)
    const filtered = await rankings('rankings:keyword', `${filter}keywords=${value}`)
    if (rankingRows(filtered).some((row) => row.keyword !== keyword)) {
      await rankings('rankings:keyword[]', `${filter}keywords%5B%5D=${value}`)
    }
  }
}

/** Days with rankings that a campaign needs for a filter of dates. */
const FEWEST_DAYS = 3

/** The query with most rows to filter: the run's own campaign may have no rankings yet. */
async function campaignWithRankings(
  runner: Runner,
): Promise<{ filter: string; rows: Json[] } | undefined> {
  const { evidence } = runner
  const found: { filter: string; rows: Json[] }[] = []
  const consider = (filter: string, exchange: Exchange | undefined) => {
    if (exchange) found.push({ filter, rows: rankingRows(exchange) })
    return new Set(found.at(-1)?.rows.map(dayOf)).size >= FEWEST_DAYS
  }

  const own = evidence.own.first
  if (own && consider(byCampaign(own.id), evidence.find('rankings:own'))) return found.at(-1)
  const all = evidence.find('list:before')
  for (const { id } of ((all && campaignsOf(all)) ?? []).slice(0, 2)) {
    const query = byCampaign(String(id))
    const filter = { query: query.slice(0, -1) }
    const rankings = await runner.askMain(`rankings:of ${id}`, 'getRankings', filter)
    if (consider(query, rankings)) return found.at(-1)
  }
  consider('', evidence.find('getRankings'))
  return found.find(({ rows }) => rows.length > 0)
}

function byCampaign(id: string): string {
  return `campaign_id=${encoded(id)}&`
}

async function readMentions(runner: Runner): Promise<void> {
  const { evidence } = runner
  const mentions = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getMentions', { query })
  const start = new Date(Date.now() - 14 * DAY_MS).toISOString().slice(0, 10)

  const all = await mentions('getMentions', '')
  const seen = mentionRows(all)
  const brand = seen.map((row) => row.brand).find((each) => typeof each === 'string') ?? 'Acme'
  const platform =
    seen.map((row) => row.platform).find((each) => typeof each === 'string') ?? 'ChatGPT'
  const query = `brand=${encoded(brand)}&platforms=${encoded(platform)}&start_date=${start}`
  const filtered = await mentions('mentions:filtered', query)
  if (!succeeded(all) && succeeded(filtered)) evidence.record('getMentions', filtered)
  evidence.mentions = { brand, platform, start }
  const others = mentionRows(filtered).some(
    (row) => typeof row.platform === 'string' && row.platform !== platform,
  )
  if (others) {
    await mentions('mentions:filtered[]', query.replace('platforms=', 'platforms%5B%5D='))
  }
}

/** The rows of an answer that look like rankings. */
export function rankingRows(exchange: Exchange): Json[] {
  if (!succeeded(exchange)) return []
  return (rowsOf(exchange) ?? [])
    .filter(isObject)
    .filter((row) => 'keyword' in row || 'position' in row)
}

/** The rows of a list of mentions. */
export function mentionRows(exchange: Exchange): Json[] {
  return succeeded(exchange) ? (rowsOf(exchange) ?? []).filter(isObject) : []
}

/** The day of a row, if it has one under a usual name. */
export function dayOf(row: Json): string | undefined {
  return [row.date, row.day]
    .filter((each) => typeof each === 'string')
    .find((each) => /^\d{4}-\d{2}-\d{2}$/.test(each) && !Number.isNaN(Date.parse(each)))
}

function someId(list: Exchange | undefined): string | undefined {
  return list && idIn(campaignsOf(list)?.[0])
}
