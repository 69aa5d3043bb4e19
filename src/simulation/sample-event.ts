import type { Account } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { EventKind, ServiceEvent } from '../accounts/event.ts'
import { ApiError } from '../errors.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { positionsOn } from '../intelligence/rankings/positions.ts'
import { tracksOf } from '../intelligence/rankings/tracks.ts'
import { isoTime } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { CampaignRuns } from './campaign-runs.ts'
import { eventId } from './event.ts'
import { rankingData } from './event-data.ts'
import { firstRun, runUpTo } from './schedule.ts'

/** How far to look back for a run with an event of the kind; positions rarely stay the same for so long. */
const LOOK_BACK_DAYS = 60

/**
 * An event like those of the campaign's runs, with the data of the latest event of its kind. A campaign that is too
 * young counts as if it had run daily before. `overrides` replace data. `at` is in epoch milliseconds of the
 * account's clock; `number` distinguishes events triggered at the same time.
 */
export function sampleEvent(
  account: Pick<Account, 'seed' | 'campaigns'>,
  campaign: Campaign,
  request: { type: EventKind; overrides: object; at: number; number: number },
): ServiceEvent {
  const { type, overrides, at, number } = request
  const found = latestOf(account, campaign, type, at)
  const id = eventId({ seed: account.seed }, campaign.id, at, type, 'asked for', number)
  // The run ends now, even if its findings are days old.
  const ended = { started_at: isoTime(at), completed_at: isoTime(at) }
  const data = { ...found.data, ...(type === 'campaign.completed' ? ended : {}), ...overrides }
  return { ...found, id, at, data: { ...data, ...changeOf(data, overrides) } } as ServiceEvent
}

/** The change between overridden positions, unless it is overridden, too. */
function changeOf(data: object, overrides: object): { change?: number } {
  const { position, previous_position } = data as Record<string, unknown>
  const isGiven = 'position' in overrides || 'previous_position' in overrides
  if (!isGiven || 'change' in overrides) return {}
  if (typeof position !== 'number' || typeof previous_position !== 'number') return {}
  return { change: previous_position - position }
}

function latestOf(
  { seed, campaigns }: Pick<Account, 'seed' | 'campaigns'>,
  campaign: Campaign,
  type: EventKind,
  at: number,
): ServiceEvent {
  const since = isoTime(at - (LOOK_BACK_DAYS + 1) * DAY_MS)
  const aged: Campaign = {
    ...campaign,
    created_at: since,
    tracked_since: since.slice(0, 10),
    frequency: 'daily',
  }
  const others = [...campaigns.values()].filter(({ id }) => id !== campaign.id)
  const runs = new CampaignRuns(seed, aged, [aged, ...others])
  let run = runUpTo(aged, firstRun(aged), at)
  while (run !== null) {
    const before = runUpTo(aged, run, run - 1)
    const event = runs.events({ at: run, last: { at: before } }).find((each) => each.type === type)
    if (event) return event
    run = before
  }
  if (type === 'ranking.changed') return smallestChange(seed, aged, at)
  throw new ApiError(
    'invalid_input',
    `Campaign ${campaign.id} has no ${type} in ${LOOK_BACK_DAYS} days to take data from. Choose another campaign.`,
  )
}

/** For positions that never change, as a brand's own first place: one place lost since yesterday. */
function smallestChange(seed: number, campaign: Campaign, at: number): ServiceEvent {
  const today = dayOf(at)
  const [track] = tracksOf(seed, campaign)
  if (!track) throw new ApiError('invalid_input', `Campaign ${campaign.id} has no keywords.`)
  const position = positionsOn(track, today, today)[0] as number
  const data = rankingData(seed, campaign, track.keyword, {
    date: formatDay(today),
    previous_date: formatDay(today - 1),
    position,
    previous_position: position < 100 ? position + 1 : position - 1,
  })
  return { id: '', type: 'ranking.changed', at, campaign_id: campaign.id, data }
}
