import type { Campaign, CampaignHistory, PastState } from '../../accounts/campaign.ts'
import { RecentValues } from '../../accounts/recent-values.ts'
import { dayOf, startOfDay } from '../dates.ts'
import type { Days } from '../period.ts'
import { normalKeywords } from './keywords.ts'
import { beginOf, type Phase, phasesOf } from './phases.ts'
import { runUpTo } from './schedule.ts'
import { type Check, checksOf, failedDays, nextRun, type Span, spansOf } from './spans.ts'

/** Times in epoch milliseconds; null if there is none. */
export interface Runs {
  last: number | null
  /** Whether the last run failed. */
  isFailed: boolean
  next: number | null
}

/** Campaigns whose spans are kept. */
const KEPT_SPANS = 1_024

const allSpans = new RecentValues<Timeline, readonly Span[]>(KEPT_SPANS)

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
