import { expect, it, onTestFinished, vi } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import { inOneGo } from '../../time/steps.ts'
import { AccountIndex } from './account-index.ts'
import type { Phase } from './phases.ts'
import type { Timeline } from './timeline.ts'
import { World } from './world.ts'

const past = VersionedMap.of(new Map())

const worldOf = (campaigns: VersionedMap<Campaign>) => new World({ seed: 1, campaigns, past })

const brandsIn = (world: World) => {
  const [phase] = (world.timeline('cmp_a') as Timeline).phases as [Phase]
  return world.contestants(phase, 'electric bike').map(({ name }) => name)
}

it('a rival has the brand of its owner, even if thousands of other owners changed with it', () => {
  const own = campaignOf()
  // Older, so that its brand was known when the other listed its site.
  const owner = campaignOf({
    ...{ id: 'cmp_b', keywords: ['other'], brand: 'Southwheel', domain: 'pedalhaus.example' },
    ...{ competitors: [], created_at: '2024-01-01T12:00:00.000Z' },
  })
  const others = Array.from({ length: 4_200 }, (_, n) =>
    campaignOf({ id: `cmp_${n}`, keywords: ['other'], domain: `site${n}.example` }),
  )
  const before = VersionedMap.of(new Map([[own.id, own]]))
  expect(brandsIn(worldOf(before))).toEqual(['Northwheel', 'Pedalhaus'])

  const after = before.with([owner, ...others].map((campaign) => [campaign.id, campaign]))

  expect(brandsIn(worldWith([own, owner]))).toEqual(['Northwheel', 'Southwheel'])
  expect(brandsIn(worldOf(after))).toEqual(['Northwheel', 'Southwheel'])
})

it('pauses after each campaign with many keywords, and after each keyword with many campaigns', () => {
  const keywords = Array.from({ length: 200 }, (_, n) => `keyword ${n}`)
  const all = Array.from({ length: 100 }, (_, n) => campaignOf({ id: `cmp_${n}`, keywords }))
  const campaigns = VersionedMap.of(all.map((campaign) => [campaign.id, campaign]))

  const steps = [...AccountIndex.steps({ campaigns, past })]

  expect(steps.length).toBeGreaterThanOrEqual(all.length + keywords.length)
})

it('copies nothing for older and newer campaigns by turns', () => {
  const others = Array.from({ length: 10 }, (_, n) => campaignOf({ id: `cmp_${n}` }))
  const older = VersionedMap.of(others.map((campaign) => [campaign.id, campaign]))
  const newer = older.with([['cmp_a', campaignOf()]])
  const indexOf = (campaigns: VersionedMap<Campaign>) =>
    inOneGo(AccountIndex.steps({ campaigns, past }))
  for (const campaigns of [newer, older]) indexOf(campaigns)
  const made = vi.spyOn(VersionedMap, 'of')
  onTestFinished(() => made.mockRestore())

  expect(indexOf(newer).timeline('cmp_a')).toBeDefined()
  expect(indexOf(older).timeline('cmp_a')).toBeUndefined()

  expect(made.mock.calls.filter(([entries]) => !(entries instanceof VersionedMap))).toEqual([])
})
