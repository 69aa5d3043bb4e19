import { expect, it } from 'vitest'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { Phase } from '../world/phases.ts'
import { Timeline } from '../world/timeline.ts'
import { type Checks, type Finding, Findings, isFound } from './findings.ts'

const KEYWORD = 'trail shoes'
const HOUR = 3_600_000

function campaignSince(id: string, began: number): Campaign {
  return { id, began, keywords: [KEYWORD], frequency: 'daily', status: 'active' } as Campaign
}

function findingOf(timeline: Timeline, at: number): Finding {
  const phase = timeline.phases.at(-1) as Phase
  return { timeline, check: { at, day: 0, phase } as Finding['check'] }
}

it('names the first that asked, also if the clock was set back after it had been created', () => {
  const older = Timeline.of(campaignSince('cmp_older', 0))
  const campaign = campaignSince('cmp_younger', 3 * HOUR)
  const younger = Timeline.of(campaign, {
    states: [{ campaign, until: 4 * HOUR, lag: 2.5 * HOUR }],
  } as CampaignHistory)
  const checks = new Map([
    [older, [findingOf(older, 2 * HOUR)]],
    [younger, [findingOf(younger, HOUR)]],
  ])
  const topic = { normal: KEYWORD, watchers: [older, younger] }

  const checksOf: Checks = (timeline) => checks.get(timeline) ?? []
  const alone = new Findings({ normal: KEYWORD, watchers: [older] }, checksOf)
  expect(alone.on(0)?.finder.campaign.id).toBe('cmp_older')

  expect(new Findings(topic, checksOf).on(0)?.finder.campaign.id).toBe('cmp_younger')
})

it('pauses after each campaign that was changed', () => {
  const changed = Array.from({ length: 20 }, (_, n) => {
    const campaign = campaignSince(`cmp_${n}`, 0)
    return Timeline.of(campaign, {
      states: [{ campaign, until: HOUR }],
    } as CampaignHistory)
  })
  let lookedUp = 0
  const checksOf: Checks = (timeline) => {
    lookedUp++
    return [findingOf(timeline, 2 * HOUR)]
  }
  const topic = { normal: KEYWORD, watchers: changed }
  const steps = new Findings(topic, checksOf).steps(0)

  for (let n = 1; n <= changed.length; n++) {
    steps.next()
    expect(lookedUp).toBe(n)
  }
})

it('knows the campaign that asked by its state, not by its timeline, which may have been made again', () => {
  const campaign = campaignSince('cmp_older', 0)
  const timeline = Timeline.of(campaign)
  const watchers = [timeline]
  const checksOf: Checks = () => [findingOf(timeline, HOUR)]
  const found = new Findings({ normal: KEYWORD, watchers }, checksOf).on(0)
  if (!found) throw new Error('Nothing was found.')

  expect(isFound(found, 2 * HOUR, Timeline.of(campaign))).toBe(true)
  expect(isFound(found, 2 * HOUR, Timeline.of(campaignSince('cmp_other', 0)))).toBe(false)
})
