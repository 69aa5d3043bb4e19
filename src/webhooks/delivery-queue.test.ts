import { expect, it, vi } from 'vitest'
import { addWhole } from '../../test/support/event-rows.ts'
import { accountWith, BEGIN, deliveries, webhookTo } from '../../test/support/records/deliveries.ts'
import { silentLog } from '../log.ts'
import type { DeliveryRow } from '../store/events/event-log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'
import type { Outcome } from './deliver.ts'
import { DeliveryQueue } from './delivery-queue.ts'

async function start(count: number) {
  const store = openMemoryStore()
  const events = new LocalEventLog(store)
  await store.add(accountWith([webhookTo('https://shop.example/hook')]))
  addWhole(
    store,
    deliveries(count, () => ({ status: 'failed', next_attempt_at: null })),
  )
  const totals = { delivered: 0, failed_attempts: 0, given_up: 0 }
  const closing = new AbortController().signal
  const clock = { ...createClock(), wait: async () => {} }
  const leave = vi.fn((left: DeliveryQueue) => left.isIdle)
  const queue = new DeliveryQueue('acc_a', {
    ...{ store, events, clock, log: silentLog, totals, closing },
    ...{ send: () => {}, leave },
  })
  return { events, queue, leave }
}

async function outcomeOf(events: LocalEventLog, id: string, error: string | null = null) {
  const attempt: Outcome['attempt'] = {
    ...{ at: BEGIN, manual: true, url: 'https://shop.example/hook', duration_ms: 1 },
    ...{ status: error === null ? 200 : 500, request_headers: {}, response_headers: {} },
    ...{ response_body: '', error },
  }
  return { of: (await events.row('acc_a', { id })) as DeliveryRow, attempt, now: BEGIN }
}

it('outcomes of deliveries that are sent again at the same time are written together', async () => {
  const { events, queue } = await start(3)
  const outcomes = await Promise.all(['dlv_0', 'dlv_1', 'dlv_2'].map((id) => outcomeOf(events, id)))
  const change = vi.spyOn(events, 'change')

  await Promise.all(outcomes.map((outcome) => queue.write(outcome)))

  expect(change).toHaveBeenCalledTimes(1)
  const { items } = await events.deliveries('acc_a', {}, { limit: 3, offset: 0 })
  expect(items.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
})

it('is left when an outcome that could not be written has been', async () => {
  const { events, queue, leave } = await start(1)
  const outcome = await outcomeOf(events, 'dlv_0')
  vi.spyOn(events, 'change').mockRejectedValueOnce(new Error('The disk is full.'))

  await queue.record(outcome)

  expect(queue.isIdle).toBe(false)
  await vi.waitFor(() => expect(leave).toHaveReturnedWith(true))
  expect((await events.find('acc_a', 'dlv_0'))?.status).toBe('delivered')
})
