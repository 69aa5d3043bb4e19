import type { Exchange } from '../../http/exchange.ts'
import { isObject, type Json, rowsOf, succeeded } from '../../http/reading.ts'
import { phrase } from '../../specification/schema.ts'
import { relation } from './habits.ts'
import { broken, type Problem } from './problem.ts'
import type { Asked, Row, Source } from './rows.ts'
import type { Context, Step } from './state.ts'

/** The rows of an answer that a filter could choose. */
export function rowsIn(exchange: Exchange): Row[] {
  if (!succeeded(exchange)) return []
  return (rowsOf(exchange) ?? []).filter(isObject).map(plainRow).filter(isTelling)
}

function isTelling({ keyword, platform, brand }: Row): boolean {
  return [keyword, platform, brand].some((each) => each !== undefined)
}

const DAY_NAME = /^(date|day)$|(captured|mentioned|detected|observed|checked|tracked|recorded)/i
const DAY = /^\d{4}-\d{2}-\d{2}($|[T ])/

function plainRow(row: Json): Row {
  const text = (...names: string[]) =>
    names.map((name) => row[name]).find((each): each is string => typeof each === 'string')
  const [date] = Object.entries(row)
    .filter(([name, value]) => DAY_NAME.test(name) && DAY.test(String(value)))
    .map(([, value]) => String(value))
  const at = date === undefined ? Number.NaN : Date.parse(date)
  const members = {
    campaign: text('campaign_id', 'campaignId'),
    keyword: text('keyword'),
    brand: text('brand'),
    platform: text('platform'),
    ...(!Number.isNaN(at) && {
      day: date?.slice(0, 10),
      utcDay: new Date(at).toISOString().slice(0, 10),
    }),
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** A value of a row that was not asked for, with its fact. */
export function strangerIn(row: Row, asked: Asked): [fact: string, actual: string] | undefined {
  const { campaign, start, end, keywords, brand, platforms } = asked
  const isOther = (value: string | undefined, wanted: string[] | undefined) =>
    value !== undefined && wanted !== undefined && !wanted.map(folded).includes(folded(value))
  if (isOther(row.campaign, campaign === undefined ? undefined : [campaign])) {
    return ['2.26', `a row of the campaign ${row.campaign}`]
  }
  if (isOther(row.keyword, keywords)) return ['2.29', `a row of the keyword ${phrase(row.keyword)}`]
  if (isOther(row.platform, platforms)) return ['2.31', `a row of the platform ${row.platform}`]
  if (isOther(row.brand, brand === undefined ? undefined : [brand])) {
    return ['2.30', `a row of the brand ${phrase(row.brand)}`]
  }
  const { day, utcDay } = row
  if (day === undefined || utcDay === undefined) return undefined
  // A row of another zone is on either day.
  if (start !== undefined && day < start && utcDay < start) {
    return [row.keyword === undefined ? '2.32' : '2.27', `a row dated ${day}`]
  }
  if (end !== undefined && day > end && utcDay > end) return ['2.28', `a row dated ${day}`]
  return undefined
}

/** A server may match words in any case. */
function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** The rows that the response lacks and the same query without filters shows. */
export function missedBy(rows: Row[], asked: Asked, { rows: all }: Source): string | undefined {
  const matching = all.filter((row) => !isAtAnEnd(row, asked) && !strangerIn(row, asked))
  if (matching.length === 0) return undefined
  if (rows.length === 0) return 'no rows'
  // An answer of as many rows as the largest may be a page of more.
  if (rows.length >= all.length) return undefined
  for (const member of ['keyword', 'platform'] as const) {
    const wanted = asked[member === 'keyword' ? 'keywords' : 'platforms'] ?? []
    const lacking = wanted.find(
      (word) =>
        matching.some((row) => row[member] === word) && !rows.some((row) => row[member] === word),
    )
    if (lacking !== undefined) return `no row of the ${member} ${phrase(lacking)}`
  }
  return undefined
}

/** Whether the ends of a period are a part of it is not stated. */
function isAtAnEnd({ day }: Row, { start, end }: Asked): boolean {
  return day !== undefined && (day === start || day === end)
}

/** Rows that an answer must not have, or lacks. */
export function judgeFilter(
  { key, exchange, asked, source }: Step,
  { habits }: Context,
): Problem | undefined {
  if (!asked || !source) return undefined
  const rows = rowsIn(exchange)
  // The sources are those of the main key.
  const related = relation(habits, 'main', key)
  if (related === 'apart' && asked.campaign !== undefined && rows.length > 0) {
    const expected = 'no rows, because the campaign belongs to another account'
    return broken('isolated', exchange, expected, `${rows.length} rows`)
  }
  if (related !== 'same') return undefined
  const judged = hasDays(source) ? asked : withoutDays(asked)
  for (const row of rows) {
    const found = strangerIn(row, judged)
    if (found) return broken(['filtered', found[0]], exchange, expectation(asked), found[1])
  }
  const missed = hasDays(source) || !isOfDays(asked) ? missedBy(rows, asked, source) : undefined
  const fact = source.operation === 'getRankings' ? '2.29' : '2.31'
  if (missed) {
    const expected = `${expectation(asked)}; without filters it returns some`
    return broken(['filtered', isOfDays(asked) ? '2.27' : fact], exchange, expected, missed)
  }
  return judgeTwins(rows, asked, source, exchange)
}

/** Two rows of a keyword and a day, of a campaign that has one: one of them is of another campaign. */
function judgeTwins(
  rows: Row[],
  { campaign }: Asked,
  source: Source,
  exchange: Exchange,
): Problem | undefined {
  if (campaign === undefined || twinIn(source.rows) !== undefined) return undefined
  const twin = twinIn(rows)
  if (twin === undefined) return undefined
  const expected = `one row of a keyword and a day, as without filters`
  return broken(['filtered', '2.26'], exchange, expected, `two rows of ${twin}`)
}

function twinIn(rows: Row[]): string | undefined {
  const seen = new Set<string>()
  for (const { keyword, day } of rows) {
    if (keyword === undefined || day === undefined) continue
    const label = `${phrase(keyword)} on ${day}`
    if (seen.has(label)) return label
    seen.add(label)
  }
  return undefined
}

const FEWEST_DAYS = 3
const DAY_MS = 86_400_000

/** Whether rows are of single days: a row of a week may be dated before the period that was asked for. */
function hasDays({ rows }: Source): boolean {
  const days = new Set(rows.map(({ day }) => day).filter((day) => day !== undefined))
  if (days.size < FEWEST_DAYS) return false
  if (rows.some(({ brand }) => brand !== undefined)) return true
  const next = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  return [...days].filter((day) => days.has(next(day))).length >= FEWEST_DAYS - 1
}

function isOfDays({ start, end }: Asked): boolean {
  return start !== undefined || end !== undefined
}

function withoutDays({ start: _start, end: _end, ...asked }: Asked): Asked {
  return asked
}

function expectation({ campaign, start, end, keywords, brand, platforms }: Asked): string {
  const parts = [
    campaign !== undefined && `of the campaign ${campaign}`,
    keywords && `of ${keywords.map(phrase).join(' or ')}`,
    brand !== undefined && `of the brand ${phrase(brand)}`,
    platforms && `of ${platforms.join(' or ')}`,
    start !== undefined && `from ${start}`,
    end !== undefined && `until ${end}`,
  ]
  return `only rows ${parts.filter(Boolean).join(', ')}`
}
