import { expect, it } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import { timelineOf } from './timelines.ts'
import { worldOf } from './world.ts'

const KEYWORD = 'electric bike'

it('gives a campaign the timeline of its index, also after those of thousands of others', () => {
  const [own, newcomer] = [campaignOf(), campaignOf({ id: 'cmp_b' })]
  const campaigns = VersionedMap.of([[own.id, own]])
  const [indexed] = worldOf({ seed: 1, past: new Map(), campaigns }).topic(KEYWORD).watchers

  for (let n = 0; n < 10_000; n++) timelineOf(campaignOf({ id: `cmp_other${n}` }))

  const world = worldOf({
    seed: 1,
    past: new Map(),
    campaigns: campaigns.with([['cmp_b', newcomer]]),
  })
  expect(world.timeline(own.id)).toBe(indexed)
  expect([...world.topic(KEYWORD).watchers]).toEqual(world.timelines.toReversed())
})

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
