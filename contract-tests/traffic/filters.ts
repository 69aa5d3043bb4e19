import type { Asked, Evidence } from '../evidence/evidence.ts'
import { LIST_FORMS, type ListForm } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Json, succeeded } from '../http/reading.ts'
import { effectOf, isLike, textsIn } from '../journey/list-filters.ts'
import { dayOfMention, mentionRows } from '../journey/mentions.ts'
import { dayOf, rankingRows } from '../journey/rankings.ts'
import { areDaily, asksAsStated, mentionFilters, PAGING } from './filtered-rows.ts'
import type { WritesAround } from './pages.ts'

/** A read with a filter, and a read without it, between the same writes. */
interface Pair {
  exchange: Exchange
  /** The query of the read with the filter. */
  asked: URLSearchParams
  without: Exchange
}

/** A list that was asked for in some of its forms, all with the same other inputs. */
interface AskedList {
  asked: Asked
  forms: Map<ListForm, Exchange>
}

/** After so long other rows may have come, and others gone. */
const LONGEST_MS = 60_000
/** So many requests that differ are enough, and bound the time. */
const MOST_PAIRS = 200

const DATES = ['start_date', 'end_date']
const KEYWORDS = ['keywords', 'keywords[]']
const PLATFORMS = ['platforms', 'platforms[]']

/**
 * Records reads of rankings and mentions with a filter as the steps of a run, where the same was also read without the
 * filter: what must be there, and what must not, is known from that.
 */
export function recordFilters(evidence: Evidence, around: WritesAround): void {
  const own = evidence.of('main').filter(succeeded)
  const rankings = own.filter((each) => asksAsStated(each, 'getRankings'))
  recordDays(evidence, pairsOf(rankings, DATES, around))
  const keywords = listAsked(pairsOf(rankings, KEYWORDS, around), 'keyword', rankingRows)
  if (keywords) {
    evidence.keywords = keywords.asked
    for (const [form, each] of keywords.forms) evidence.record(`rankings:keywords${form}`, each)
  }
  const mentions = own.filter((each) => asksAsStated(each, 'getMentions'))
  const platforms = listAsked(pairsOf(mentions, PLATFORMS, around), 'platform', mentionRows)
  if (platforms) {
    const { asked, forms } = platforms
    for (const [form, each] of forms) {
      evidence.mentions ??= { platforms: asked, ...mentionFilters(each) }
      evidence.record(`mentions:filtered${form}`, each)
    }
  }
}

/** The first read from a day on, and the first up to a day, of days that have rows without the filter. */
function recordDays(evidence: Evidence, pairs: readonly Pair[]): void {
  const daysAsked = ({ asked }: Pair) => DATES.flatMap((name) => asked.get(name) ?? [])
  const known = pairs.filter((pair) => {
    const days = rankingRows(pair.without).map(dayOf)
    const isOfDaysAlone = KEYWORDS.every((name) => !pair.asked.has(name))
    return isOfDaysAlone && areDaily(days) && daysAsked(pair).every((day) => days.includes(day))
  })
  const [first] = known
  if (!first) return
  const days = daysAsked(first)
  const rows = rankingRows(first.without)
  evidence.source = { rows, start: days[0] as string, end: days.at(-1) as string }
  const same = known.filter(({ without }) => without === first.without)
  for (const [step, name] of [
    ['rankings:start', 'start_date'],
    ['rankings:end', 'end_date'],
  ] as const) {
    const found = same.find(({ asked }) => asked.has(name))
    if (found) evidence.record(step, found.exchange)
  }
}

/** The list of values that most forms were tried for. Values that were not asked for must have rows, too. */
function listAsked(
  pairs: readonly Pair[],
  member: 'keyword' | 'platform',
  rowsIn: (exchange: Exchange) => Json[],
): AskedList | undefined {
  const lists = new Map<string, AskedList>()
  for (const { exchange, asked: query, without } of pairs) {
    const present = textsIn(
      rowsIn(without).filter((row) => isWithin(row, query)),
      member,
    )
    const { form, values } = writtenList(query, `${member}s`, present)
    const isIn = (all: string[]) => (value: string) => all.some((each) => isLike(each, value))
    const asked = {
      wanted: values,
      expected: values.filter(isIn(present)),
      others: present.filter((each) => !isIn(values)(each)),
    }
    if (asked.expected.length === 0 || asked.others.length === 0) continue
    // Nothing may be an answer to one value in a form that the server does not know.
    const isNothing = effectOf(exchange, textsIn(rowsIn(exchange), member), asked) === 'empty'
    if (values.length < 2 && isNothing) continue
    const rest = [...query].filter(([name]) => !name.startsWith(member))
    const key = JSON.stringify([rest, values])
    const list = lists.get(key) ?? { asked, forms: new Map() }
    lists.set(key, list)
    if (!list.forms.has(form)) list.forms.set(form, exchange)
  }
  // The checks begin with the first form.
  return [...lists.values()]
    .filter(({ forms }) => forms.has(''))
    .toSorted((one, other) => other.forms.size - one.forms.size)[0]
}

/** Whether a row is surely among those that the dates and the brand of a query leave. */
function isWithin(row: Json, query: URLSearchParams): boolean {
  const [start, end] = DATES.map((name) => query.get(name))
  const brand = query.get('brand')
  if (brand !== null && !(typeof row.brand === 'string' && isLike(row.brand, brand))) return false
  if (typeof start !== 'string' && typeof end !== 'string') return true
  const day = dayOf(row) ?? dayOfMention(row)?.day
  // A time zone may move the first day.
  return day !== undefined && day > (start ?? '') && day <= (end ?? '9')
}

/** The values of a list in a query, and the form in which it has them. */
function writtenList(
  query: URLSearchParams,
  name: string,
  present: string[],
): { form: ListForm; values: string[] } {
  const brackets = query.getAll(`${name}[]`)
  if (brackets.length > 0) return { form: '[]', values: brackets }
  const values = query.getAll(name)
  const [text = ''] = values
  if (values.length > 1 || present.some((each) => isLike(each, text))) return { form: '', values }
  if (text.startsWith('[')) return { form: 'JSON', values: textsOfJson(text) }
  const separator = LIST_FORMS.find((form) => /^[,|]$/.test(form) && text.includes(form))
  return separator ? { form: separator, values: text.split(separator) } : { form: '', values }
}

function textsOfJson(text: string): string[] {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/**
 * Reads with some of the inputs, each with the last read before it that has none of them, and no inputs but those of the
 * read. Rows of all campaigns are not compared with those of one, and an app that polls is compared once.
 */
function pairsOf(
  reads: readonly Exchange[],
  inputs: readonly string[],
  { writes, before }: WritesAround,
): Pair[] {
  const known = reads
    .map((exchange) => ({ exchange, asked: new URL(exchange.url).searchParams }))
    .filter(({ asked }) => !PAGING.some((name) => asked.has(name)))
  const isAsked = ({ asked }: { asked: URLSearchParams }) => inputs.some((name) => asked.has(name))
  const plain = known.filter((each) => !isAsked(each))
  const isApart = (one: Exchange, other: Exchange) =>
    before(one) !== before(other) ||
    writes.some((each) => each.startedAt < other.endedAt && each.endedAt > one.startedAt)
  const pairs = new Map<string, Pair>()
  for (const { exchange, asked } of known.filter(isAsked)) {
    if (pairs.size >= MOST_PAIRS) break
    if (pairs.has(exchange.url)) continue
    const without = plain.findLast((each) => {
      const passed = exchange.startedAt - each.exchange.endedAt
      if (passed < 0 || passed > LONGEST_MS || !isWider(each.asked, asked)) return false
      return !isApart(each.exchange, exchange)
    })
    if (without) pairs.set(exchange.url, { exchange, asked, without: without.exchange })
  }
  return [...pairs.values()]
}

/** Whether a query asks for the same campaign as another, and for no less. */
function isWider(query: URLSearchParams, other: URLSearchParams): boolean {
  if (query.get('campaign_id') !== other.get('campaign_id')) return false
  return [...query].every(([name, value]) => other.getAll(name).includes(value))
}
