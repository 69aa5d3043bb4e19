import type { Evidence } from '../evidence/evidence.ts'
import { type JourneyStep, LIST_FORMS, type ListForm } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  campaignsOf,
  encoded,
  idIn,
  isObject,
  type Json,
  refused,
  rowsOf,
  succeeded,
} from '../http/reading.ts'
import { completeness, nextQuery } from '../paging/hints.ts'
import { effectOf, isLike, listQuery, textsIn } from './list-filters.ts'
import type { Runner } from './runner.ts'

/** Days with rankings that a campaign needs for a filter of dates. */
const FEWEST_DAYS = 4

/** Rankings that were seen, and the filter that returned them. */
interface Source {
  filter: string
  rows: Json[]
  exchange: Exchange
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
  if (source.filter !== '') evidence.ranked = source.exchange
  await filterDays(runner, source)
  await filterKeywords(runner, source)
  await turnPage(runner, [evidence.find('rankings:end'), source.exchange, all])
}

/** Reads the second page of the first list that has one. */
async function turnPage(runner: Runner, lists: (Exchange | undefined)[]): Promise<void> {
  for (const list of lists) {
    const query = list && succeeded(list) ? nextPageOf(list) : undefined
    if (query === undefined) continue
    await runner.askExtra('rankings:page', 'getRankings', { query })
    return
  }
}

/** By what the list says, or by usual parameters if its number of rows is one of a full page. */
function nextPageOf(list: Exchange): string | undefined {
  const next = nextQuery(list)
  const rows = rowsOf(list)?.length ?? 0
  const mayBeFull = completeness(list) === 'unknown' && rows >= FULL && rows % FULL === 0
  if (next !== undefined || !mayBeFull) return next
  const own = new URL(list.url).search.slice(1)
  return [own, `page=2&offset=${rows}`].filter(Boolean).join('&')
}

/** Pages have a multiple of so many rows. */
const FULL = 10

/** Two days near the end, both with rows, so that a row at either end must be returned. */
async function filterDays(runner: Runner, { filter, rows }: Source): Promise<void> {
  const days = [...new Set(rows.map(dayOf).filter((day) => day !== undefined))].sort()
  const end = days.at(-2)
  const start = days.at(-3) ?? end
  if (start === undefined || end === undefined) {
    const why = rows.some(hasTime)
      ? 'the rankings have times of day, so a filter of days may count in another time zone'
      : 'the rankings that were seen are of fewer than two days'
    skipDays(runner, why)
    return
  }
  if (new Set(days.map((day) => new Date(day).getUTCDay())).size === 1) {
    skipDays(runner, 'the rankings have a date a week, so a filter of days may select others')
    return
  }
  runner.evidence.source = { rows, start, end }
  const ask = (step: JourneyStep, query: string) =>
    runner.askMain(step, 'getRankings', { query: filter + query })
  await ask('rankings:start', `start_date=${end}`)
  await ask('rankings:end', `end_date=${start}`)
}

function skipDays({ evidence }: Runner, why: string): void {
  for (const step of ['rankings:start', 'rankings:end'] as const) evidence.skip(step, why)
}

/**
 * Asks for several keywords at once, within the days: two of the campaign, a part of another one, and one that only
 * another campaign has. Tries the usual forms of a list until one of them works.
 */
async function filterKeywords(runner: Runner, source: Source): Promise<void> {
  const { evidence } = runner
  const asked = keywordsToAsk(evidence, source)
  if (!asked) {
    evidence.skip('rankings:keywords', 'the rankings that were seen have no keyword')
    return
  }
  evidence.keywords = asked
  const { start, end } = evidence.source ?? {}
  const days = start === undefined ? '' : `start_date=${start}&end_date=${end}&`
  const filter = source.filter + days
  const askSingle = (form: ListForm) => {
    const query = filter + listQuery(form, 'keywords', asked.wanted.slice(0, 1))
    return runner.askExtra('rankings:keyword', 'getRankings', { query })
  }
  let tried = 0
  for (const form of LIST_FORMS) {
    const query = filter + listQuery(form, 'keywords', asked.wanted)
    const ask = tried === 0 ? runner.askMain : runner.askExtra
    const filtered = await ask.call(runner, `rankings:keywords${form}`, 'getRankings', { query })
    if (!filtered) return
    tried += 1
    // A list of any form is refused then; a single keyword need not be.
    if (refused(filtered)) {
      await askSingle('')
      return
    }
    const effect = effectOf(filtered, textsIn(rankingRows(filtered), 'keyword'), asked)
    if (effect === 'loose') return
    if (effect !== 'works') continue
    if (asked.expected.length > 1) evidence.listForm = form
    // A server that matches words shows both for the first alone.
    const [first = '', second = ''] = asked.expected
    if (second.includes(first)) await askSingle(form)
    return
  }
}

function keywordsToAsk(
  evidence: Evidence,
  source: Source,
): NonNullable<Evidence['keywords']> | undefined {
  const { rows } = source
  const own = keywordsOf(evidence, source)
  const known = [...textsIn(rows, 'keyword'), ...(own ?? [])]
  const { start = '', end = '9' } = evidence.source ?? {}
  const within = rows.filter((row) => {
    const day = dayOf(row)
    return day === undefined || (day >= start && day <= end)
  })
  const present = textsIn(within, 'keyword')
  // A comma or a bar may separate two keywords.
  const plain = present.filter((keyword) => !/[,|]/.test(keyword))
  const isPart = (keyword: string) =>
    known.some((each) => !isLike(each, keyword) && each.includes(keyword))
  const [first, second] = [...plain.filter(isPart), ...plain.filter((each) => !isPart(each))]
  if (first === undefined) return undefined
  // One must be left that shows whether the filter is ignored.
  const expected = second !== undefined && present.length > 2 ? [first, second] : [first]
  const others = present.filter((each) => !expected.some((keyword) => isLike(keyword, each)))
  const isNew = (word: string) => !known.some((keyword) => isLike(keyword, word))
  const part = others.map(shortened).find((each) => each.length > 2 && isNew(each))
  // A keyword that is not among the rows may be on another page of them.
  const foreign = own && foreignKeywords(evidence, source.filter).find(isNew)
  const wanted = [...expected, part, foreign].filter((each) => each !== undefined)
  return { wanted, expected, others, ...(foreign !== undefined && { foreign }) }
}

/** The keywords of the campaign that the rankings are of; undefined if they are not all known. */
function keywordsOf(evidence: Evidence, { filter, exchange }: Source): string[] | undefined {
  const { first } = evidence.own
  if (first && filter === byCampaign(first.id)) return first.body.keywords
  const list = evidence.find('list:before')
  const row = list && campaignsOf(list)?.find(({ id }) => byCampaign(String(id)) === filter)
  if (Array.isArray(row?.keywords)) return row.keywords.filter((each) => typeof each === 'string')
  return row && completeness(exchange) === 'whole' ? [] : undefined
}

/** A keyword without its last word, or without its last letter, up to a sign that may separate keywords. */
function shortened(keyword: string): string {
  const start = keyword.split(/[,|]/)[0] as string
  if (start !== keyword) return start
  return keyword.includes(' ') ? keyword.slice(0, keyword.lastIndexOf(' ')) : keyword.slice(0, -1)
}

/** Keywords of rankings without a filter, and of other campaigns as the list shows them. */
function foreignKeywords(evidence: Evidence, filter: string): string[] {
  const all = evidence.find('getRankings')
  const list = evidence.find('list:before')
  const others = ((list && campaignsOf(list)) ?? []).filter(
    ({ id }) => byCampaign(String(id)) !== filter,
  )
  const listed = others.flatMap(({ keywords }) => (Array.isArray(keywords) ? keywords : []))
  return [...(all ? textsIn(rankingRows(all), 'keyword') : []), ...listed].filter(
    (each) => typeof each === 'string' && !/[,|]/.test(each),
  )
}

/** The query with most rows to filter: the run's own campaign may have no rankings yet. */
async function campaignWithRankings(runner: Runner): Promise<Source | undefined> {
  const { evidence } = runner
  const found: Source[] = []
  const consider = (filter: string, exchange: Exchange | undefined) => {
    if (exchange) found.push({ filter, rows: rankingRows(exchange), exchange })
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
