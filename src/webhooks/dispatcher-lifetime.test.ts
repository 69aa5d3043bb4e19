import { describe, expect, it, onTestFinished } from 'vitest'
import {
  heldIn,
  numbersOf,
  startDispatcher as start,
  storeLike,
} from '../../test/support/dispatching.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import {
  accountWith,
  BEGIN,
  deliveries,
  deliveryNumber,
  webhookTo,
} from '../../test/support/records/deliveries.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { silentLog } from '../log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openFileStore } from '../store/file/file-store.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'

describe('kick', () => {
  it('continues with the new state of an account that was reset', async () => {
    const receiver = await startReceiver()
    const { kick, store, dispatcher, add, delivery } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(50),
    })

    const kicked = kick()
    await receiver.arrived(1)
    const fresh = accountWith([webhookTo(receiver.url)])
    await store.replace(fresh)
    await dispatcher.forget('acc_a')
    await add([deliveryNumber(0, { next_attempt_at: BEGIN + 1 })])
    await kicked

    expect((await delivery()).attempts).toEqual([])
    expect(receiver.received.length).toBeLessThan(50)
  })
})

describe('forget', () => {
  it('leaves what a look for due deliveries finds to the next call, too', async () => {
    const receiver = await startReceiver((_, response) => void setTimeout(() => response.end(), 50))
    const memory = openMemoryStore()
    let goOn = () => {}
    const store = {
      ...storeLike(memory, (id, change) => memory.update(id, change)),
      readHead: async (id: string) => {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        return memory.readHead(id)
      },
    }
    const { dispatcher, kick, add } = await start({
      ...{ webhooks: [webhookTo(receiver.url)], held: [], store },
      own: memory,
    })
    void kick()
    await dispatcher.forget('acc_a')
    await add(deliveries(1))
    store.readHead = (id) => memory.readHead(id)
    goOn()
    await receiver.arrived(1)

    expect(dispatcher.queueLength).toBe(1)
    await kick()

    expect(dispatcher.totals.delivered).toBe(1)
    expect(dispatcher.queueLength).toBe(0)
  })
})

describe('at least once', () => {
  it('sends deliveries again that were under way when the process was killed', async () => {
    const receiver = await startReceiver((_, response, count) => {
      if (count > 1) response.end()
    })
    const folder = temporaryFolder()
    const first = await start({
      store: await openFileStore(folder, { clock: createClock({ startAt: 0 }) }),
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2),
    })
    void first.kick()
    await receiver.arrived(1)
    await first.dispatcher.close()
    await first.store.close()

    const store = await openFileStore(folder, { clock: createClock({ startAt: 0 }) })
    onTestFinished(() => store.close())
    const second = await start({ store })
    await second.kick()

    expect(numbersOf(receiver)).toEqual([0, 0, 1])
    expect(await second.statuses()).toEqual(['delivered', 'delivered'])
    expect((await second.delivery()).attempts).toHaveLength(1)
  })

  it('writes an outcome later that can’t be written now, without sending again', async () => {
    const receiver = await startReceiver()
    const failures: string[] = []
    let isFull = true
    const store = openMemoryStore()
    const events = new LocalEventLog(store)
    const change = events.change.bind(events)
    events.change = (...how) =>
      isFull ? Promise.reject(new Error('The disk is full.')) : change(...how)
    let tryAgain = () => {}
    const { kick, account, dispatcher, statuses } = await start({
      ...{ store, events },
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(3),
      log: { ...silentLog, failure: (message) => failures.push(message) },
      clock: {
        wait: (ms, signal) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => resolve())
            if (ms === 5_000) tryAgain = resolve
          }),
      },
    })

    await kick()
    await kick()
    const due = await dispatcher.nextDue(await account())
    isFull = false
    tryAgain()
    await expect.poll(statuses).not.toContain('pending')

    expect(receiver.received).toHaveLength(3)
    expect(due).toBeUndefined()
    expect(failures).toEqual(["Outcomes of deliveries of account acc_a can't be written"])
  })
})

describe('close', () => {
  it('waits until answered deliveries are recorded', async () => {
    const receiver = await startReceiver()
    const store = openMemoryStore()
    const events = new LocalEventLog(store)
    const change = events.change.bind(events)
    const writes: (() => void)[] = []
    let writing = () => {}
    const begun = new Promise<void>((resolve) => {
      writing = resolve
    })
    events.change = async (...how) => {
      writing()
      await new Promise<void>((resolve) => void writes.push(resolve))
      return change(...how)
    }
    const { kick, dispatcher, statuses } = await start({
      ...{ store, events },
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(1),
    })

    void kick()
    await begun
    const closed = dispatcher.close()
    writes[0]?.()
    await closed

    expect(await statuses()).toEqual(['delivered'])
  })

  it('leaves deliveries under way pending, and starts no more', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher, events } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(5),
    })
    const kicked = kick()
    await receiver.arrived(1)

    await dispatcher.close()

    expect(await kicked).toEqual({ delivered: 0, failed_attempts: 0, given_up: 0 })
    expect(await kick()).toEqual({ delivered: 0, failed_attempts: 0, given_up: 0 })
    expect(receiver.received).toHaveLength(1)
    expect(await heldIn(events)).toEqual(deliveries(5))
    await expect(dispatcher.resend('acc_a', 'dlv_0')).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })
})
