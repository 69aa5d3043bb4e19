import { dayNumber, dayOf, startOfDay } from './dates.ts'
import type { PeriodRecord } from './records.ts'

/** The time span of a query. Dates are `YYYY-MM-DD`, both ends included. */
export interface Period {
  from: string
  to: string
  /** The account's current day; there is no later data. */
  today: string
  /** The account's clock in epoch milliseconds: later mentions of today are not yet detected. */
  now?: number | undefined
  /** With what its figures are compared; the period before, by default. */
  compare?: Compare | undefined
}

/** A period for comparison: a named one, or days that the client chose. */
export type Compare = 'previous_period' | 'previous_year' | 'none' | { from: string; to: string }

/** Day numbers, both ends included; empty when `first` is after `last`. */
export interface Days {
  first: number
  last: number
}

/** The days of a period up to today. */
export function daysOf(period: Period): Days {
  return {
    first: dayNumber(period.from),
    last: Math.min(dayNumber(period.to), dayNumber(period.today)),
  }
}

export function countDays({ first, last }: Days): number {
  return Math.max(0, last - first + 1)
}

export function periodRecord({ from, to }: Pick<Period, 'from' | 'to'>): PeriodRecord {
  return {
    start_date: from,
    end_date: to,
    days: countDays({ first: dayNumber(from), last: dayNumber(to) }),
  }
}

/** The end of known time: `now`, or the end of today if only the day is known. */
export function horizon({ today, now }: Pick<Period, 'today' | 'now'>): number {
  return now !== undefined && dayOf(now) <= dayNumber(today) ? now : Number.POSITIVE_INFINITY
}

/** The last moment of a period that is known, epoch milliseconds. */
export function endOf(period: Period): number {
  return Math.min(horizon(period), startOfDay(daysOf(period).last + 1) - 1)
}
