import type { JourneyStep } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignsOf, isObject, type Json, refused, rowsOf, succeeded } from '../http/reading.ts'
import { encoded, idIn, type Runner } from './runner.ts'

/** Days with rankings that a campaign needs for a filter of dates. */
const FEWEST_DAYS = 4

/** Rankings that were seen, and the filter that returned them. */
interface Source {
  filter: string
  rows: Json[]
}

/**
 * Reads rankings without a filter, of the run's own campaign, and of a campaign with rows by days and by keywords.
 * Filters must be query parameters, because a GET request has no body. A refusal of them proves nothing.
 */
export async function readRankings(runner: Runner): Promise<void> {
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
    const why = 'neither the new campaign nor the first ones of the account have rankings'
    evidence.skip('rankings', why)
    return
  }
  await filterDays(runner, source)
  await filterKeywords(runner, source)
}

/** Two days near the end, both with rows, so that a row at either end must be returned. */
async function filterDays(runner: Runner, { filter, rows }: Source): Promise<void> {
  const days = [...new Set(rows.map(dayOf).filter((day) => day !== undefined))].sort()
  const end = days.at(-2)
  const start = days.at(-3) ?? end
  if (start === undefined || end === undefined) {
    const why = rows.some(hasTime)
      ? 'the rankings have times of day, so a filter of days may count in another time zone'
      : 'the rankings that were seen are of fewer than two days'
    for (const step of ['rankings:start', 'rankings:end'] as const) {
      runner.evidence.skip(step, why)
    }
    return
  }
  runner.evidence.source = { rows, start, end }
  const ask = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getRankings', { query: filter + query })
  await ask('rankings:start', `start_date=${end}`)
  await ask('rankings:end', `end_date=${start}`)
}

/**
 * Asks for several keywords at once, within the days: two of the campaign, a part of another one, and one that only
 * another campaign has. Tries the usual forms of a list until one of them works.
 */
async function filterKeywords(runner: Runner, { filter, rows }: Source): Promise<void> {
  const { evidence } = runner
  const known = keywordsOf(rows)
  // A comma may separate two keywords.
  const [first, second, third] = known.filter((keyword) => !keyword.includes(','))
  if (first === undefined) {
    evidence.skip('rankings:keywords', 'the rankings that were seen have no keyword')
    return
  }
  const whole = [first, third === undefined ? undefined : second]
  const isNew = (word: string) => !known.some((keyword) => isLike(keyword, word))
  const part = (third ?? second)?.split(' ').find((word) => isNew(word) && !first.includes(word))
  const all = evidence.find('getRankings')
  const foreign = filter.startsWith('campaign_id=')
    ? keywordsOf(all ? rankingRows(all) : []).find(isNew)
    : undefined
  const wanted = [first, part, foreign, whole[1]].filter((keyword) => keyword !== undefined)
  evidence.keywords = { wanted, first, ...(foreign !== undefined && { foreign }) }
  const values = wanted.map(encoded)
  const { source } = evidence
  const days = source ? `start_date=${source.start}&end_date=${source.end}&` : ''
  const forms = [
    ['rankings:keywords', values.map((value) => `keywords=${value}`).join('&')],
    ['rankings:keywords[]', values.map((value) => `keywords%5B%5D=${value}`).join('&')],
    ['rankings:keywords,', `keywords=${values.join('%2C')}`],
    ['rankings:keyword', `keywords=${encoded(first)}`],
  ] as const
  let isRefused = false
  for (const [step, query] of forms) {
    // A list of any form is refused then; a single keyword need not be.
    if (isRefused && step !== 'rankings:keyword') continue
    const ask = step === 'rankings:keywords' ? runner.askMain : runner.askExtra
    const filtered = await ask.call(runner, step, 'getRankings', { query: filter + days + query })
    if (!filtered) return
    isRefused ||= refused(filtered)
    const shown = keywordsOf(rankingRows(filtered))
    const works = shown.every((keyword) => wanted.some((each) => isLike(keyword, each)))
    if (shown.length > 0 && works) return
  }
}

/** Whether two keywords differ in upper and lower case at most. */
export function isLike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function keywordsOf(rows: Json[]): string[] {
  return [...new Set(rows.map(({ keyword }) => keyword))].filter((each) => typeof each === 'string')
}

/** The query with most rows to filter: the run's own campaign may have no rankings yet. */
async function campaignWithRankings(runner: Runner): Promise<Source | undefined> {
  const { evidence } = runner
  const found: Source[] = []
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

/** The rows of an answer that look like rankings. */
export function rankingRows(exchange: Exchange): Json[] {
  if (!succeeded(exchange)) return []
  return (rowsOf(exchange) ?? [])
    .filter(isObject)
    .filter((row) => 'keyword' in row || 'position' in row)
}

/** Usual names of the day of a ranking. */
const OF_A_DAY =
  /^(date|day|timestamp|(as|captured|checked|collected|measured|observed|ranked|recorded|snapshot|tracked|ranking)(at|on|of|date|day))$/i

const DAY = /^\d{4}-\d{2}-\d{2}/
/** The time of a day that stands for the whole day. */
const MIDNIGHT = /^(T00:00(:00(\.0+)?)?(Z|\+00:00)?)?$/

/** The day of a ranking, if it has one under a usual name. */
export function dayOf(row: Json): string | undefined {
  return Object.entries(row)
    .filter(([name]) => OF_A_DAY.test(name.replaceAll('_', '')))
    .map(([, value]) => value)
    .filter((each) => typeof each === 'string')
    .filter((each) => MIDNIGHT.test(each.replace(DAY, '')))
    .map((each) => each.slice(0, 10))
    .find((each) => DAY.test(each) && !Number.isNaN(Date.parse(each)))
}

function hasTime(row: Json): boolean {
  return Object.values(row).some((each) => typeof each === 'string' && /T\d\d:\d\d/.test(each))
}

export function someId(list: Exchange | undefined): string | undefined {
  return list && idIn(campaignsOf(list)?.[0])
}
