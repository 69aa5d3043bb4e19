import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { ApiError } from '../errors.ts'
import type { MentionFacts } from '../intelligence/answers/mention.ts'
import { checkMentions } from '../intelligence/answers/mentions.ts'
import { dayOf } from '../intelligence/dates.ts'
import { CheckReader } from '../intelligence/rankings/rows.ts'
import type { Phase } from '../intelligence/world/phases.ts'
import type { Check } from '../intelligence/world/spans.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import { worldOf } from '../intelligence/world/world.ts'
import { runsOf } from './campaign-runs.ts'
import { eventId } from './event.ts'
import { rankingData } from './event-data.ts'

/** How far to look back for another position, or for mentions; positions rarely stay the same for so long. */
const LOOK_BACK_DAYS = 60

/** How many mentions events of a series can be about. */
const MENTIONS = 100

type Owner = Pick<Account, 'seed' | 'campaigns' | 'past'>

export interface SampleRequest {
  type: EventKind
  /** Epoch milliseconds of the account's clock. */
  at: number
  /** Distinguishes events that are triggered at the same time. */
  number: number
  /** Chooses another keyword or mention for each event of a series, from 0 on. */
  turn?: number
  /** Replace data. */
  overrides?: object
}

/**
 * An event as a run of the campaign at that time would send it. Its data agrees with the API: both days of a ranking have
 * rows, the mention is in the list, and all times are of one run. Throws an ApiError if there is nothing to report.
 */
export function sampleEvent(
  account: Owner,
  campaign: Campaign,
  request: SampleRequest,
): ServiceEvent {
  const { type, at, number, overrides = {} } = request
  const found = SAMPLES[type](account, campaign, request)
  const id = eventId({ seed: account.seed }, campaign.id, at, type, 'asked for', number)
  const data = { ...found, ...overrides }
  return {
    id,
    type,
    at,
    campaign_id: campaign.id,
    data: { ...data, ...changeOf(data, overrides) },
  } as ServiceEvent
}

/** The change between overridden positions, unless it is overridden, too. */
function changeOf(data: object, overrides: object): { change?: number | null } {
  const { position, previous_position } = data as Record<string, unknown>
  const isGiven = 'position' in overrides || 'previous_position' in overrides
  if (!isGiven || 'change' in overrides) return {}
  const areRanked = typeof position === 'number' && typeof previous_position === 'number'
  return { change: areRanked ? previous_position - position : null }
}

type Sample = (account: Owner, campaign: Campaign, request: SampleRequest) => object

const SAMPLES: Record<EventKind, Sample> = {
  'campaign.completed': (account, campaign, { at }) => {
    const check = newestCheck(account, campaign, at)
    const before = checksBefore(account, campaign, check).at(-1)
    const run = { at: check.at, last: { at: before?.at ?? null } }
    const runs = runsOf(account, campaign.id)
    return runs.completion(run, runs.counts(run)['mention.detected']).data
  },

  /** The newest position, compared with the last day on which any keyword had another one. */
  'ranking.changed': (account, campaign, { at, turn = 0 }) => {
    const [check, runs] = [newestCheck(account, campaign, at), runsOf(account, campaign.id)]
    for (const last of checksBefore(account, campaign, check).toReversed()) {
      const changes = runs.changes({ at: check.at, last })
      const chosen = changes[turn % changes.length]
      if (chosen) return chosen.data
    }
    return smallestChange(account, campaign, { check, turn })
  },

  /** One of the newest mentions that the campaign found, or of the first that it will find. */
  'mention.detected': (account, campaign, { at, turn = 0 }) => {
    const world = worldOf(account)
    const timeline = timelineIn(account, campaign)
    const found: MentionFacts[] = []
    const before = { first: dayOf(at) - LOOK_BACK_DAYS, last: dayOf(at) }
    const after = { first: dayOf(at), last: dayOf(at) + LOOK_BACK_DAYS }
    for (const check of [...timeline.checks(before, at).toReversed(), ...timeline.checks(after)]) {
      if (check.at > at && found.length > 0) break
      found.push(...checkMentions(world, timeline, check).toReversed())
      if (found.length > Math.min(turn, MENTIONS)) break
    }
    const chosen = found[turn % found.length]
    if (chosen) {
      const known = Math.max(at, chosen.answer.found.check.at)
      return runsOf(account, campaign.id).mentionData(chosen, known)
    }
    throw new ApiError(
      'invalid_input',
      `No AI answer found by campaign ${campaign.id} names ${campaign.brand}, so there is no data for an event. Choose another campaign.`,
    )
  },
}

function timelineIn(account: Owner, { id }: Campaign): Timeline {
  return worldOf(account).timeline(id) as Timeline
}

/** The last check of a campaign; if it never ran, one as if it did now. */
function newestCheck(account: Owner, campaign: Campaign, at: number): Check {
  const timeline = timelineIn(account, campaign)
  return timeline.lastCheck(at) ?? { day: dayOf(at), at, phase: timeline.phases.at(-1) as Phase }
}

/** The checks of the days before one, oldest first. */
function checksBefore(account: Owner, campaign: Campaign, { day }: Check): Check[] {
  const days = { first: day - LOOK_BACK_DAYS, last: day - 1 }
  return timelineIn(account, campaign)
    .checks(days)
    .filter(({ only }) => only === undefined)
}

/** For positions that did not change, or have no other day yet: one place lost since the row before, or the day before. */
function smallestChange(
  account: Owner,
  campaign: Campaign,
  { check, turn }: { check: Check; turn: number },
): object {
  const rows = new CheckReader(worldOf(account), timelineIn(account, campaign)).read(check)
  const ranked = rows.filter(({ position }) => position !== null)
  const possible = ranked.length > 0 ? ranked : rows
  const row = possible[turn % possible.length]
  if (!row) throw new ApiError('invalid_input', `Campaign ${campaign.id} has no keywords.`)
  const { before, position } = row
  return rankingData(campaign, row, check.day, {
    day: before?.day ?? check.day - 1,
    // Without a rank today, it was the last one.
    position: position === null ? 100 : position < 100 ? position + 1 : position - 1,
  })
}
