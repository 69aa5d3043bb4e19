import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { mean, visibilityOf, visibilityWeight } from '../intelligence/figures.ts'
import { rankingPage } from '../intelligence/rankings/pages.ts'
import type { Row } from '../intelligence/rankings/rows.ts'
import { isoTime } from '../time/clock.ts'

type Schemas = components['schemas']

/** A run looks up its keywords, a few a second. */
const MS_PER_KEYWORD = 150

/** `data` of campaign.completed; `positions` are the day's, by keyword, null for unranked ones. */
export function completedData(
  campaign: Campaign,
  run: { id: string; at: number; positions: readonly (number | null)[]; mentions: number },
): Schemas['CampaignCompleted'] {
  const { positions } = run
  const startedAt = run.at - MS_PER_KEYWORD * positions.length
  const ranked = positions.filter((position) => position !== null)
  const sum = ranked.reduce((total, position) => total + position, 0)
  const weights = ranked.reduce((total, position) => total + visibilityWeight(position), 0)
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    run_id: run.id,
    date: formatDay(dayOf(run.at)),
    started_at: isoTime(Math.max(Date.parse(campaign.created_at), startedAt)),
    completed_at: isoTime(run.at),
    keywords: positions.length,
    average_position: mean(sum, ranked.length),
    visibility: visibilityOf(weights, positions.length),
    mentions: run.mentions,
  }
}

/** `data` of ranking.changed, as in `/serp/rankings` for both days. */
export function rankingData(
  campaign: Campaign,
  row: Row,
  day: number,
  previous: { day: number; position: number | null },
): Schemas['RankingChanged'] {
  const { keyword, position } = row
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    keyword: keyword.spelled,
    date: formatDay(day),
    position,
    previous_date: formatDay(previous.day),
    previous_position: previous.position,
    // A rise is positive, as in the rows of /serp/rankings.
    change: position === null || previous.position === null ? null : previous.position - position,
    url: position === null ? null : rankingPage(keyword, row.day).url,
    search_volume: row.volume,
  }
}
