import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { ApiError } from '../errors.ts'
import { dayNumber, dayOf, formatDay } from '../intelligence/dates.ts'
import { completeContext, contextFor, watchedSince } from '../intelligence/mentions/context.ts'
import type { MentionFacts } from '../intelligence/mentions/mention-facts.ts'
import { factsOf } from '../intelligence/mentions/mentions.ts'
import { positionsOn } from '../intelligence/rankings/positions.ts'
import { tracksOf } from '../intelligence/rankings/tracks.ts'
import { DAY_MS } from '../time/duration.ts'
import { CampaignRuns } from './campaign-runs.ts'
import { eventId } from './event.ts'
import { mentionData, rankingData } from './event-data.ts'
import { lastRunOf } from './last-run.ts'

/** How far to look back for another position, or for mentions; positions rarely stay the same for so long. */
const LOOK_BACK_DAYS = 60

/** How many mentions events of a series can be about. */
const MENTIONS = 100

type Owner = Pick<Account, 'seed' | 'campaigns' | 'lastRuns' | 'simulated_until'>

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
function changeOf(data: object, overrides: object): { change?: number } {
  const { position, previous_position } = data as Record<string, unknown>
  const isGiven = 'position' in overrides || 'previous_position' in overrides
  if (!isGiven || 'change' in overrides) return {}
  if (typeof position !== 'number' || typeof previous_position !== 'number') return {}
  return { change: previous_position - position }
}

type Sample = (account: Owner, campaign: Campaign, request: SampleRequest) => object

const SAMPLES: Record<EventKind, Sample> = {
  'campaign.completed': (account, campaign, { at }) => {
    const last = lastRunOf(account, campaign)
    return runsFor(account, campaign).completion({ at, last }).data
  },

  /** Today's position, compared with the last day on which any keyword had another one. */
  'ranking.changed': (account, campaign, { at, turn = 0 }) => {
    const [runs, first] = [runsFor(account, campaign), dayNumber(campaign.tracked_since)]
    for (let days = 1; days <= LOOK_BACK_DAYS && dayOf(at) - days >= first; days++) {
      const changes = runs.changes({ at, last: { at: at - days * DAY_MS } })
      const chosen = changes[turn % changes.length]
      if (chosen) return chosen.data
    }
    return smallestChange(account.seed, campaign, { at, turn })
  },

  /** One of the newest mentions in the list of the brand. */
  'mention.detected': ({ seed, campaigns }, campaign, { at, turn = 0 }) => {
    const { brand } = campaign
    const [all, today] = [[...campaigns.values()], dayOf(at)]
    const from = formatDay(today - LOOK_BACK_DAYS)
    const since = watchedSince(all, brand)
    const period = { from, to: formatDay(today), today: formatDay(today), now: at }
    const facts: MentionFacts[] = []
    for (const each of factsOf(seed, { ...period, brand, since })) {
      facts.push(each)
      if (facts.length > Math.min(turn, MENTIONS)) break
    }
    const chosen = facts[turn % facts.length]
    if (chosen) {
      return mentionData(campaign, chosen, completeContext(seed, brand, contextFor(all, brand)))
    }
    throw new ApiError(
      'invalid_input',
      `There is no mention of ${brand} yet to take data from. Advance the clock by a day, or choose another campaign.`,
    )
  },
}

function runsFor({ seed, campaigns }: Owner, campaign: Campaign): CampaignRuns {
  return new CampaignRuns(seed, campaign, [...campaigns.values()])
}

/** For positions that did not change, or have no other day yet: one place lost, on the day before if it has a row. */
function smallestChange(
  seed: number,
  campaign: Campaign,
  { at, turn }: { at: number; turn: number },
): object {
  const today = dayOf(at)
  const tracks = tracksOf(seed, campaign)
  const track = tracks[turn % tracks.length]
  if (!track) throw new ApiError('invalid_input', `Campaign ${campaign.id} has no keywords.`)
  const position = positionsOn(track, today, today)[0] as number
  return rankingData(seed, campaign, track.keyword, {
    date: formatDay(today),
    previous_date: formatDay(Math.max(today - 1, dayNumber(campaign.tracked_since))),
    position,
    previous_position: position < 100 ? position + 1 : position - 1,
  })
}
