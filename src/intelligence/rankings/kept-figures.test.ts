import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import { inOneGo } from '../../time/steps.ts'
import { dashboardSteps } from '../dashboards.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

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
  // A collection that had begun before keeps what it has seen already.
  for (let round = 0; round < 10 && areKept(); round++) {
    await setImmediate()
    collectGarbage()
  }

  expect(areKept()).toBe(false)
  expect(campaign.keywords).not.toEqual([])
})
