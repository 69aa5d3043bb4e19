import { DAY_MS } from '../time/duration.ts'
import { dayNumber, formatDay } from './dates.ts'
import { changesOf } from './figures.ts'
import { countDays, type Days, daysOf, type Period, periodRecord } from './period.ts'
import type { Changes, ComparedRecord, Figures } from './records.ts'
import type { Timeline } from './world/timeline.ts'

/**
 * The period that another one is compared with; undefined for none. As many days as have begun are compared: on the third
 * of a month, that month is compared with three days, the last one up to the same time.
 */
export function comparedPeriod(period: Period): Period | undefined {
  const { compare = 'previous_period' } = period
  if (compare === 'none') return undefined
  if (typeof compare === 'object') return { ...period, ...compare }
  const { first, last } = elapsed(period)
  const back = compare === 'previous_year' ? first - yearBefore(first) : last - first + 1
  const to = formatDay(last - back)
  // Nothing of a period in the future has begun, so the days before it count as far as they have.
  if (countDays(daysOf(period)) === 0) return { ...period, from: formatDay(first - back), to }
  const now = period.now === undefined ? undefined : period.now - back * DAY_MS
  return { from: formatDay(first - back), to, today: shifted(period, back, to), now }
}

/** The days that have begun; of a period in the future all. */
function elapsed(period: Period): Days {
  const days = daysOf(period)
  return countDays(days) > 0 ? days : { first: dayNumber(period.from), last: dayNumber(period.to) }
}

/** The day that was today then: nothing of the compared period is later. */
function shifted({ today }: Period, back: number, to: string): string {
  const day = formatDay(dayNumber(today) - back)
  return day < to ? to : day
}

/** The same date of the year before, or the 28th of February. */
function yearBefore(day: number): number {
  const date = formatDay(day)
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0')
  return dayNumber(`${year}${date.slice(4).replace('-02-29', '-02-28')}`)
}

/** The figures of the compared period; null if there is none. `since` is when the data begins, epoch milliseconds. */
export function comparedRecord(
  period: Period,
  previous: Figures,
  since: number,
): ComparedRecord | null {
  const compared = comparedPeriod(period)
  return (
    (compared && {
      ...periodRecord(compared),
      ...previous,
      covered_days: coveredDays(compared, since),
      comparable: isComparable(period, since),
    }) ??
    null
  )
}

/** How much better a period was than the compared one; null if they cannot be compared. */
export function comparedChanges(
  current: Figures,
  period: Period,
  previous: Figures,
  since: number,
): Changes {
  return isComparable(period, since) ? changesOf(current, previous) : NO_CHANGES
}

const NO_CHANGES: Changes = {
  average_position: null,
  visibility: null,
  estimated_traffic: null,
  mentions: null,
}

/** Whether all compared days have data, and are as many as those that have begun. */
export function isComparable(period: Period, since: number): boolean {
  const compared = comparedPeriod(period)
  if (!compared) return false
  const { days } = periodRecord(compared)
  return days === countDays(elapsed(period)) && coveredDays(compared, since) === days
}

/** The part of an account's keywords that must have been there for figures to be compared. */
const MOST = 0.9

/** When the data of campaigns with nearly all of their keywords begins, epoch milliseconds. */
export function beginOf(timelines: readonly Timeline[]): number {
  const begun = timelines
    .map(({ phases, campaign }) => ({ from: phases[0]?.from, keywords: campaign.keywords.length }))
    .sort((a, b) => (a.from ?? 0) - (b.from ?? 0))
  const enough = MOST * begun.reduce((sum, { keywords }) => sum + keywords, 0)
  let sum = 0
  for (const { from, keywords } of begun) {
    sum += keywords
    if (sum >= enough && from !== undefined) return from
  }
  return Number.POSITIVE_INFINITY
}

/** How many days of a period have data: they are not before it begins, and not in the future. */
function coveredDays({ from, to, today }: Period, since: number): number {
  const first = Math.max(dayNumber(from), Math.floor(since / DAY_MS))
  return countDays({ first, last: Math.min(dayNumber(to), dayNumber(today)) })
}
