import type { Exchange } from '../support/exchange.ts'
import { campaignsOf, isObject, type Json, rowsOf, succeeded } from '../support/reading.ts'
import { encoded, idIn, type Traveller } from './traveller.ts'

const DAY_MS = 86_400_000

/** Asks the operations that show intelligence, analytics, reports and the user. */
export async function readIntelligence(traveller: Traveller): Promise<void> {
  const { evidence } = traveller
  const first = evidence.own.first?.id
  const plain = (operation: string) => traveller.ask(operation, 'main', traveller.call(operation))

  await plain('getDashboards')
  await plain('getIntelligenceOverview')
  await plain('getCurrentUser')
  await readRankings(traveller)
  await readMentions(traveller)

  const campaign = first ?? someId(evidence.find('list:before'))
  if (campaign === undefined) {
    evidence.skip('getCampaignAnalytics', 'there is no campaign to ask for')
    evidence.skip('generateReport', 'there is no campaign to ask for')
  } else {
    await traveller.ask(
      'getCampaignAnalytics',
      'main',
      traveller.call('getCampaignAnalytics', { id: campaign }),
    )
    const query = `campaign_id=${encoded(campaign)}&format=pdf&date_range=last_30_days`
    const include = 'include=rankings&include=competitors&include=trends'
    const report = await traveller.ask(
      'generateReport',
      'main',
      traveller.call('generateReport', { query: `${query}&${include}` }),
    )
    // How a list is written in a query is not shown; a server may read only its own form.
    if (!succeeded(report)) {
      await traveller.ask('generateReport', 'main', traveller.call('generateReport', { query }))
    }
  }

  const csv = await plain('exportCsv')
  if (!succeeded(csv) && campaign !== undefined) {
    await traveller.ask(
      'exportCsv',
      'main',
      traveller.call('exportCsv', { query: `campaign_id=${encoded(campaign)}` }),
    )
  }
}

/**
 * Rankings without a filter, of the run's own campaign, and of one that has rows: by a few days and
 * by one keyword. That filters are query parameters under their stated names is all that a GET
 * without a body leaves; a refusal of them proves nothing.
 */
async function readRankings(traveller: Traveller): Promise<void> {
  const { evidence } = traveller
  const rankings = (step: string, query: string) =>
    traveller.ask(step, 'main', traveller.call('getRankings', { query }))

  const own = evidence.own.first?.id
  const campaign = own ?? someId(evidence.find('list:before'))
  const all = await rankings('getRankings', '')
  if (campaign !== undefined) {
    const step = campaign === own ? 'rankings:own' : 'rankings:some'
    const filtered = await rankings(step, byCampaign(campaign).slice(0, -1))
    // The request that worked is the one to repeat with other keys.
    if (!succeeded(all) && succeeded(filtered)) evidence.record('getRankings', filtered)
  }

  const source = await campaignWithRankings(traveller)
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

/** Days that a campaign must have rankings of, for a filter of dates to show. */
const FEWEST_DAYS = 3

/** The query that gives most to filter: the run's own campaign may have no rankings yet. */
async function campaignWithRankings(
  traveller: Traveller,
): Promise<{ filter: string; rows: Json[] } | undefined> {
  const { evidence } = traveller
  const found: { filter: string; rows: Json[] }[] = []
  const consider = (filter: string, exchange: Exchange | undefined) => {
    if (exchange) found.push({ filter, rows: rankingRows(exchange) })
    return new Set(found.at(-1)?.rows.map(dayOf)).size >= FEWEST_DAYS
  }

  const own = evidence.own.first
  if (own && consider(byCampaign(own.id), evidence.find('rankings:own'))) return found.at(-1)
  for (const { id } of (campaignsOf(evidence.get('list:before')) ?? []).slice(0, 2)) {
    const query = byCampaign(String(id))
    const call = traveller.call('getRankings', { query: query.slice(0, -1) })
    if (consider(query, await traveller.ask(`rankings:of ${id}`, 'main', call))) return found.at(-1)
  }
  consider('', evidence.find('getRankings'))
  return found.find(({ rows }) => rows.length > 0)
}

function byCampaign(id: string): string {
  return `campaign_id=${encoded(id)}&`
}

async function readMentions(traveller: Traveller): Promise<void> {
  const { evidence } = traveller
  const mentions = (step: string, query: string) =>
    traveller.ask(step, 'main', traveller.call('getMentions', { query }))
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

/** The rows of an answer that look like ranking records; not what is nested within them. */
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

/** The day that a row is of, where it has one under a usual name. */
export function dayOf(row: Json): string | undefined {
  return [row.date, row.day]
    .filter((each) => typeof each === 'string')
    .find((each) => /^\d{4}-\d{2}-\d{2}$/.test(each) && !Number.isNaN(Date.parse(each)))
}

function someId(list: Exchange | undefined): string | undefined {
  return list && idIn(campaignsOf(list)?.[0])
}
