import { expect, test } from 'vitest'
import { collectUntil } from '../../../test/support/garbage.ts'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import { inOneGo } from '../../time/steps.ts'
import { dashboardSteps } from '../dashboards.ts'

test('figures that are kept for a campaign do not keep its world', async () => {
  // A campaign that was deleted is remembered, and with it what is kept for it.
  const campaign = campaignOf()
  const period = { from: '2025-02-01', to: '2025-02-28', today: '2025-03-01' }
  const makeBoard = () => {
    const world = worldWith([campaign])
    inOneGo(dashboardSteps(world, period))
    return new WeakRef(world)
  }
  const worlds = Array.from({ length: 5 }, makeBoard)
  // The last one may still be on the stack.
  const areKept = () => worlds.slice(0, -1).some((world) => world.deref() !== undefined)
  await collectUntil(() => !areKept())

  expect(areKept()).toBe(false)
  expect(campaign.keywords).not.toEqual([])
})
