import { expect, it } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import { timelineOf } from './timelines.ts'

it('gives a campaign another timeline with another history', () => {
  const campaign = campaignOf()
  const before = { campaign: campaignOf({ name: 'Before' }), until: 1_900_000_000_000, change: 1 }
  const past = { states: [before] }

  expect(timelineOf(campaign, past)).toBe(timelineOf(campaign, past))
  expect(timelineOf(campaign, past).phases).toHaveLength(2)
  expect(timelineOf(campaign).phases).toHaveLength(1)
  expect(timelineOf(campaignOf(), past).campaign).not.toBe(campaign)
  expect(timelineOf(undefined, past).isDeleted).toBe(true)
  expect(timelineOf(campaign, past).isDeleted).toBe(false)
})
