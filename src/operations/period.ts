import { invalidValue } from '../errors.ts'
import { addDays, dayNumber, formatDay, parseDay } from '../intelligence/dates.ts'
import type { Period } from '../intelligence/period.ts'
import { isoDay } from '../time/clock.ts'

const DEFAULT_DAYS = 30
/** Ten years: enough for any chart, and a limit for the time of a request. */
export const MAX_DAYS = 3660
/** Before any data of a sandbox. Comparing with the previous period needs some years before it. */
const EARLIEST = '1900-01-01'

interface PeriodInput {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** The period from `start_date` to `end_date` at `now` (epoch ms); by default the last 30 days. */
export function periodOf({ start_date, end_date }: PeriodInput, now: number): Period {
  const today = isoDay(now)
  const to = end_date ?? (start_date !== undefined && start_date > today ? start_date : today)
  requireKnown('end_date', to)
  const from = start_date ?? formatDay(dayNumber(to) - (DEFAULT_DAYS - 1))
  if (start_date !== undefined) requireKnown('start_date', from)
  if (from > to) {
    const message = `must not be after end_date (${to}); found "${from}"`
    throw invalidValue('query', 'start_date', message, from)
  }
  const earliest = dayNumber(to) - (MAX_DAYS - 1)
  if (dayNumber(from) < earliest) {
    const message =
      `must be ${formatDay(earliest)} or later: a period has at most ${MAX_DAYS} days, its first and its last ` +
      `(${to}) among them; found "${from}"`
    throw invalidValue('query', 'start_date', message, from)
  }
  return { from, to, today, now }
}

interface ComparisonInput extends PeriodInput {
  compare?: 'previous_period' | 'previous_year' | 'none' | undefined
  compare_start_date?: string | undefined
  compare_end_date?: string | undefined
}

/** The period of a query, with what it is compared with. */
export function comparedPeriodOf(query: ComparisonInput, now: number): Period {
  const { compare, compare_start_date: from, compare_end_date: to } = query
  const period = periodOf(query, now)
  if (from === undefined && to === undefined) return { ...period, compare }
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? 'compare_start_date' : 'compare_end_date'
    throw invalidValue('query', missing, 'is required with the other date', undefined)
  }
  if (compare === 'none' || compare === 'previous_year') {
    const message = `cannot be combined with compare_start_date and compare_end_date; found "${compare}"`
    throw invalidValue('query', 'compare', message, compare)
  }
  requireKnown('compare_start_date', from)
  if (from > to) {
    const message = `must not be after compare_end_date (${to}); found "${from}"`
    throw invalidValue('query', 'compare_start_date', message, from)
  }
  if (dayNumber(to) - dayNumber(from) >= MAX_DAYS) {
    const message = `must be at most ${MAX_DAYS} days before compare_end_date; found "${from}"`
    throw invalidValue('query', 'compare_start_date', message, from)
  }
  return { ...period, compare: { from, to } }
}

function requireKnown(path: string, date: string): void {
  if (date >= EARLIEST) return
  throw invalidValue('query', path, `must be ${EARLIEST} or later; found "${date}"`, date)
}

/** Named ranges with their number of days, up to today. */
const NAMED: Record<string, number> = { last_7_days: 7, last_30_days: 30, last_90_days: 90 }

const DATE_RANGE_FORMS = [...Object.keys(NAMED), 'YYYY-MM-DD..YYYY-MM-DD']

interface DateRange {
  from: string
  to: string
}

/** The first and last day of a report's `date_range` (§2) on the day `today`. */
export function rangeOf(text: string, today: string): DateRange {
  const range = parseDateRange(text, today)
  if (range && range.from >= EARLIEST && daysIn(range) <= MAX_DAYS) return range
  const forms = DATE_RANGE_FORMS.join(', ')
  const message = `must be one of ${forms}, from ${EARLIEST} on and of at most ${MAX_DAYS} days; found "${text}"`
  throw invalidValue('query', 'date_range', message, text)
}

function daysIn({ from, to }: DateRange): number {
  return dayNumber(to) - dayNumber(from) + 1
}

/** Undefined for a text in another form than DATE_RANGE_FORMS. */
export function parseDateRange(text: string, today: string): DateRange | undefined {
  const days = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today }

  const [from, to, ...rest] = text.split('..')
  if (from === undefined || to === undefined || rest.length > 0) return undefined
  const first = parseDay(from)
  const last = parseDay(to)
  return first === undefined || last === undefined || first > last ? undefined : { from, to }
}
