import type { Campaign } from '../accounts/campaign.ts'
import { dayNumber, dayOf, formatDay } from './dates.ts'

/** What a question is asked about, and from when. Dates are `YYYY-MM-DD`, both ends included. */
export interface Period {
  from: string
  to: string
  /** The account's current day; nothing later exists yet. */
  today: string
  /** The account's clock in epoch milliseconds: of today, only mentions up to then were detected. */
  now?: number | undefined
}

/** A period as payloads show it. */
export interface PeriodRecord {
  start_date: string
  end_date: string
  /** Calendar days, both ends included. */
  days: number
}

/** Day numbers, both ends included; empty when `first` is after `last`. */
export interface Days {
  first: number
  last: number
}

/** The days of a period that have happened. */
export function daysOf(period: Period): Days {
  return {
    first: dayNumber(period.from),
    last: Math.min(dayNumber(period.to), dayNumber(period.today)),
  }
}

/** Those of the days on which a campaign was tracked. */
export function trackedDays(
  { first, last }: Days,
  campaign: Pick<Campaign, 'tracked_since'>,
): Days {
  return { first: Math.max(first, dayNumber(campaign.tracked_since)), last }
}

export function countDays({ first, last }: Days): number {
  return Math.max(0, last - first + 1)
}

/** The period of equal length that ends the day before this one. */
export function previousPeriod(period: Period): Period {
  const from = dayNumber(period.from)
  const length = dayNumber(period.to) - from + 1
  return { ...period, from: formatDay(from - length), to: formatDay(from - 1) }
}

export function periodRecord({ from, to }: Pick<Period, 'from' | 'to'>): PeriodRecord {
  return {
    start_date: from,
    end_date: to,
    days: countDays({ first: dayNumber(from), last: dayNumber(to) }),
  }
}

/** Instants after this one have not happened: `now`, or the end of today when only the day is known. */
export function horizon({ today, now }: Pick<Period, 'today' | 'now'>): number {
  return now !== undefined && dayOf(now) <= dayNumber(today) ? now : Number.POSITIVE_INFINITY
}
