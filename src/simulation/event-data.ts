import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { mean, visibilityOf, visibilityWeight } from '../intelligence/figures.ts'
import type { BrandContext } from '../intelligence/mentions/context.ts'
import type { MentionFacts } from '../intelligence/mentions/mention-facts.ts'
import { mentionOf } from '../intelligence/mentions/mentions.ts'
import { searchVolume } from '../intelligence/rankings/demand.ts'
import { landingPage, siteOf } from '../intelligence/rankings/tracks.ts'
import { keywordOf } from '../intelligence/wording/mention-text.ts'
import { isoTime } from '../time/clock.ts'

type Schemas = components['schemas']

/** A run looks up its keywords, a few a second. */
const MS_PER_KEYWORD = 150

/** `data` of campaign.completed; `positions` are the day's, by keyword. */
export function completedData(
  campaign: Campaign,
  run: { id: string; at: number; positions: readonly number[]; mentions: number },
): Schemas['CampaignCompleted'] {
  const { positions } = run
  const startedAt = run.at - MS_PER_KEYWORD * positions.length
  const sum = positions.reduce((total, position) => total + position, 0)
  const weights = positions.reduce((total, position) => total + visibilityWeight(position), 0)
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    run_id: run.id,
    date: formatDay(dayOf(run.at)),
    started_at: isoTime(Math.max(Date.parse(campaign.created_at), startedAt)),
    completed_at: isoTime(run.at),
    keywords: positions.length,
    average_position: mean(sum, positions.length),
    visibility: visibilityOf(weights, positions.length),
    mentions: run.mentions,
  }
}

/** `data` of ranking.changed, as in `/serp/rankings` for both days. */
export function rankingData(
  seed: number,
  campaign: Campaign,
  keyword: string,
  ranking: { date: string; previous_date: string; position: number; previous_position: number },
): Schemas['RankingChanged'] {
  const { date, previous_date, position, previous_position } = ranking
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    keyword,
    date,
    position,
    previous_date,
    previous_position,
    // A rise is positive, as in the rows of /serp/rankings.
    change: previous_position - position,
    url: landingPage(seed, siteOf(campaign), keyword),
    search_volume: searchVolume(seed, keyword, campaign.settings?.location),
  }
}

/** `data` of mention.detected: the mention as in `/chat/mentions`. */
export function mentionData(
  campaign: Campaign,
  facts: MentionFacts,
  context: BrandContext,
): Schemas['MentionDetected'] {
  return {
    ...mentionOf(campaign.brand, context, facts),
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    keyword: keywordOf(context, facts),
  }
}
