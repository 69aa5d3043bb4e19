import { expect, it } from 'vitest'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { Phase } from '../world/phases.ts'
import type { Check } from '../world/spans.ts'
import { Timeline } from '../world/timeline.ts'
import { foundOn, isFound } from './findings.ts'

const KEYWORD = 'trail shoes'
const HOUR = 3_600_000

function campaignSince(id: string, began: number): Campaign {
  return { id, began, keywords: [KEYWORD], frequency: 'daily', status: 'active' } as Campaign
}

function checkOf(timeline: Timeline, at: number): Check {
  return { at, day: 0, phase: timeline.phases.at(-1) as Phase }
}

it('names the first that asked, also if the clock was set back after it had been created', () => {
  const older = Timeline.of(campaignSince('cmp_older', 0))
  const campaign = campaignSince('cmp_younger', 3 * HOUR)
  const younger = Timeline.of(campaign, {
    states: [{ campaign, until: 4 * HOUR, lag: 2.5 * HOUR }],
  } as CampaignHistory)
  const checks = new Map([
    [older, [checkOf(older, 2 * HOUR)]],
    [younger, [checkOf(younger, HOUR)]],
  ])
  const topic = { normal: KEYWORD, watchers: [older, younger] }

  const checksOf = (timeline: Timeline) => checks.get(timeline) ?? []
  const alone = foundOn({ normal: KEYWORD, watchers: [older] }, checksOf)
  expect(alone?.finder.campaign.id).toBe('cmp_older')

  expect(foundOn(topic, checksOf)?.finder.campaign.id).toBe('cmp_younger')
})

it('knows the campaign that asked by its state, not by its timeline, which may have been made again', () => {
  const campaign = campaignSince('cmp_older', 0)
  const timeline = Timeline.of(campaign)
  const topic = { normal: KEYWORD, watchers: [timeline] }
  const found = foundOn(topic, () => [checkOf(timeline, HOUR)])
  const other = Timeline.of(campaignSince('cmp_other', 0))
  if (!found) throw new Error('Nothing was found.')

  expect(isFound(found, { now: 2 * HOUR, timeline: Timeline.of(campaign) })).toBe(true)
  expect(isFound(found, { now: 2 * HOUR, timeline: other })).toBe(false)
})
