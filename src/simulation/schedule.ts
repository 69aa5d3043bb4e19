import type { Campaign } from '../accounts/campaign.ts'
import { hashText } from '../intelligence/hash.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../time/duration.ts'

/** Times between runs by frequency, except monthly. Unknown frequencies count as daily. */
const INTERVALS: Readonly<Record<string, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: WEEK_MS,
}
const MONTHLY = 'monthly'

/** A new campaign runs soon, but not before its creation is answered. */
const SOONEST_RUN_MS = 2_000
const FIRST_RUN_SPREAD_MS = 3_000

type Scheduled = Pick<Campaign, 'id' | 'created_at' | 'frequency' | 'status'>

/**
 * The first run of a campaign, in epoch milliseconds of the account's clock: within five seconds of its creation.
 * Later ones follow by its frequency (§2 states `daily`; `hourly`, `weekly` and `monthly` are assumed, and any
 * other counts as daily). The times follow from the campaign alone, so nothing is stored about the next run.
 */
export function firstRun({ id, created_at }: Scheduled): number {
  const spread = (hashText(id) >>> 0) % FIRST_RUN_SPREAD_MS
  return Date.parse(created_at) + SOONEST_RUN_MS + spread
}

/** The first run after `time`; undefined while the campaign is paused. */
export function runAfter(campaign: Scheduled, time: number): number | undefined {
  if (campaign.status !== 'active') return undefined
  const first = firstRun(campaign)
  if (time < first) return first
  return runAt(campaign, first, runsUntil(campaign, first, time))
}

/** The last run before `time`; undefined if there is none. */
export function runBefore(campaign: Scheduled, time: number): number | undefined {
  const first = firstRun(campaign)
  if (time <= first) return undefined
  return runAt(campaign, first, runsUntil(campaign, first, time - 1) - 1)
}

/** The number of runs up to and including `time`, which is not before the first. */
function runsUntil({ frequency }: Scheduled, first: number, time: number): number {
  if (frequency !== MONTHLY) return Math.floor((time - first) / intervalOf(frequency)) + 1
  const [from, to] = [new Date(first), new Date(time)]
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return months + (monthsAfter(first, months) <= time ? 1 : 0)
}

/** The run with this number, counted from 0. */
function runAt({ frequency }: Scheduled, first: number, number: number): number {
  return frequency === MONTHLY ? monthsAfter(first, number) : first + number * intervalOf(frequency)
}

function intervalOf(frequency: string): number {
  return Object.hasOwn(INTERVALS, frequency) ? (INTERVALS[frequency] as number) : DAY_MS
}

/** The same day of a later month, or its last day if it is shorter. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
