import type { components } from '../../spec/generated/api.ts'
import type { Account } from '../accounts/account.ts'
import type { Campaign, LastRun } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { normalize } from '../accounts/normalize.ts'
import { idOfMention, type MentionFacts, mentionRecord } from '../intelligence/answers/mention.ts'
import { checkMentions, countCheckMentions } from '../intelligence/answers/mentions.ts'
import { dayOf } from '../intelligence/dates.ts'
import { type Before, CheckReader, type Row } from '../intelligence/rankings/rows.ts'
import type { Phase } from '../intelligence/world/phases.ts'
import { type Check, isSameCheck } from '../intelligence/world/spans.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { type World, worldOf } from '../intelligence/world/world.ts'
import { DAY_MS } from '../time/duration.ts'
import { type EventCounts, eventId, noEvents } from './event.ts'
import { completedData, rankingData } from './event-data.ts'

type Past = Pick<Account, 'seed' | 'campaigns' | 'past'>

/**
 * A run looks back so far, a little more than the longest time between two runs. On a clock that was set forward by years, or
 * in a loaded state, the run before may be years ago.
 */
export const LOOK_BACK_MS = 32 * DAY_MS

/** A run to make the events of. */
export interface Run {
  /** Epoch milliseconds. */
  at: number
  /** The run before. */
  last: LastRun
  /** How often the clock was set back before. */
  setBack?: number | undefined
}

/** A row, and the one of the run before. */
interface Change {
  row: Row
  previous: Before
}

/**
 * The events of the runs of one campaign. A run reports what it found and the run before did not: changed positions and
 * new mentions, and that it is done. A failed run reports nothing. Everything follows from the campaign's timeline:
 * repeating a run gives the same events.
 */
export class CampaignRuns {
  readonly #world: World
  readonly #timeline: Timeline
  readonly #reader: CheckReader
  #known: { check: Check; rows: Row[] } | undefined
  /** The keywords of the campaign as it spells them, by the normalized one. */
  #spelled: ReadonlyMap<string, string> | undefined

  constructor(world: World, timeline: Timeline) {
    this.#world = world
    this.#timeline = timeline
    this.#reader = new CheckReader(world, timeline)
  }

  /** Whether they are still the runs of the account: another state of its campaigns has others. */
  areOf(account: Past): boolean {
    return worldOf(account) === this.#world
  }

  /** The events of a run, in the order of sending. */
  events(run: Run): ServiceEvent[] {
    if (this.#isFailed(run)) return []
    const checks = this.#checksOf(run)
    const mentions = checks.flatMap((check) => checkMentions(this.#world, this.#timeline, check))
    return [
      ...mentions.map((facts) => this.#detection(run, facts)),
      ...this.changes(run, checks),
      this.completion(run, mentions.length),
    ]
  }

  /** The number of its events, as `events`, without making them. */
  counts(run: Run): EventCounts {
    if (this.#isFailed(run)) return noEvents()
    let mentions = 0
    const checks = this.#checksOf(run)
    for (const check of checks) {
      mentions += countCheckMentions(this.#world, this.#timeline, check)
    }
    return {
      'mention.detected': mentions,
      'ranking.changed': this.#changes(run, checks).length,
      'campaign.completed': 1,
    }
  }

  /** The rows of a check, which the changes and the completion of a run need. */
  #rowsOf(check: Check): Row[] {
    const known = this.#known
    if (known && isSameCheck(known.check, check)) return known.rows
    const rows = this.#reader.read(check)
    this.#known = { check, rows }
    return rows
  }

  get #campaign(): Campaign {
    return this.#timeline.campaign
  }

  /** The changed positions of a run, in the order of the keywords. */
  changes(run: Run, checks = this.#checksOf(run)): ServiceEvent[] {
    const { at } = run
    const { id: campaign_id } = this.#campaign
    return this.#changes(run, checks).map(({ row, previous }) => {
      const data = rankingData(this.#campaign, row, dayOf(at), previous)
      const id = this.#idOf(run, 'ranking.changed', row.keyword.spelled)
      return { id, type: 'ranking.changed', at, campaign_id, data }
    })
  }

  #detection(run: Run, facts: MentionFacts): ServiceEvent {
    const { at } = run
    const data = this.mentionData(facts, at)
    const id = this.#idOf(run, 'mention.detected', idOfMention(facts))
    return { id, type: 'mention.detected', at, campaign_id: this.#campaign.id, data }
  }

  /** `data` of mention.detected: the mention as in `/chat/mentions` at a time, of this campaign, which found it. */
  mentionData(facts: MentionFacts, at: number): components['schemas']['MentionDetected'] {
    const { id, name, keywords } = this.#campaign
    this.#spelled ??= new Map(keywords.toReversed().map((each) => [normalize(each), each]))
    const { keyword } = facts.answer.subject.topic
    const spelled = this.#spelled.get(normalize(keyword)) ?? keyword
    return { ...mentionRecord(facts, at), campaign_id: id, campaign_name: name, keyword: spelled }
  }

  /** The end of a run that found so many mentions. */
  completion(run: Run, mentions: number): ServiceEvent {
    const { at } = run
    const positions = [...this.#rowsOn(at).values()].map(({ position }) => position)
    const id = this.#idOf(run, 'campaign.completed', '')
    const run_id = id.replace(/^evt/, 'run')
    const data = completedData(this.#campaign, { id: run_id, at, positions, mentions })
    const { id: campaign_id } = this.#campaign
    return { id, type: 'campaign.completed', at, campaign_id, data }
  }

  #isFailed({ at }: Run): boolean {
    if (!this.#campaign.failed_runs) return false
    const { last, isFailed } = this.#timeline.runs(at)
    return isFailed && last === at
  }

  /** The checks since the run before. */
  #checksOf({ at, last }: Run): Check[] {
    const from = Math.max(this.#timeline.begin, at - LOOK_BACK_MS)
    const days = { first: dayOf(Math.max(last.at ?? from, from)), last: dayOf(at) }
    return this.#timeline.checks(days, at).filter((it) => last.at === null || it.at > last.at)
  }

  #changes({ at, last }: Run, checks: readonly Check[]): Change[] {
    const check = checks.find((it) => it.at === at)
    if (!check || last.at === null) return []
    const lastDay = dayOf(last.at)
    let lastRows: Map<string, Row> | undefined
    return this.#rowsOf(check).flatMap((row) => {
      let { before: previous } = row
      if (previous && previous.day > lastDay) {
        // Runs in between were left out, so that nobody heard of them.
        lastRows ??= this.#rowsOn(last.at as number)
        const reported = lastRows.get(row.keyword.spelled)
        previous = reported ? { day: lastDay, position: reported.position } : previous
      }
      return previous && previous.position !== row.position ? [{ row, previous }] : []
    })
  }

  /** The rows of the day of a run, by keyword. */
  #rowsOn(at: number): Map<string, Row> {
    const day = dayOf(at)
    const checks = this.#timeline.checks({ first: day, last: day }, at)
    // A campaign that never ran may be asked what it would report.
    if (checks.length === 0) checks.push({ day, at, phase: this.#timeline.phases.at(-1) as Phase })
    const rows = checks.flatMap((check) => this.#rowsOf(check))
    return new Map(rows.map((row) => [row.keyword.spelled, row]))
  }

  #idOf({ at, setBack }: Run, type: EventKind, subject: string): string {
    return eventId({ seed: this.#world.seed, setBack }, this.#campaign.id, at, type, subject)
  }
}

/** The runs of a campaign of the account. */
export function runsOf(account: Past, campaignId: string): CampaignRuns {
  const world = worldOf(account)
  return new CampaignRuns(world, world.timeline(campaignId) as Timeline)
}
