import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { BrandContext } from '../intelligence/context.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { mean } from '../intelligence/figures.ts'
import { landingPage, searchVolume } from '../intelligence/keyword-facts.ts'
import type { MentionFacts } from '../intelligence/mention-facts.ts'
import { keywordOf } from '../intelligence/mention-text.ts'
import { mentionOf } from '../intelligence/mentions.ts'
import { siteOf } from '../intelligence/tracks.ts'
import { visibilityOf, visibilityWeight } from '../intelligence/visibility.ts'
import { isoTime } from '../time/clock.ts'

type Schemas = components['schemas']

/** A run takes as long as it takes to look up its keywords, a few a second. */
const MS_PER_KEYWORD = 150

/** `data` of campaign.completed; `positions` are those of the day, by keyword. */
export function completedData(
  campaign: Campaign,
  run: { id: string; at: number; positions: readonly number[]; mentions: number },
): Schemas['CampaignCompleted'] {
  const { positions } = run
  const sum = positions.reduce((total, position) => total + position, 0)
  const weights = positions.reduce((total, position) => total + visibilityWeight(position), 0)
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    run_id: run.id,
    date: formatDay(dayOf(run.at)),
    started_at: isoTime(Math.max(Date.parse(campaign.created_at), startOf(run))),
    completed_at: isoTime(run.at),
    keywords: positions.length,
    average_position: mean(sum, positions.length),
    visibility: visibilityOf(weights, positions.length),
    mentions: run.mentions,
  }
}

function startOf({ at, positions }: { at: number; positions: readonly number[] }): number {
  return at - MS_PER_KEYWORD * positions.length
}

/** `data` of ranking.changed: what `/serp/rankings` has of both days. */
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
    // Positive is a rise, as in the rows of /serp/rankings.
    change: previous_position - position,
    url: landingPage(seed, siteOf(campaign), keyword),
    search_volume: searchVolume(seed, keyword, campaign.settings?.location),
  }
}

/** `data` of mention.detected: the mention as `/chat/mentions` has it. */
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
