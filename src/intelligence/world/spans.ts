import type { Campaign } from '../../accounts/campaign.ts'
import { hashText, mix, unit } from '../../text/hash.ts'
import { MINUTE_MS } from '../../time/duration.ts'
import { dayNumber, dayOf, startOfDay } from '../dates.ts'
import type { Days } from '../period.ts'
import type { Phase } from './phases.ts'
import { firstRun, runAfter, runUpTo } from './schedule.ts'

/** The keywords and settings of one run. Its results are facts, even if the campaign changes later. */
export interface Check {
  /** Day number. */
  day: number
  /** Time at which the results are known, epoch milliseconds. */
  at: number
  phase: Phase
  /** Normalized keywords, if it did not look up all of the phase: some were added on that day. */
  only?: ReadonlySet<string>
}

/** Whether two checks are the same: a phase has at most one at a time. */
export function isSameCheck(one: Check | undefined, other: Check): boolean {
  return one?.at === other.at && one.phase === other.phase
}

/** How long before its end a check begins to find results, on a slow day, and for how long it finds some. */
const [QUEUE_MS, SEARCH_MS] = [20 * MINUTE_MS, 6 * MINUTE_MS]

/** When a check found one of its results, which a hash identifies: in the minutes before its end, on its day. */
export function foundAt({ at, day, phase }: Check, result: number): number {
  const { campaign, from, lag } = phase
  const wait = QUEUE_MS * unit(mix(hashText(campaign.id), day)) ** 2
  const before = wait + SEARCH_MS * unit(mix(result, 40))
  const room = Math.max(0, at - Math.max(from - lag, startOfDay(day)))
  return at - Math.floor(Math.min(before, (room * before) / (QUEUE_MS + SEARCH_MS)))
}

/** A phase with what its checks depend on. */
export interface Span extends Phase {
  phase: Phase
  /** The first run of the campaign (`firstRun`). */
  firstRun: number
  /** The last run before it; null if there was none. */
  ranAt: number | null
  /** The day of the last full check before it: a campaign that runs hourly is checked once a day. */
  checkedDay: number
  /** Keywords that are looked up when the phase begins, because it adds them. */
  added: ReadonlySet<string>
  /** Its keywords that changes of the phase's first day had looked up, `added` included. */
  lookedUp: ReadonlySet<string>
  /** Whether changes of the phase's first day had looked up any keywords. */
  isResumed: boolean
}

const NONE: ReadonlySet<string> = new Set()

/** The spans of phases, which must be in order. */
export function spansOf(phases: readonly Phase[]): Span[] {
  const spans: Span[] = []
  let ranAt: number | null = null
  let checkedDay = Number.NEGATIVE_INFINITY
  let checked: CheckedKeywords | undefined
  for (const [n, phase] of phases.entries()) {
    const day = dayOf(phase.from)
    // On the same day, only the last span is new. Checking all spans again would be quadratic in the changes of a day.
    if (checked?.day === day) noteChecks(checked, phase.from, spans.slice(-1))
    else checked = noteChecks({ day, full: new Set(), partial: new Set() }, phase.from, spans)
    const { full, partial } = checked
    const before = phases[n - 1]
    const added = new Set<string>()
    for (const keyword of before ? addedIn(phase, before) : []) {
      if (!full.has(keyword) && !partial.has(keyword)) added.add(keyword)
    }
    const isResumed = partial.size > 0 || added.size > 0
    const lookedUp = isResumed
      ? new Set(phase.keywords.filter((keyword) => partial.has(keyword) || added.has(keyword)))
      : NONE
    const span: Span = {
      ...phase,
      phase,
      firstRun: firstRun(phase.campaign),
      ranAt,
      checkedDay,
      added: isResumed ? added : NONE,
      lookedUp,
      isResumed,
    }
    spans.push(span)
    const first = nextRun(span, span.from)
    if (first === undefined || !Number.isFinite(phase.until)) continue
    ranAt = runUpTo(phase.campaign, first, phase.until)
    checkedDay = dayOf(ranAt ?? first)
  }
  return spans
}

/** The keywords that were checked on a day so far: with all others of their phase, or when they were added. */
interface CheckedKeywords {
  day: number
  full: Set<string>
  partial: Set<string>
}

/** Adds what `spans` checked on the day before `time`. */
function noteChecks(
  checked: CheckedKeywords,
  time: number,
  spans: readonly Span[],
): CheckedKeywords {
  const { day, full, partial } = checked
  const checks: Check[] = []
  for (const span of spans) {
    if (span.until >= startOfDay(day)) addChecks(span, { first: day, last: day }, time, checks)
  }
  for (const { phase, only } of checks) {
    for (const keyword of only ?? phase.keywords) {
      if (only) partial.add(keyword)
      else full.add(keyword)
    }
  }
  return checked
}

/** Keywords of an active campaign that the phase before did not have. */
function addedIn({ campaign, keywords }: Phase, before: Phase): string[] {
  if (campaign.status !== 'active') return []
  const known = new Set(before.keywords)
  return keywords.filter((keyword) => !known.has(keyword))
}

/**
 * The first run of the span after `time`, which is not before its beginning. A run at the time of a change belongs to the
 * phase before it.
 */
export function nextRun(
  {
    campaign,
    firstRun,
    ranAt,
    from,
    until,
  }: Pick<Span, 'campaign' | 'firstRun' | 'ranAt' | 'from' | 'until'>,
  time: number,
): number | undefined {
  const { first_run = Number.POSITIVE_INFINITY } = campaign
  // On a clock that stands still, the phase may begin some milliseconds ahead of it (`timeOfChange`).
  const isAhead = ranAt === null && time === from && first_run <= from
  const at = isAhead
    ? runAfter(campaign, null, first_run - 1, firstRun)
    : runAfter(campaign, ranAt, time, firstRun)
  return at !== undefined && at <= until ? at : undefined
}

/** Adds the checks of a span to `checks`. */
export function addChecks(span: Span, { first, last }: Days, now: number, checks: Check[]): void {
  const { phase, added, lookedUp, isResumed, campaign, keywords, from, lag } = span
  const day = dayOf(from)
  if (added.size > 0 && day >= first && day <= last && from - lag <= now) {
    checks.push({ day, at: from - lag, phase, only: added })
  }
  const failed = failedDays(campaign)
  let time = Math.max(from, startOfDay(Math.max(first, span.checkedDay + 1)) - 1)
  for (;;) {
    const at = nextRun(span, time)
    if (at === undefined || at > now || dayOf(at) > last) return
    const on = dayOf(at)
    time = Math.max(from + 1, startOfDay(on + 1) - 1)
    if (failed?.has(on)) continue
    if (on === day && isResumed) {
      const only = keywords.filter((keyword) => !lookedUp.has(keyword))
      checks.push({ day: on, at, phase, only: new Set(only) })
    } else {
      checks.push({ day: on, at, phase })
    }
  }
}

const failures = new WeakMap<Campaign, ReadonlySet<number>>()

/** The days on which runs of the campaign failed, as its fixture says. */
export function failedDays(campaign: Campaign): ReadonlySet<number> | undefined {
  const { failed_runs } = campaign
  if (!failed_runs) return undefined
  let known = failures.get(campaign)
  if (!known) {
    known = new Set(failed_runs.map(dayNumber))
    failures.set(campaign, known)
  }
  return known
}
