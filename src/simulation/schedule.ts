import type { Campaign } from '../accounts/campaign.ts'
import { hashText } from '../intelligence/hash.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times between runs by frequency; a month is no fixed time. What is not named here counts as daily. */
const INTERVALS: Readonly<Record<string, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
}
const MONTHLY = 'monthly'

/** A new campaign runs soon, but not while its creation is still being answered. */
const SOONEST_RUN_MS = 2_000
const FIRST_RUN_SPREAD_MS = 3_000

type Scheduled = Pick<Campaign, 'id' | 'created_at' | 'frequency' | 'status'>

/**
 * When a campaign runs, in epoch milliseconds of the account's clock: within five seconds of its creation,
 * and then by its frequency (§2 states `daily`; `hourly`, `weekly` and `monthly` are assumed, and any other
 * counts as daily). The times follow from the campaign alone, so nothing has to be kept about what is next.
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

/** The last run before `time`; undefined for what is the first. */
export function runBefore(campaign: Scheduled, time: number): number | undefined {
  const first = firstRun(campaign)
  if (time <= first) return undefined
  return runAt(campaign, first, runsUntil(campaign, first, time - 1) - 1)
}

/** How many runs there are up to and with `time`, which is not before the first. */
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

/** The same day of a later month, or its last day where it has no such day. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
