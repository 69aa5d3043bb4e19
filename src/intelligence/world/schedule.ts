import type { Campaign } from '../../accounts/campaign.ts'
import { hashText } from '../../text/hash.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../time/duration.ts'

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

type Scheduled = Pick<Campaign, 'id' | 'created_at' | 'first_run' | 'frequency' | 'status'>

/**
 * The first run of a campaign, in epoch milliseconds of the account's clock: within five seconds of its creation.
 * Later ones follow the last run by the frequency (§2 states `daily`; `hourly`, `weekly` and `monthly` are assumed,
 * and any other counts as daily). A triggered event makes it at once.
 */
export function firstRun(campaign: Pick<Scheduled, 'id' | 'created_at' | 'first_run'>): number {
  const spread = (hashText(campaign.id) >>> 0) % FIRST_RUN_SPREAD_MS
  const created = Date.parse(campaign.created_at)
  return Math.max(created, campaign.first_run ?? created + SOONEST_RUN_MS + spread)
}

/**
 * The first run after `time`: a whole number of intervals after the last run, by the present frequency. `last` is
 * null for a campaign that never ran. Undefined while the campaign is paused.
 */
export function runAfter(
  campaign: Scheduled,
  last: number | null,
  time: number,
  first = firstRun(campaign),
): number | undefined {
  if (campaign.status !== 'active') return undefined
  if (time < first) return first
  const anchor = last ?? first
  return runNumber(campaign, anchor, numberOfRun(campaign, anchor, time) + 1)
}

/**
 * The last run at or before `time` if the campaign always ran by its present frequency, as one that also ran at
 * `known`; null if that is before its first run.
 */
export function runUpTo(campaign: Scheduled, known: number, time: number): number | null {
  const first = firstRun(campaign)
  if (time < first) return null
  return Math.max(first, runNumber(campaign, known, numberOfRun(campaign, known, time)))
}

/** The run with this number, counted from the one at `anchor`, which has 0. */
function runNumber(campaign: Scheduled, anchor: number, number: number): number {
  return campaign.frequency === MONTHLY
    ? monthsAfter(anchor, number, firstRun(campaign))
    : anchor + number * intervalOf(campaign.frequency)
}

/** The number of the last run at or before `time`. */
function numberOfRun(campaign: Scheduled, anchor: number, time: number): number {
  const { frequency } = campaign
  if (frequency !== MONTHLY) return Math.floor((time - anchor) / intervalOf(frequency))
  const [from, to] = [new Date(anchor), new Date(time)]
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return runNumber(campaign, anchor, months) <= time ? months : months - 1
}

function intervalOf(frequency: string): number {
  return Object.hasOwn(INTERVALS, frequency) ? (INTERVALS[frequency] as number) : DAY_MS
}

/**
 * The same day of another month, or its last day if it is shorter. `first` is the first run: a campaign that ran on
 * the 31st, and then at the end of February, runs on the 31st of March.
 */
function monthsAfter(time: number, months: number, first: number): number {
  const date = new Date(time)
  const isCut = date.getUTCDate() === lastDayOf(date)
  const day = Math.max(date.getUTCDate(), isCut ? new Date(first).getUTCDate() : 0)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(Math.min(day, lastDayOf(date)))
  return date.getTime()
}

function lastDayOf(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
