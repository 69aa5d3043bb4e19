import { DAY_MS } from '../time/duration.ts'

/** Calendar days as `YYYY-MM-DD` and as day numbers: whole days since 1970-01-01, UTC. */

const FORM = /^\d{4}-\d{2}-\d{2}$/

/** The day of an instant. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS)
}

/** The first millisecond of a day. */
export function startOfDay(day: number): number {
  return day * DAY_MS
}

/** The day number of a date, or undefined when it is not a date of the calendar (2025-02-30). */
export function parseDay(date: string): number | undefined {
  const day = FORM.test(date) ? Date.parse(date) / DAY_MS : Number.NaN
  // Some engines read the 30th of February as the 2nd of March.
  return Number.isNaN(day) || formatDay(day) !== date ? undefined : day
}

/** Like `parseDay`, for validated dates; another one is a programming error. */
export function dayNumber(date: string): number {
  const day = parseDay(date)
  if (day === undefined) throw new RangeError(`"${date}" is not a date of the form YYYY-MM-DD.`)
  return day
}

/** A day number as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(startOfDay(day)).toISOString().slice(0, 10)
}

/** The date `days` later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return formatDay(dayNumber(date) + days)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}
