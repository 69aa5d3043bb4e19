import type { Campaign, CampaignHistory, PastState } from '../../accounts/campaign.ts'
import { RecentValues } from '../../accounts/recent-values.ts'
import { dayOf, startOfDay } from '../dates.ts'
import type { Days } from '../period.ts'
import { normalKeywords } from './keywords.ts'
import { beginOf, type Phase, phasesOf, type Unlisted } from './phases.ts'
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

/** A campaign, its earlier states, and the days on which it was checked. An index has one for each campaign: it is small. */
export abstract class Timeline {
  /** The present state; the last one of a deleted campaign. */
  abstract readonly campaign: Campaign
  abstract readonly history: CampaignHistory | undefined
  abstract readonly isDeleted: boolean
  /** When the first phase begins, epoch milliseconds. */
  abstract readonly begin: number
  /** Oldest first. */
  abstract readonly phases: readonly Phase[]
  /** Normalized keywords of all phases, each once, in the order in which they were first tracked. */
  abstract readonly keywords: readonly string[]

  /** Without `campaign`, that of a deleted one. */
  static of(campaign: Campaign, history?: CampaignHistory): Timeline
  static of(campaign: undefined, history: CampaignHistory): Timeline
  static of(campaign: Campaign | undefined, history?: CampaignHistory): Timeline {
    return campaign && !history
      ? new Unchanged(campaign)
      : new Changed(campaign, history as CampaignHistory)
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
    for (const span of spansFor(this)) {
      if (dayOf(span.from) > last) break
      if (span.until < startOfDay(first)) continue
      checksOf(span, { first, last }, now, checks)
    }
    return checks
  }

  /** The runs around `now`, failed ones too. */
  runs(now: number): Runs {
    const spans = spansFor(this)
    const span = spans.findLast(({ from, lag }) => from - lag <= now) ?? (spans[0] as Span)
    const first = nextRun(span, span.from)
    const last =
      first !== undefined && first <= now
        ? runUpTo(span.campaign, first, Math.min(now, span.until))
        : span.ranAt
    const isFailed = last !== null && failedDays(span.campaign)?.has(dayOf(last)) === true
    const next = nextRun({ ...span, ranAt: last }, Math.max(now, span.from))
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
}

/**
 * The timeline of a campaign that was never changed, as most are. It is its own only phase: a separate one, in a list that
 * is kept, would take more than twice its memory again.
 */
class Unchanged extends Timeline implements Phase {
  readonly campaign: Campaign
  readonly keywords: readonly string[]
  readonly begin: number
  #unlisted: Unlisted | undefined

  constructor(campaign: Campaign) {
    super()
    this.campaign = campaign
    this.keywords = normalKeywords(campaign)
    this.begin = beginOf(campaign)
  }

  get history(): undefined {
    return undefined
  }
  get isDeleted(): boolean {
    return false
  }
  get phases(): readonly Phase[] {
    return [this]
  }
  get from(): number {
    return this.begin
  }
  get until(): number {
    return Number.POSITIVE_INFINITY
  }
  get lag(): number {
    return 0
  }
  get unlisted(): Unlisted | undefined {
    return this.#unlisted
  }
  set unlisted(unlisted: Unlisted) {
    this.#unlisted = unlisted
  }
}

class Changed extends Timeline {
  readonly campaign: Campaign
  readonly history: CampaignHistory
  readonly isDeleted: boolean
  readonly begin: number
  #phases: readonly Phase[] | undefined
  #normal: readonly string[] | undefined

  constructor(campaign: Campaign | undefined, history: CampaignHistory) {
    super()
    const [first] = history.states
    this.history = history
    this.isDeleted = campaign === undefined
    this.campaign = campaign ?? (history.states.at(-1) as PastState).campaign
    this.begin = beginOf((first ?? this).campaign)
  }

  get phases(): readonly Phase[] {
    const campaign = this.isDeleted ? undefined : this.campaign
    this.#phases ??= phasesOf(campaign, this.history.states)
    return this.#phases
  }

  get keywords(): readonly string[] {
    this.#normal ??= keywordsIn(this.phases)
    return this.#normal
  }
}

function keywordsIn(phases: readonly Phase[]): readonly string[] {
  const lists = new Set(phases.map(({ keywords }) => keywords))
  return [...new Set([...lists].flat())]
}

function spansFor(timeline: Timeline): readonly Span[] {
  let spans = allSpans.get(timeline)
  if (!spans) {
    spans = spansOf(timeline.phases)
    allSpans.set(timeline, spans)
  }
  return spans
}
