import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import { hostOf } from '../site.ts'
import { Timeline } from './timeline.ts'

// Campaigns and their histories are parts of snapshots, so they never change. Worlds compare timelines by identity.
const timelines = new WeakMap<Campaign, Timeline>()
// A download reads the same campaigns with a history of its own, and must not replace the timelines of the account.
const timelinesWithHistory = new WeakMap<CampaignHistory, WeakMap<Campaign, Timeline>>()
const deleted = new WeakMap<CampaignHistory, Timeline>()

/** The timeline of a campaign, kept as long as its state and its history. */
export function timelineOf(campaign: Campaign, past?: CampaignHistory): Timeline {
  const known = past ? timelinesWith(past) : timelines
  let timeline = known.get(campaign)
  if (!timeline) {
    timeline = Timeline.of(campaign, past)
    known.set(campaign, timeline)
  }
  return timeline
}

function timelinesWith(past: CampaignHistory): WeakMap<Campaign, Timeline> {
  let known = timelinesWithHistory.get(past)
  if (!known) {
    known = new WeakMap()
    timelinesWithHistory.set(past, known)
  }
  return known
}

/** The timeline of a campaign of which only the history is left. */
export function deletedTimelineOf(past: CampaignHistory): Timeline {
  let timeline = deleted.get(past)
  if (!timeline) {
    timeline = Timeline.of(undefined, past)
    deleted.set(past, timeline)
  }
  return timeline
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
