import { DAY_MS } from './session.ts'

/** Days of the API, as YYYY-MM-DD. Both ends belong to the range; an empty end is open. */
export interface DayRange {
  start_date: string
  end_date: string
}

/** The last `days` days up to the day of `now` (ISO 8601), which is the last one. */
export function lastDays(days: number, now: string): DayRange {
  const today = Date.parse(now)
  if (Number.isNaN(today)) return { start_date: '', end_date: now }
  return { start_date: dayAt(today - (days - 1) * DAY_MS), end_date: dayAt(today) }
}

/** Days that a screen shows without a choice. */
const DEFAULT_DAYS = 30

/** The chosen range, or the last 30 days; what is not chosen is empty until the time is known. */
export function rangeOf({ start_date, end_date }: DayRange, now: string | undefined): DayRange {
  if (now === undefined) return { start_date, end_date }
  const end = end_date || now.slice(0, 10)
  return { start_date: start_date || lastDays(DEFAULT_DAYS, end).start_date, end_date: end }
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The number of days of a range that ends on the day of `now`, and undefined for another range. */
export function daysUpTo({ start_date, end_date }: DayRange, now: string): number | undefined {
  if (end_date !== now.slice(0, 10)) return undefined
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1
  return Number.isInteger(days) && days > 0 ? days : undefined
}

/** The days of a range, the oldest first. */
export function daysOf({ start_date, end_date }: DayRange): string[] {
  const first = Date.parse(start_date)
  const count = Math.max(0, Math.round((Date.parse(end_date) - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => dayAt(first + index * DAY_MS))
}
