import type { Campaign, CampaignHistory, PastState } from '../../accounts/campaign.ts'
import { dayOf, startOfDay } from '../dates.ts'
import type { Days } from '../period.ts'
import { beginOf, type Phase, phasesOf } from './phases.ts'
import { runUpTo } from './schedule.ts'
import { addChecks, type Check, failedDays, nextRun, type Span, spansOf } from './spans.ts'

/** Times in epoch milliseconds; null if there is none. */
export interface Runs {
  last: number | null
  /** Whether the last run failed. */
  isFailed: boolean
  next: number | null
}

/** A campaign, its earlier states, and the days on which it was checked. */
export class Timeline {
  /** The present state; the last one of a deleted campaign. */
  readonly campaign: Campaign
  readonly history: CampaignHistory | undefined
  readonly isDeleted: boolean
  /** When the first phase begins, epoch milliseconds. */
  readonly begin: number
  #phases: readonly Phase[] | undefined
  #spans: readonly Span[] | undefined
  /** The day that was asked for last, which all keywords share. */
  #day: { day: number; checks: readonly Check[] } | undefined

  private constructor(campaign: Campaign | undefined, history: CampaignHistory | undefined) {
    const states = history?.states ?? []
    this.campaign = campaign ?? (states.at(-1) as PastState).campaign
    this.history = history
    this.isDeleted = campaign === undefined
    this.begin = beginOf((states[0] ?? this).campaign)
  }

  /** Without `campaign`, that of a deleted one. */
  static of(campaign: Campaign, history?: CampaignHistory): Timeline
  static of(campaign: undefined, history: CampaignHistory): Timeline
  static of(campaign: Campaign | undefined, history?: CampaignHistory): Timeline {
    return new Timeline(campaign, history)
  }

  /** Oldest first. */
  get phases(): readonly Phase[] {
    const campaign = this.isDeleted ? undefined : this.campaign
    this.#phases ??= phasesOf(campaign, this.history?.states ?? [])
    return this.#phases
  }

  /** Normalized keywords of all phases, each once, in the order in which they were first tracked. */
  get keywords(): readonly string[] {
    const [first, ...others] = new Set(this.phases.map(({ keywords }) => keywords))
    if (first && others.length === 0) return first
    return [...new Set([first ?? [], ...others].flat())]
  }

  /** Whether it is the timeline of these states. Without `campaign`, of a deleted one. */
  isOf(campaign: Campaign | undefined, history: CampaignHistory | undefined): boolean {
    if (this.history !== history) return false
    return this.isDeleted ? campaign === undefined : campaign === this.campaign
  }

  /**
   * The checks on these days up to `now` (epoch ms), oldest first. A day has one check, unless keywords were added on it:
   * then another check looks up only these. Weekly campaigns have checks on the days of their runs, paused ones none.
   */
  checks({ first, last }: Days, now = Number.POSITIVE_INFINITY): Check[] {
    const checks: Check[] = []
    for (const span of this.#allSpans()) {
      if (dayOf(span.from) > last) break
      if (span.until < startOfDay(first)) continue
      addChecks(span, { first, last }, now, checks)
    }
    return checks
  }

  checksOn(day: number): readonly Check[] {
    if (this.#day?.day !== day) {
      this.#day = { day, checks: this.checks({ first: day, last: day }) }
    }
    return this.#day.checks
  }

  /** The runs around `now`, failed ones too. */
  runs(now: number): Runs {
    const spans = this.#allSpans()
    const span = spans.findLast(({ from, lag }) => from - lag <= now) ?? (spans[0] as Span)
    const first = nextRun(span, span.from)
    const last =
      first !== undefined && first <= now
        ? runUpTo(span.campaign, first, Math.min(now, span.until))
        : span.ranAt
    const isFailed = last !== null && failedDays(span.campaign)?.has(dayOf(last)) === true
    const { campaign, firstRun, from, until } = span
    const next = nextRun({ campaign, firstRun, from, until, ranAt: last }, Math.max(now, from))
    return { last, isFailed, next: next ?? null }
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

  #allSpans(): readonly Span[] {
    this.#spans ??= spansOf(this.phases)
    return this.#spans
  }
}
