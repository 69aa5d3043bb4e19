import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { dayNumber, dayOf, formatDay } from '../intelligence/dates.ts'
import { type BrandContext, completeContext, contextFor } from '../intelligence/mentions/context.ts'
import type { MentionFacts } from '../intelligence/mentions/mention-facts.ts'
import { factsOf } from '../intelligence/mentions/mentions.ts'
import type { Days } from '../intelligence/period.ts'
import { positionsOver } from '../intelligence/rankings/positions.ts'
import { type Track, tracksOf } from '../intelligence/rankings/tracks.ts'
import { type EventCounts, eventId } from './event.ts'
import { completedData, mentionData, rankingData } from './event-data.ts'
import { runBefore } from './schedule.ts'

/** Days of positions and mentions computed at once, for series of runs. */
const DAYS_AT_A_TIME = 64

/** The days around a run. */
interface Block extends Days {
  /** By keyword. */
  positions: Uint8Array[]
  /** Oldest first. */
  mentions: MentionFacts[]
}

/**
 * The events of the runs of one campaign. A run reports the differences from the run before it: changed positions
 * and new mentions, and that it is done. Everything follows from the seed, the campaign and the time: repeating a
 * run gives the same events.
 */
export class CampaignRuns {
  readonly #seed: number
  readonly #campaign: Campaign
  readonly #campaigns: readonly Campaign[]
  readonly #tracks: readonly Track[]
  #block: Block | undefined
  #context: BrandContext | undefined

  /** `campaigns` are those of the account; they decide what its mentions are about. */
  constructor(seed: number, campaign: Campaign, campaigns: readonly Campaign[]) {
    this.#seed = seed
    this.#campaign = campaign
    this.#campaigns = campaigns
    this.#tracks = tracksOf(seed, campaign)
  }

  /** Counts the events of the run at `at` (epoch ms) without making them. */
  counts(at: number): EventCounts {
    const { previous, mentions } = this.#span(at)
    const changed = this.#tracks.filter((_, k) => this.#change(k, previous, dayOf(at)))
    return {
      'mention.detected': mentions.length,
      'ranking.changed': changed.length,
      'campaign.completed': 1,
    }
  }

  /** The events of the run at `at` (epoch ms), in the order of sending. */
  events(at: number): ServiceEvent[] {
    const { previous, mentions } = this.#span(at)
    const events: Record<EventKind, ServiceEvent[]> = {
      'mention.detected': mentions.map((facts) => this.#mention(at, facts)),
      'ranking.changed': this.#tracks.flatMap((_, k) => this.#ranking(at, k, previous) ?? []),
      'campaign.completed': [this.#completion(at, mentions.length)],
    }
    return Object.values(events).flat()
  }

  #mention(at: number, facts: MentionFacts): ServiceEvent {
    const data = mentionData(this.#campaign, facts, this.#brandContext())
    return { ...this.#event(at, 'mention.detected', data.id), type: 'mention.detected', data }
  }

  #ranking(at: number, keyword: number, previous: number | undefined): ServiceEvent | undefined {
    const day = dayOf(at)
    const change = this.#change(keyword, previous, day)
    if (!change || previous === undefined) return undefined
    const text = (this.#tracks[keyword] as Track).keyword
    const days = { date: formatDay(day), previous_date: formatDay(previous) }
    const data = rankingData(this.#seed, this.#campaign, text, { ...days, ...change })
    return { ...this.#event(at, 'ranking.changed', text), type: 'ranking.changed', data }
  }

  #completion(at: number, mentions: number): ServiceEvent {
    const positions = this.#tracks.map((_, k) => this.#position(k, dayOf(at)))
    const event = this.#event(at, 'campaign.completed', '')
    const id = event.id.replace(/^evt/, 'run')
    const data = completedData(this.#campaign, { id, at, positions, mentions })
    return { ...event, type: 'campaign.completed', data }
  }

  #event(at: number, type: EventKind, subject: string) {
    const { id } = this.#campaign
    return { id: eventId(this.#seed, id, at, type, subject), at, campaign_id: id }
  }

  #brandContext(): BrandContext {
    const { brand } = this.#campaign
    this.#context ??= completeContext(this.#seed, brand, contextFor(this.#campaigns, brand))
    return this.#context
  }

  /** The day of the previous run, if the campaign was tracked then, and the mentions since that run. */
  #span(at: number): { previous: number | undefined; mentions: MentionFacts[] } {
    const before = runBefore(this.#campaign, at)
    const since = before ?? Date.parse(this.#campaign.created_at)
    const day = before === undefined ? undefined : dayOf(before)
    const { mentions } = this.#around(dayOf(since), dayOf(at))
    return {
      previous:
        day !== undefined && day >= dayNumber(this.#campaign.tracked_since) ? day : undefined,
      mentions: mentions.filter(({ detectedAt }) => detectedAt > since && detectedAt <= at),
    }
  }

  #change(
    keyword: number,
    previous: number | undefined,
    day: number,
  ): { position: number; previous_position: number } | undefined {
    if (previous === undefined) return undefined
    const position = this.#position(keyword, day)
    const previous_position = this.#position(keyword, previous)
    return position === previous_position ? undefined : { position, previous_position }
  }

  #position(keyword: number, day: number): number {
    const { first, positions } = this.#around(day, day)
    return positions[keyword]?.[day - first] as number
  }

  #around(from: number, to: number): Block {
    const known = this.#block
    if (known && known.first <= from && to <= known.last) return known

    const [first, last] = [from, Math.max(to, from + DAYS_AT_A_TIME - 1)]
    const period = { from: formatDay(first), to: formatDay(last), today: formatDay(last) }
    const mentions = [...factsOf(this.#seed, { ...period, brand: this.#campaign.brand })]
    const positionsOf = positionsOver(this.#tracks, { first, last })
    const positions = this.#tracks.map((_, k) => positionsOf(k))
    this.#block = { first, last, positions, mentions: mentions.reverse() }
    return this.#block
  }
}

// Snapshots of accounts are immutable, so their runs can be computed once.
const known = new WeakMap<Account['campaigns'], Map<string, CampaignRuns>>()

/** The runs of a campaign of the account. */
export function runsOf({ seed, campaigns }: Account, campaign: Campaign): CampaignRuns {
  const ofAccount = known.get(campaigns) ?? new Map<string, CampaignRuns>()
  known.set(campaigns, ofAccount)
  let runs = ofAccount.get(campaign.id)
  if (!runs) {
    runs = new CampaignRuns(seed, campaign, [...campaigns.values()])
    ofAccount.set(campaign.id, runs)
  }
  return runs
}
