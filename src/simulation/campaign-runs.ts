import type { EventKind } from '../accounts/alert.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { type BrandContext, completeContext, contextFor } from '../intelligence/context.ts'
import { dayNumber, dayOf, formatDay } from '../intelligence/dates.ts'
import type { MentionFacts } from '../intelligence/mention-facts.ts'
import { factsOf } from '../intelligence/mentions.ts'
import { positionsOver } from '../intelligence/positions.ts'
import { type Track, tracksOf } from '../intelligence/tracks.ts'
import { type EventCounts, eventId, noEvents, type ServiceEvent } from './event.ts'
import { completedData, mentionData, rankingData } from './event-data.ts'
import { runBefore } from './schedule.ts'

/** Days of positions and mentions that are computed at once: a run in a long series looks them up. */
const DAYS_AT_A_TIME = 64

/** The days around a run. */
interface Block {
  first: number
  last: number
  /** By keyword. */
  positions: Uint8Array[]
  /** Oldest first. */
  mentions: MentionFacts[]
}

/**
 * What the runs of one campaign find. A run looks at the day that it is on, and tells what differs from
 * the run before it: positions that changed, mentions that came since, and that it is done. All follows
 * from the seed, the campaign and the time; a run that is made again finds the same.
 */
export class CampaignRuns {
  readonly #seed: number
  readonly #campaign: Campaign
  readonly #campaigns: readonly Campaign[]
  readonly #tracks: readonly Track[]
  #block: Block | undefined
  #context: BrandContext | undefined

  /** `campaigns` are those of the account, which tell what its mentions are about. */
  constructor(seed: number, campaign: Campaign, campaigns: readonly Campaign[]) {
    this.#seed = seed
    this.#campaign = campaign
    this.#campaigns = campaigns
    this.#tracks = tracksOf(seed, campaign)
  }

  /** How many events the run at `at` (epoch ms) brings; none of them is made. */
  counts(at: number): EventCounts {
    const { previous, mentions } = this.#span(at)
    const counts = noEvents()
    counts['campaign.completed'] = 1
    counts['mention.detected'] = mentions.length
    for (let k = 0; k < this.#tracks.length; k++) {
      if (this.#change(k, previous, dayOf(at))) counts['ranking.changed']++
    }
    return counts
  }

  /** The events of the run at `at` (epoch ms), in the order in which they are sent. */
  events(at: number): ServiceEvent[] {
    const { previous, mentions } = this.#span(at)
    return [
      ...mentions.map((facts) => this.#mention(at, facts)),
      ...this.#tracks.flatMap((_, k) => this.#ranking(at, k, previous) ?? []),
      this.#completion(at, mentions.length),
    ]
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

  /** The day of the run before, if there is one that saw the campaign, and the mentions since that run. */
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
