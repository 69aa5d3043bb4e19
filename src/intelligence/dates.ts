/**
 * Calendar days as `YYYY-MM-DD` and as day numbers: whole days since 1970-01-01, UTC. Data is computed
 * per day number, so a day costs integer arithmetic and no Date object.
 */

const DAY_MS = 86_400_000
const FORM = /^\d{4}-\d{2}-\d{2}$/

/** The day in which an instant lies. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS)
}

/** The first millisecond of a day. */
export function startOfDay(day: number): number {
  return day * DAY_MS
}

/** The day number of a date, or undefined when it is not a date of the calendar (2025-02-30). */
export function parseDay(date: string): number | undefined {
  if (!FORM.test(date)) return undefined
  const year = Number(date.slice(0, 4))
  const month = Number(date.slice(5, 7))
  const dayOfMonth = Number(date.slice(8))
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month))
    return undefined
  return daysBefore(year, month, dayOfMonth)
}

/** As `parseDay`, for dates that were validated before; a bad one is a programming error. */
export function dayNumber(date: string): number {
  const day = parseDay(date)
  if (day === undefined) throw new RangeError(`"${date}" is not a date of the form YYYY-MM-DD.`)
  return day
}

/** A day number as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  // Howard Hinnant's civil_from_days: years begin in March, so that the leap day comes last.
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`
}

/** The date `days` later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return formatDay(dayNumber(date) + days)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Howard Hinnant's days_from_civil. */
function daysBefore(year: number, month: number, date: number): number {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
