import { expect, it } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { unlistedOf } from './fields.ts'
import type { Phase } from './phases.ts'
import { Timeline } from './timeline.ts'

const phaseOf = (parts: Partial<Campaign> = {}) => {
  const [phase] = Timeline.of(campaignOf({ competitors: [], ...parts })).phases
  return phase as Phase
}

it('keeps the rivals of a campaign without competitors, also after those of thousands of others', () => {
  const phase = phaseOf()
  const known = unlistedOf(1, phase)

  for (let n = 0; n < 10_000; n++) unlistedOf(1, phaseOf({ domain: `other${n}.example` }))

  expect(unlistedOf(1, phase)).toBe(known)
  expect(unlistedOf(2, phase).brands).not.toEqual(known.brands)
})

it('campaigns share their rivals if site, kind of business and results page are the same', () => {
  const known = unlistedOf(1, phaseOf())
  const isShared = (parts: Partial<Campaign>) => unlistedOf(1, phaseOf(parts)) === known

  expect(isShared({ id: 'cmp_b', keywords: ['road bike'], settings: { device: '' } })).toBe(true)
  expect(isShared({ domain: 'other.example' })).toBe(false)
  expect(isShared({ keywords: ['hotel'] })).toBe(false)
  expect(isShared({ settings: { device: 'mobile' } })).toBe(false)
})

it('a phase is equal to another one whose rivals are not known yet', () => {
  const history = { states: [{ campaign: campaignOf({ competitors: [] }), until: 1, change: 1 }] }
  const timelines = () => [
    Timeline.of(campaignOf({ competitors: [] })),
    Timeline.of(undefined, history),
  ]
  const known = timelines().flatMap(({ phases }) => phases)

  for (const phase of known) unlistedOf(1, phase)

  expect(known).toEqual(timelines().flatMap(({ phases }) => phases))
})
