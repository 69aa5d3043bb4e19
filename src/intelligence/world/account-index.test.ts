import { expect, it } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import { AccountIndex } from './account-index.ts'

it('pauses after each campaign', () => {
  const keywords = Array.from({ length: 200 }, (_, n) => `keyword ${n}`)
  const all = Array.from({ length: 100 }, (_, n) => campaignOf({ id: `cmp_${n}`, keywords }))
  const campaigns = new Map(all.map((campaign) => [campaign.id, campaign]))

  const steps = [...AccountIndex.steps({ campaigns, past: new Map() })]

  expect(steps.length).toBeGreaterThanOrEqual(all.length)
})
