import { expect, it, onTestFinished } from 'vitest'
import { addWhole } from '../../test/support/event-rows.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { accountWith, BEGIN, deliveries, webhookTo } from '../../test/support/records/deliveries.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'
import { Dispatcher } from './dispatcher.ts'
import { noDeliveries, SlowReceivers } from './pace.ts'

const CAMPAIGNS = 4
const MINUTE = 60_000

/** `count` deliveries of several campaigns in turns, numbered from `first` on. */
const eventsOf = (count: number, first = 0) =>
  deliveries(first + count, (number) => {
    const campaign_id = `cmp_${number % CAMPAIGNS}`
    const data = { number, campaign_id }
    return { campaign_id, body: JSON.stringify({ type: 'ranking.changed', data }) }
  }).slice(first)

/** A dispatcher whose clock the test moves, and a receiver that answers after a few turns of the event loop. */
async function start(settings: Partial<Webhook> = {}, isRefused = (_arrived: number) => false) {
  const underWay = new Map<string, number>()
  const seen: { number: number; campaign: string; isFirst: boolean }[] = []
  let most = 0
  const receiver = await startReceiver(async ({ event }, response, count) => {
    const { number, campaign_id: campaign } = event.data as { number: number; campaign_id: string }
    const isFirst = !seen.some((each) => each.number === number)
    seen.push({ number, campaign, isFirst })
    // A retried event has left its place.
    if (isFirst) underWay.set(campaign, (underWay.get(campaign) ?? 0) + 1)
    most = Math.max(most, ...underWay.values())
    for (let turn = 0; turn < (number * 7) % 5; turn++) await new Promise(setImmediate)
    if (isFirst) underWay.set(campaign, (underWay.get(campaign) ?? 0) - 1)
    response.writeHead(isRefused(count) ? 500 : 200).end()
  })
  let now = BEGIN
  const store = openMemoryStore()
  const events = new LocalEventLog(store)
  const clock = { ...createClock(), of: () => now }
  const dispatcher = new Dispatcher({ store, events, clock, config: readConfig(), log: silentLog })
  onTestFinished(() => dispatcher.close())
  await store.add(accountWith([webhookTo(receiver.url, settings)]))
  const change = (parts: Partial<Webhook>) =>
    store.update('acc_a', ({ webhooks }) => void Object.assign(webhooks.whk_a as Webhook, parts))
  return {
    events,
    dispatcher,
    arrived: receiver.arrived,
    add: async (count: number, first?: number) => addWhole(store, eventsOf(count, first)),
    kick: () => dispatcher.kick('acc_a'),
    advance(ms: number) {
      now += ms
    },
    change,
    /** Numbers of the events of each campaign, as they arrived for the first time. */
    order: () =>
      Array.from({ length: CAMPAIGNS }, (_, n) =>
        seen.filter((it) => it.isFirst && it.campaign === `cmp_${n}`).map(({ number }) => number),
      ),
    /** The most of a campaign that were under way at a time. */
    most: () => most,
  }
}

type Started = Awaited<ReturnType<typeof start>>

const cases: [string, Parameters<typeof start>, (started: Started) => Promise<unknown>][] = [
  ['without any trouble', [], ({ kick }) => kick()],
  [
    'while some fail and are tried again',
    [{}, (count) => count % 3 === 0],
    async ({ kick, advance }) => {
      for (let round = 0; round < 5; round++) {
        await kick()
        advance(5 * MINUTE)
      }
    },
  ],
  [
    'while all fail for a while',
    [{}, (count) => count < 30],
    async ({ kick, add, advance }) => {
      await kick()
      advance(10 * MINUTE)
      await add(20, 80)
      await kick()
    },
  ],
  [
    'while its secret is rotated',
    [],
    async ({ kick, arrived, change }) => {
      const kicked = kick()
      await arrived(20)
      await change({ secrets: [{ value: 'another one of sixteen', expires_at: null }] })
      await kicked
    },
  ],
  [
    'while it is disabled and enabled again',
    [],
    async ({ kick, arrived, add, change }) => {
      const kicked = kick()
      await arrived(20)
      await change({ status: 'disabled' })
      await kicked
      await change({ status: 'active' })
      await add(20, 80)
      await kick()
    },
  ],
  [
    'at a rate limit of its own',
    [{ settings: { headers: {}, rate_limit: { deliveries: 2_000, per: 'second' } } }],
    ({ kick }) => kick(),
  ],
  [
    'while others are sent again',
    [],
    async ({ kick, arrived, dispatcher }) => {
      const kicked = kick()
      await arrived(20)
      await dispatcher.resendAll('acc_a', { status: 'delivered' })
      await kicked
    },
  ],
  [
    'while a clock is advanced and more are added',
    [],
    async ({ kick, add, arrived, advance, dispatcher }) => {
      const hurry = { from: BEGIN, slow: new SlowReceivers(), tally: noDeliveries() }
      const queue = dispatcher.hurry('acc_a', hurry)
      const kicked = kick()
      await arrived(20)
      advance(MINUTE)
      await add(20, 80)
      await Promise.all([kicked, kick()])
      dispatcher.calm(queue)
    },
  ],
]

it.each(cases)('each campaign keeps its order, one event at a time, %s', async (_, parts, act) => {
  const started = await start(...parts)
  await started.add(80)

  await act(started)

  const order = started.order()
  expect(order.flat().length).toBeGreaterThanOrEqual(20)
  expect(order).toEqual(order.map((numbers) => numbers.toSorted((a, b) => a - b)))
  expect(started.most()).toBe(1)
})
