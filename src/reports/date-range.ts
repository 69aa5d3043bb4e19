import { addDays, parseDay } from '../intelligence/dates.ts'

/** Named ranges, by the days that they cover; the last of them is today. */
const NAMED: Record<string, number> = { last_7_days: 7, last_30_days: 30, last_90_days: 90 }

/** What a report's `date_range` may be, for messages. */
export const DATE_RANGE_FORMS = [...Object.keys(NAMED), 'YYYY-MM-DD..YYYY-MM-DD'] as const

/** Both ends included. */
export interface DateRange {
  from: string
  to: string
}

/** The dates meant by a `date_range` (§2); undefined when it has none of DATE_RANGE_FORMS. */
export function parseDateRange(text: string, today: string): DateRange | undefined {
  const days = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined
  if (days !== undefined) return { from: addDays(today, 1 - days), to: today }

  const [from, to, ...rest] = text.split('..')
  if (from === undefined || to === undefined || rest.length > 0) return undefined
  const first = parseDay(from)
  const last = parseDay(to)
  return first === undefined || last === undefined || first > last ? undefined : { from, to }
}
