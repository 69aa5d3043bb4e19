import type { Account } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { normalize } from '../accounts/normalize.ts'
import { dayNumber, dayOf, formatDay } from '../intelligence/dates.ts'
import { type BrandContext, completeContext, contextFor } from '../intelligence/mentions/context.ts'
import type { MentionFacts } from '../intelligence/mentions/mention-facts.ts'
import { factsOf } from '../intelligence/mentions/mentions.ts'
import type { Days } from '../intelligence/period.ts'
import { positionsOver } from '../intelligence/rankings/positions.ts'
import { type Track, tracksOf } from '../intelligence/rankings/tracks.ts'
import { type EventCounts, eventId } from './event.ts'
import { completedData, mentionData, rankingData } from './event-data.ts'

/** Days of positions and mentions computed at once, for series of runs. */
const DAYS_AT_A_TIME = 64

/** A run to make the events of. */
export interface Run {
  /** Epoch milliseconds. */
  at: number
  /** The run before. */
  last: LastRun
  /** How often the clock was set back before. */
  setBack?: number | undefined
}

/** The days around a run. */
interface Block extends Days {
  /** By keyword. */
  positions: Uint8Array[]
  /** Oldest first. */
  mentions: MentionFacts[]
}

/** The run that another one is compared with. */
interface Compared {
  day: number
  /** Whether it looked up the keyword. */
  knows(track: Track): boolean
}

/**
 * The events of the runs of one campaign. A run reports the differences from the run before it: changed positions
 * and new mentions, and that it is done. Everything follows from the seed, the campaign and the two runs: repeating a
 * run gives the same events.
 */
export class CampaignRuns {
  readonly #seed: number
  readonly #campaign: Campaign
  readonly #campaigns: readonly Campaign[]
  readonly #tracks: readonly Track[]
  #block: Block | undefined
  #context: BrandContext | undefined

  /** `campaigns` are those of the account, or at least those of the brand; they decide what its mentions are about. */
  constructor(seed: number, campaign: Campaign, campaigns: readonly Campaign[]) {
    this.#seed = seed
    this.#campaign = campaign
    this.#campaigns = campaigns
    this.#tracks = tracksOf(seed, campaign)
  }

  /** Counts the events of a run without making them. */
  counts(run: Run): EventCounts {
    const { compared, mentions } = this.#span(run)
    const changed = this.#tracks.filter((_, k) => this.#change(k, compared, dayOf(run.at)))
    return {
      'mention.detected': mentions.length,
      'ranking.changed': changed.length,
      'campaign.completed': 1,
    }
  }

  /** The events of a run, in the order of sending. */
  events(run: Run): ServiceEvent[] {
    const { mentions } = this.#span(run)
    const events: Record<EventKind, ServiceEvent[]> = {
      'mention.detected': mentions.map((facts) => this.#mention(run, facts)),
      'ranking.changed': this.changes(run),
      'campaign.completed': [this.#completion(run, mentions.length)],
    }
    return Object.values(events).flat()
  }

  /** The changed positions of a run, in the order of the keywords. */
  changes(run: Run): ServiceEvent[] {
    const compared = this.#compared(run.last)
    return this.#tracks.flatMap((_, k) => this.#ranking(run, k, compared) ?? [])
  }

  /** The end of a run. */
  completion(run: Run): ServiceEvent {
    return this.#completion(run, this.#span(run).mentions.length)
  }

  #mention(run: Run, facts: MentionFacts): ServiceEvent {
    const data = mentionData(this.#campaign, facts, this.#brandContext())
    return { ...this.#event(run, 'mention.detected', data.id), type: 'mention.detected', data }
  }

  #ranking(run: Run, keyword: number, compared: Compared | undefined): ServiceEvent | undefined {
    const day = dayOf(run.at)
    const change = this.#change(keyword, compared, day)
    if (!change || !compared) return undefined
    const text = (this.#tracks[keyword] as Track).keyword
    const days = { date: formatDay(day), previous_date: formatDay(compared.day) }
    const data = rankingData(this.#seed, this.#campaign, text, { ...days, ...change })
    return { ...this.#event(run, 'ranking.changed', text), type: 'ranking.changed', data }
  }

  #completion(run: Run, mentions: number): ServiceEvent {
    const { at } = run
    const positions = this.#tracks.map((_, k) => this.#position(k, dayOf(at)))
    const event = this.#event(run, 'campaign.completed', '')
    const id = event.id.replace(/^evt/, 'run')
    const data = completedData(this.#campaign, { id, at, positions, mentions })
    return { ...event, type: 'campaign.completed', data }
  }

  #event({ at, setBack }: Run, type: EventKind, subject: string) {
    const { id } = this.#campaign
    const origin = { seed: this.#seed, setBack }
    return { id: eventId(origin, id, at, type, subject), at, campaign_id: id }
  }

  #brandContext(): BrandContext {
    const { brand } = this.#campaign
    this.#context ??= completeContext(this.#seed, brand, contextFor(this.#campaigns, brand))
    return this.#context
  }

  /** The run before, if the campaign was tracked then, and the mentions since that run. */
  #span({ at, last }: Run): { compared: Compared | undefined; mentions: MentionFacts[] } {
    const since = last.at ?? Date.parse(this.#campaign.created_at)
    const { mentions } = this.#around(dayOf(since), dayOf(at))
    return {
      compared: this.#compared(last),
      mentions: mentions.slice(countUntil(mentions, since), countUntil(mentions, at)),
    }
  }

  #compared({ at, keywords }: LastRun): Compared | undefined {
    if (at === null || dayOf(at) < dayNumber(this.#campaign.tracked_since)) return undefined
    const known = keywords && new Set(keywords.map(normalize))
    return { day: dayOf(at), knows: ({ normal }) => known?.has(normal) ?? true }
  }

  #change(
    keyword: number,
    compared: Compared | undefined,
    day: number,
  ): { position: number; previous_position: number } | undefined {
    if (!compared?.knows(this.#tracks[keyword] as Track)) return undefined
    const position = this.#position(keyword, day)
    const previous_position = this.#position(keyword, compared.day)
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

/** The number of mentions up to `time`; they are sorted by time, and a year has thousands of them. */
function countUntil(mentions: readonly MentionFacts[], time: number): number {
  let [low, high] = [0, mentions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((mentions[middle] as MentionFacts).detectedAt <= time) low = middle + 1
    else high = middle
  }
  return low
}

interface Known {
  runs: Map<string, CampaignRuns>
  /** Campaigns by normalized brand. */
  about: Map<string, Campaign[]>
}

// Snapshots of accounts are immutable, so their runs can be computed once.
const known = new WeakMap<Account['campaigns'], Known>()

/** The runs of a campaign of the account. */
export function runsOf({ seed, campaigns }: Account, campaign: Campaign): CampaignRuns {
  let ofAccount = known.get(campaigns)
  if (!ofAccount) {
    ofAccount = { runs: new Map(), about: byBrand(campaigns) }
    known.set(campaigns, ofAccount)
  }
  let runs = ofAccount.runs.get(campaign.id)
  if (!runs) {
    const about = ofAccount.about.get(normalize(campaign.brand)) ?? []
    runs = new CampaignRuns(seed, campaign, about)
    ofAccount.runs.set(campaign.id, runs)
  }
  return runs
}

function byBrand(campaigns: Account['campaigns']): Map<string, Campaign[]> {
  const about = new Map<string, Campaign[]>()
  for (const campaign of campaigns.values()) {
    const brand = normalize(campaign.brand)
    const others = about.get(brand)
    if (others) others.push(campaign)
    else about.set(brand, [campaign])
  }
  return about
}
