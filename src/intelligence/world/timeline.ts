import type { Campaign, CampaignHistory, PastState } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { RecentValues } from '../../accounts/recent-values.ts'
import { dayNumber, dayOf, startOfDay } from '../dates.ts'
import type { Days } from '../period.ts'
import { runAfter, runUpTo } from './schedule.ts'

/** A state of a campaign, from one change to the next. */
export interface Phase {
  campaign: Campaign
  /** Epoch milliseconds of the account's clock. */
  from: number
  /** Infinity for the present state. */
  until: number
  /** How many milliseconds `from` is ahead of the clock (`momentOf`). */
  lag: number
}

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

/** Times in epoch milliseconds; null if there is none. */
export interface Runs {
  last: number | null
  /** Whether the last run failed. */
  isFailed: boolean
  next: number | null
}

/** A campaign, its earlier states, and the days on which it was checked. A world has one for each campaign: it is small. */
export class Timeline {
  /** The present state; the last one of a deleted campaign. */
  readonly campaign: Campaign
  readonly history: CampaignHistory | undefined
  readonly isDeleted: boolean
  /** When the first phase begins, epoch milliseconds. */
  readonly begin: number
  #phases: readonly Phase[] | undefined
  #normal: readonly string[] | undefined

  constructor(campaign: Campaign | undefined, history?: CampaignHistory) {
    this.history = history
    this.isDeleted = campaign === undefined
    const past = history?.states ?? []
    this.campaign = campaign ?? (past.at(-1) as PastState).campaign
    this.begin = beginOf((past[0] ?? this).campaign)
  }

  /** Oldest first. */
  get phases(): readonly Phase[] {
    const campaign = this.isDeleted ? undefined : this.campaign
    this.#phases ??= phasesOf(campaign, this.history?.states ?? [])
    return this.#phases
  }

  /** Normalized keywords of all phases, each once, in the order in which they were first tracked. */
  get keywords(): readonly string[] {
    if (!this.history) return normalKeywords(this.campaign)
    this.#normal ??= [...new Set(this.phases.flatMap(({ campaign }) => normalKeywords(campaign)))]
    return this.#normal
  }

  get #spans(): readonly Span[] {
    let spans = allSpans.get(this)
    if (!spans) {
      spans = spansOf(this.phases)
      allSpans.set(this, spans)
    }
    return spans
  }

  /**
   * The checks on these days up to `now` (epoch ms), oldest first. A day has one check, unless keywords were added on it:
   * then another check looks up only these. Weekly campaigns have checks on the days of their runs, paused ones none.
   */
  checks({ first, last }: Days, now = Number.POSITIVE_INFINITY): Check[] {
    const checks: Check[] = []
    for (const span of this.#spans) {
      if (dayOf(span.from) > last) break
      if (span.until < startOfDay(first)) continue
      checksOf(span, { first, last }, now, checks)
    }
    return checks
  }

  /** The runs around `now`, failed ones too. */
  runs(now: number): Runs {
    const span =
      this.#spans.findLast(({ from, lag }) => from - lag <= now) ?? (this.#spans[0] as Span)
    const first = nextRun(span, span.from)
    const last =
      first !== undefined && first <= now
        ? runUpTo(span.campaign, first, Math.min(now, span.until))
        : span.ranAt
    const isFailed = last !== null && failedDays(span.campaign)?.has(dayOf(last)) === true
    const next = nextRun({ ...span, ranAt: last }, Math.max(now, span.from))
    return { last, isFailed, next: next ?? null }
  }

  /** The runs from `from` to `to` (epoch ms, both included), failed ones too, oldest first. */
  *runsBetween(from: number, to: number): Generator<{ at: number; isFailed: boolean }> {
    for (const span of this.#spans) {
      if (span.from > to) return
      const failed = failedDays(span.campaign)
      let at = nextRun(span, Math.max(span.from, from - 1))
      while (at !== undefined && at <= to) {
        yield { at, isFailed: failed?.has(dayOf(at)) === true }
        at = nextRun(span, at)
      }
    }
  }

  /** The last check of all keywords up to `now`. */
  lastCheck(now: number): Check | undefined {
    // A month is the longest time between two runs, but a campaign may have been paused for years.
    for (let last = dayOf(now), days = 32; ; last -= days, days *= 2) {
      const first = last - days + 1
      const found = this.checks({ first, last }, now).findLast(({ only }) => only === undefined)
      if (found || startOfDay(last) < this.begin) return found
    }
  }
}

/** A phase with what its checks depend on. */
interface Span extends Phase {
  phase: Phase
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

type State = Pick<PastState, 'campaign' | 'until' | 'lag'>

function phasesOf(campaign: Campaign | undefined, past: readonly PastState[]): Phase[] {
  const states: State[] = [...past]
  if (campaign) states.push({ campaign, until: Number.POSITIVE_INFINITY })
  let from = beginOf((states[0] as State).campaign)
  let lag = 0
  return states.map((state) => {
    const phase = { campaign: state.campaign, until: state.until, from, lag }
    from = state.until
    lag = state.lag ?? 0
    return phase
  })
}

function beginOf({ began, created_at }: Campaign): number {
  return began ?? Date.parse(created_at)
}

/** Campaigns whose spans are kept. */
const KEPT_SPANS = 1_024

const allSpans = new RecentValues<Timeline, readonly Span[]>(KEPT_SPANS)

function spansOf(phases: readonly Phase[]): Span[] {
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
    const own = normalKeywords(phase.campaign)
    const isResumed = partial.size > 0 || added.size > 0
    const lookedUp = isResumed
      ? new Set(own.filter((keyword) => partial.has(keyword) || added.has(keyword)))
      : NONE
    const { campaign, from, until, lag } = phase
    const span: Span = {
      // Spelled out: V8 makes a hidden class for each object with a spread of `phase`.
      campaign,
      from,
      until,
      lag,
      phase,
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
    if (span.until >= startOfDay(day)) checksOf(span, { first: day, last: day }, time, checks)
  }
  for (const { phase, only } of checks) {
    for (const keyword of only ?? normalKeywords(phase.campaign)) {
      if (only) partial.add(keyword)
      else full.add(keyword)
    }
  }
  return checked
}

/** Keywords of an active campaign that the phase before did not have. */
function addedIn({ campaign }: Phase, before: Phase): string[] {
  if (campaign.status !== 'active') return []
  const known = new Set(normalKeywords(before.campaign))
  return normalKeywords(campaign).filter((keyword) => !known.has(keyword))
}

const normals = new WeakMap<Campaign, readonly string[]>()

/** The normalized keywords of a campaign, each once. */
export function normalKeywords(campaign: Campaign): readonly string[] {
  let known = normals.get(campaign)
  if (!known) {
    const normal = [...new Set(campaign.keywords.map(normalize))]
    const isSame = campaign.keywords.every((keyword, n) => keyword === normal[n])
    known = isSame ? campaign.keywords : normal
    normals.set(campaign, known)
  }
  return known
}

/** Keywords of a campaign that are looked through; more are kept as a set. */
const FEW_KEYWORDS = 8

const sets = new WeakMap<Campaign, ReadonlySet<string>>()

/** Whether a campaign has a normalized keyword. */
export function hasKeyword(campaign: Campaign, normal: string): boolean {
  const all = normalKeywords(campaign)
  if (all.length <= FEW_KEYWORDS) return all.includes(normal)
  let known = sets.get(campaign)
  if (!known) {
    known = new Set(all)
    sets.set(campaign, known)
  }
  return known.has(normal)
}

/** The first run after `time` within the span. A run at the time of a change belongs to the phase before it. */
function nextRun({ campaign, ranAt, until }: Span, time: number): number | undefined {
  const at = runAfter(campaign, ranAt, time)
  return at !== undefined && at <= until ? at : undefined
}

/** Adds the checks of a span to `checks`. */
function checksOf(span: Span, { first, last }: Days, now: number, checks: Check[]): void {
  const { phase, added, lookedUp, isResumed, campaign, from, lag } = span
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
    time = startOfDay(on + 1) - 1
    if (failed?.has(on)) continue
    if (on === day && isResumed) {
      const only = normalKeywords(campaign).filter((keyword) => !lookedUp.has(keyword))
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
