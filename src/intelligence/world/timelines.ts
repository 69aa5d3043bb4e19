import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import { hostOf } from '../site.ts'
import { Timeline } from './timeline.ts'

// By the history, or by the campaign that has none. Both are parts of stored states, which never change.
const timelines = new WeakMap<Campaign | CampaignHistory, Timeline>()

/** The timeline of a campaign, the same for the same states; without `campaign`, that of a deleted one. */
export function timelineOf(campaign: Campaign, past?: CampaignHistory): Timeline
export function timelineOf(campaign: undefined, past: CampaignHistory): Timeline
export function timelineOf(campaign: Campaign | undefined, past?: CampaignHistory): Timeline {
  const key = past ?? (campaign as Campaign)
  const known = timelines.get(key)
  if (known?.isOf(campaign, past)) return known
  const timeline = campaign
    ? Timeline.of(campaign, past)
    : Timeline.of(campaign, past as CampaignHistory)
  timelines.set(key, timeline)
  return timeline
}

/** The tracked site of a campaign. */
export function siteOf({
  domain,
  brand,
  name,
}: Pick<Campaign, 'domain' | 'brand' | 'name'>): string {
  return hostOf(domain, brand || name)
}
