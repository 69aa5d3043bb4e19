import { expect, it } from 'vitest'
import { EventBus } from '../simulation/event-bus.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { keptCampaign } from '../testing/campaigns.ts'
import { accountWith, BEGIN } from '../testing/deliveries.ts'
import { turnsDuring } from '../testing/turns.ts'
import { eventStream } from './event-stream.ts'

const DAY = 86_400_000

it('lets others have a turn before each run of the history that a listener missed', async () => {
  const account = accountWith([])
  const created_at = new Date(BEGIN).toISOString()
  const tracked_since = created_at.slice(0, 10)
  for (const id of ['cmp_a', 'cmp_b']) {
    const fields = { id, frequency: 'daily', created_at, tracked_since }
    account.campaigns.set(id, keptCampaign(fields))
  }
  account.simulated_until = BEGIN + 20 * DAY
  const store = openMemoryStore()
  await store.add(account)
  // Ends when it has told what was missed.
  const ended = AbortSignal.abort()
  const parts = { store, simulation: { events: new EventBus() } }
  const completed = async () => {
    let count = 0
    for await (const { event } of eventStream('acc_a', `${BEGIN}-evt_0`, ended, parts as never)) {
      if (event === 'campaign.completed') count++
    }
    return count
  }
  // What is loaded for the first takes turns, too.
  const runs = await completed()

  const turns = await turnsDuring(completed)

  expect(runs).toBeGreaterThanOrEqual(38)
  // One before each run, and one after each day.
  expect(turns).toBeGreaterThanOrEqual(runs + 20)
})
