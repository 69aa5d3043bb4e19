import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import { RecentValues } from '../../accounts/recent-values.ts'
import { hostOf } from '../site.ts'
import { Timeline } from './timeline.ts'

/** Campaigns whose timelines are kept here, besides those of an index. */
const KEPT_TIMELINES = 4_096

// By the history, or by the campaign that has none. Both are parts of snapshots, so they never change.
const recent = new RecentValues<Campaign | CampaignHistory, Timeline>(KEPT_TIMELINES)

/** The timeline of a campaign; without `campaign`, that of a deleted one. */
export function timelineOf(campaign: Campaign, past?: CampaignHistory): Timeline
export function timelineOf(campaign: undefined, past: CampaignHistory): Timeline
export function timelineOf(campaign: Campaign | undefined, past?: CampaignHistory): Timeline {
  const key = past ?? (campaign as Campaign)
  const known = recent.get(key)
  if (known?.isOf(campaign, past)) return known
  const timeline = campaign
    ? Timeline.of(campaign, past)
    : Timeline.of(campaign, past as CampaignHistory)
  recent.set(key, timeline)
  return timeline
}

/** The timeline of a campaign in one index and in the next. */
export interface Change {
  before: Timeline | undefined
  after: Timeline | undefined
}

/** All states of a campaign, the present one last. Unlike its phases, they need no memory of their own. */
export function statesOf({ campaign, history, isDeleted }: Timeline): Campaign[] {
  const states = history?.states.map((state) => state.campaign) ?? []
  return isDeleted ? states : [...states, campaign]
}

/** The tracked site of a campaign. */
export function siteOf({
  domain,
  brand,
  name,
}: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(domain, brand || name)
}
