import { formatDay, weekday } from '../dates.ts'

/** The factors that decide the searches of consecutive days. */
export interface Calendar {
  /** By day: 0 for a workday, 1 for a weekend day, 2 for a public holiday. */
  kinds: Uint8Array
  /** By day: its index in a leap year, 0 to 365, so that a date has the same index in every year. */
  dates: Uint16Array
}

/** Public holidays of most countries with search data: New Year, Christmas Eve to Boxing Day. */
const HOLIDAYS = new Set(['01-01', '12-24', '12-25', '12-26'])

const LEAP_YEAR = Array.from({ length: 366 }, (_, i) => formatDay(19_723 + i).slice(5))
const INDEX = new Map(LEAP_YEAR.map((date, index) => [date, index]))
const IS_HOLIDAY = LEAP_YEAR.map((date) => HOLIDAYS.has(date))
const LEAP_DAY = INDEX.get('02-29') as number

let last: { first: number; length: number; calendar: Calendar } | undefined

/** The calendar of days from `first` on. All keywords of a query share one, so the last one is kept. */
export function calendarOf(first: number, length: number): Calendar {
  if (last?.first === first && last.length >= length) return last.calendar
  const calendar = { kinds: new Uint8Array(length), dates: new Uint16Array(length) }
  if (length > 0) fill(calendar, first)
  last = { first, length, calendar }
  return calendar
}

function fill({ kinds, dates }: Calendar, first: number): void {
  const date = formatDay(first)
  let year = Number(date.slice(0, 4))
  let index = INDEX.get(date.slice(5)) as number
  let fromSunday = weekday(first)
  for (let i = 0; i < kinds.length; i++) {
    dates[i] = index
    kinds[i] = IS_HOLIDAY[index] ? 2 : fromSunday === 0 || fromSunday === 6 ? 1 : 0
    if (++fromSunday === 7) fromSunday = 0
    if (++index === LEAP_DAY && !isLeap(year)) index++
    if (index === 366) {
      index = 0
      year++
    }
  }
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
