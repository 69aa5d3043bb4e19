import { expect, it } from 'vitest'
import { keptCampaign } from '../../../test/support/records/campaigns.ts'
import { accountWith, BEGIN } from '../../../test/support/records/deliveries.ts'
import { turnsDuring } from '../../../test/support/turns.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import { EventBus } from '../../simulation/event-bus.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import { eventStream } from './event-stream.ts'

const DAY = 86_400_000

it('yields to other requests before each run of the missed history', async () => {
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
  // Ends after the missed events.
  const ended = AbortSignal.abort()
  const parts = { store, simulation: { events: new EventBus(), triggered: async () => [] } }
  const completed = async () => {
    let count = 0
    for await (const { event } of eventStream(
      { accountId: 'acc_a', lastId: `${BEGIN}-evt_0`, onlyAlerts: false },
      ended,
      parts as never,
    )) {
      if (event === 'campaign.completed') count++
    }
    return count
  }
  // Loading modules the first time takes turns, too.
  const runs = await completed()

  const turns = await turnsDuring(completed)

  expect(runs).toBeGreaterThanOrEqual(38)
  // One before each run, and one after each day.
  expect(turns).toBeGreaterThanOrEqual(runs + 20)
})

it('sends an event once that happens while a listener gets what it missed', async () => {
  const account = accountWith([])
  account.simulated_until = BEGIN
  const store = openMemoryStore()
  await store.add(account)
  const events = new EventBus()
  const [missed, next] = [1, 2].map((number) => triggered(number))
  const ended = new AbortController()
  const simulation = {
    events,
    // The stream listens by now, and finds the event among the earlier ones, too.
    async triggered() {
      events.publish('acc_a', missed as ServiceEvent)
      return [missed]
    },
  }
  const parts = { store, simulation } as never

  const sent: (string | undefined)[] = []
  for await (const { event, id } of eventStream(
    { accountId: 'acc_a', lastId: `${BEGIN}-evt_0`, onlyAlerts: false },
    ended.signal,
    parts,
  )) {
    if (event === 'ready') continue
    sent.push(id)
    if (sent.length === 1) events.publish('acc_a', next as ServiceEvent)
    else ended.abort()
  }

  expect(sent).toEqual([`${BEGIN + 1}-evt_1`, `${BEGIN + 2}-evt_2`])
})

function triggered(number: number): ServiceEvent {
  const at = BEGIN + number
  return {
    id: `evt_${number}`,
    type: 'ranking.changed',
    at,
    campaign_id: 'cmp_a',
    data: {} as never,
  }
}
