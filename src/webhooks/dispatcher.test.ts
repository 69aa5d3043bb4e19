import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Receiver, startReceiver } from '../../test/support/receiver.ts'
import {
  accountWith,
  BEGIN,
  deliveries,
  deliveryNumber,
  webhookTo,
} from '../../test/support/records/deliveries.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import type { Account } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { readConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { type Log, silentLog } from '../log.ts'
import type { EventLog } from '../store/events/event-log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openFileStore } from '../store/file/file-store.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { type Clock, createClock } from '../time/clock.ts'
import { Dispatcher } from './dispatcher.ts'

const MINUTE = 60_000

interface Setting {
  webhooks?: Webhook[]
  held?: Delivery[]
  store?: Store
  events?: EventLog
  log?: Log
  clock?: Partial<Clock>
}

/** A dispatcher for one account whose clock only the test moves. */
async function start({ webhooks = [], held = [], ...parts }: Setting) {
  const store = parts.store ?? openMemoryStore()
  const events = parts.events ?? new LocalEventLog()
  let now = BEGIN
  const clock = { ...createClock(), of: () => now, ...parts.clock }
  const log = parts.log ?? silentLog
  const config = readConfig()
  const dispatcher = new Dispatcher({ store, events, clock, config, log })
  onTestFinished(() => dispatcher.close())
  const account = accountWith(webhooks)
  if (!(await store.has(account.id))) await store.add(account)
  if (held.length > 0) await events.adopt('acc_a', held)
  return {
    store,
    dispatcher,
    advance(ms: number) {
      now += ms
    },
    kick: () => dispatcher.kick('acc_a'),
    events,
    add: (more: Delivery[]) => events.adopt('acc_a', more),
    account: () => store.read('acc_a'),
    delivery: async (id = 'dlv_0') => (await events.find('acc_a', id)) as Delivery,
    statuses: async () => (await heldIn(events)).map(({ status }) => status),
    change: (change: (account: Account) => void) => store.update('acc_a', change),
  }
}

/** A store that changes accounts otherwise. */
function storeLike(store: Store, update: Store['update']): Store {
  return {
    update,
    read: (id) => store.read(id),
    readHead: (id) => store.readHead(id),
    readCampaigns: (id, query) => store.readCampaigns(id, query),
    readCampaign: (id, campaignId) => store.readCampaign(id, campaignId),
    campaignCount: (id) => store.campaignCount(id),
    add: (account) => store.add(account),
    has: (id) => store.has(id),
    count: () => store.count(),
    page: (range) => store.page(range),
    findCredential: (hash) => store.findCredential(hash),
    findOwner: (hash) => store.findOwner(hash),
    fill: (accounts) => store.fill(accounts),
    replace: (account) => store.replace(account),
    remove: (id) => store.remove(id),
    close: () => store.close(),
  }
}

const numbersOf = ({ received }: Receiver) => received.map(({ event }) => event.data.number)

/** Oldest first. */
async function heldIn(events: EventLog): Promise<Delivery[]> {
  const { items } = await events.deliveries('acc_a', {}, { limit: 10_000, offset: 0 })
  return items.reverse()
}

describe('kick', () => {
  it('sends due deliveries, records them and returns the results', async () => {
    const receiver = await startReceiver()
    const later = { next_attempt_at: BEGIN + 1 }
    const { kick, delivery, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(3, (number) => (number === 2 ? later : {})),
    })

    const tally = await kick()

    expect(tally).toEqual({ delivered: 2, failed_attempts: 0, given_up: 0 })
    expect(numbersOf(receiver)).toEqual([0, 1])
    expect(await statuses()).toEqual(['delivered', 'delivered', 'pending'])
    expect((await delivery()).attempts).toMatchObject([{ at: BEGIN, manual: false, status: 200 }])
    expect(await kick()).toEqual({ delivered: 0, failed_attempts: 0, given_up: 0 })
  })

  it('keeps the order of a campaign, and sends the next while one waits for its retry', async () => {
    const receiver = await startReceiver(({ event }, response) => {
      response.writeHead(event.data.number === 1 ? 500 : 200).end()
    })
    const { kick, advance } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(4),
    })

    const first = await kick()
    advance(MINUTE)
    const second = await kick()

    expect(numbersOf(receiver)).toEqual([0, 1, 2, 3, 1])
    expect(first).toEqual({ delivered: 3, failed_attempts: 1, given_up: 0 })
    expect(second).toEqual({ delivered: 0, failed_attempts: 1, given_up: 0 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  })

  it('postpones only slow webhooks during an advance', async () => {
    let elapsed = 0
    const slow = await startReceiver((_, response) => {
      elapsed += 15_000
      response.writeHead(500).end()
    })
    const quick = await startReceiver()
    const { dispatcher, kick, delivery, account, add } = await start({
      webhooks: [webhookTo(slow.url), webhookTo(quick.url, { id: 'whk_b' })],
      held: deliveries(5),
      clock: { elapsed: () => elapsed },
    })

    const hurry = dispatcher.hurry('acc_a', BEGIN, {
      delivered: 0,
      failed_attempts: 0,
      given_up: 0,
    })
    await kick()
    const during = numbersOf(slow)
    const due = await dispatcher.nextDue(await account())
    await add([deliveryNumber(5, { webhook_id: 'whk_b' })])
    await kick()
    hurry.done()
    await kick()

    expect(during).toEqual([0, 1])
    expect(hurry.slow).toEqual(['whk_a'])
    expect(due).toBeUndefined()
    expect(numbersOf(quick)).toEqual([5])
    expect(numbersOf(slow)).toEqual([0, 1, 2, 3, 4])
    expect((await delivery('dlv_4')).attempts).toHaveLength(1)
  })

  it('has one delivery of a campaign and ten of a webhook under way', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(30, (number) => ({ campaign_id: `cmp_${number % 15}` })),
    })

    const kicked = kick()
    await receiver.arrived(10)
    await dispatcher.close()
    await kicked

    expect(numbersOf(receiver).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('sends to other receivers while one does not answer', async () => {
    const slow = await startReceiver(() => {})
    const quick = await startReceiver()
    const { kick } = await start({
      webhooks: [webhookTo(slow.url), webhookTo(quick.url, { id: 'whk_b' })],
      held: deliveries(200, (number) => ({
        campaign_id: `cmp_${number}`,
        webhook_id: number < 100 ? 'whk_a' : 'whk_b',
      })),
    })

    void kick()
    await quick.arrived(100)

    expect(slow.received).toHaveLength(10)
  })

  it('sends for other accounts while a hundred webhooks of one do not answer', async () => {
    const hanging = await startReceiver(() => {})
    const quick = await startReceiver()
    const webhooks = Array.from({ length: 100 }, (_, n) =>
      webhookTo(hanging.url, { id: `whk_${n}` }),
    )
    const { kick, dispatcher, store, events } = await start({
      webhooks,
      held: deliveries(1_000, (number) => ({
        campaign_id: `cmp_${number}`,
        webhook_id: `whk_${number % 100}`,
      })),
    })
    await store.add(accountWith([webhookTo(quick.url)], 'acc_b'))
    await events.adopt('acc_b', deliveries(50))

    void kick()
    await hanging.arrived(100)
    await dispatcher.kick('acc_b')

    expect(quick.received).toHaveLength(50)
    expect(hanging.received.length).toBeGreaterThanOrEqual(100)
  })

  it('lets an advance go on when what is due is claimed', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2_001),
    })
    const tally = { delivered: 0, failed_attempts: 0, given_up: 0 }
    const hurry = dispatcher.hurry('acc_a', BEGIN, tally)
    let goesOn = false

    const kicked = kick()
    await receiver.arrived(1)
    void hurry.roomForMore(2_000).then(() => {
      goesOn = true
    })
    await hurry.room(2_000)
    const before = goesOn
    await dispatcher.close()
    await kicked

    expect(before).toBe(false)
    expect(goesOn).toBe(true)
  })

  it('waits for attempts of another call, and starts new ones', async () => {
    let release = () => {}
    const receiver = await startReceiver((_, response, count) => {
      if (count > 1) return void response.end()
      release = () => void response.end()
    })
    const { kick, add, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(1),
    })
    const ends: string[] = []

    const first = kick().then(() => ends.push('first'))
    await receiver.arrived(1)
    await add([deliveryNumber(1, { campaign_id: 'cmp_b' })])
    const second = kick().then(() => ends.push('second'))
    await receiver.arrived(2)
    const endsBefore = [...ends]
    release()
    await Promise.all([first, second])

    expect(endsBefore).toEqual([])
    expect(numbersOf(receiver)).toEqual([0, 1])
    // Neither waited for the time limit of the other.
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })

  it('does not send a delivery twice that is under way', async () => {
    const receiver = await startReceiver()
    const { kick } = await start({ webhooks: [webhookTo(receiver.url)], held: deliveries(20) })

    await Promise.all([kick(), kick(), kick()])

    expect(receiver.received).toHaveLength(20)
  })

  it('does not send a delivery that was delivered while it waited', async () => {
    let release = () => {}
    const receiver = await startReceiver((_, response, count) => {
      if (count > 1) return void response.end()
      release = () => void response.end()
    })
    const { kick, dispatcher, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2),
    })

    const kicked = kick()
    await receiver.arrived(1)
    await dispatcher.resend('acc_a', 'dlv_1')
    release()
    await kicked

    expect(numbersOf(receiver)).toEqual([0, 1])
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })

  it('stops at 410, and waiting deliveries fail with the reason', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(410).end())
    const { kick, account, delivery, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [...deliveries(3), deliveryNumber(3, { next_attempt_at: BEGIN + MINUTE })],
    })

    await kick()

    expect(receiver.received).toHaveLength(1)
    expect((await account()).webhooks.whk_a?.status).toBe('disabled')
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'failed'])
    expect((await delivery('dlv_2')).failure_reason).toMatch(/^The webhook is disabled: .*410/)
  })

  it('fails deliveries for a disabled or deleted webhook', async () => {
    const receiver = await startReceiver()
    const { kick, delivery } = await start({
      webhooks: [webhookTo(receiver.url, { status: 'disabled' })],
      held: deliveries(2, (number) => ({ webhook_id: number === 0 ? 'whk_a' : 'whk_gone' })),
    })

    await kick()

    expect((await delivery()).failure_reason).toBe('The webhook is disabled.')
    expect((await delivery('dlv_1')).failure_reason).toBe('The webhook was deleted.')
    expect(receiver.received).toEqual([])
  })

  it('signs with the secrets that are valid at the time of the account', async () => {
    const receiver = await startReceiver()
    const secrets = [
      { value: 'newest', expires_at: null },
      { value: 'older', expires_at: BEGIN + 1 },
      { value: 'oldest', expires_at: BEGIN },
    ]
    const { kick } = await start({
      webhooks: [webhookTo(receiver.url, { secrets })],
      held: deliveries(1),
    })

    await kick()

    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  it('has nothing to do for an account that was removed', async () => {
    const { dispatcher } = await start({})

    expect(await dispatcher.kick('acc_gone')).toEqual({
      delivered: 0,
      failed_attempts: 0,
      given_up: 0,
    })
  })

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

  it('starts afresh with an account of the same id after forgetting the previous one', async () => {
    const receiver = await startReceiver()
    const memory = openMemoryStore()
    let reads = 0
    const store = {
      ...storeLike(memory, (id, change) => memory.update(id, change)),
      // After the account was taken up, the second read fails; nothing is tried after it.
      readHead: async (id: string) => {
        reads += 1
        if (reads === 2) throw new Error('The disk is gone.')
        return memory.readHead(id)
      },
    }
    const webhooks = [webhookTo(receiver.url)]
    const { dispatcher, kick, add } = await start({ webhooks, held: deliveries(1), store })
    await kick()
    await kick()
    const before = receiver.received.length

    await dispatcher.forget('acc_a')
    await add(deliveries(1))
    await kick()

    expect(before).toBe(0)
    expect(numbersOf(receiver)).toEqual([0])
  })
})

describe('nextDue', () => {
  it('is the earliest delivery that is waiting and not under way', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher, account } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [
        deliveryNumber(0),
        deliveryNumber(1, { next_attempt_at: BEGIN + 2 * MINUTE }),
        deliveryNumber(2, { next_attempt_at: BEGIN + MINUTE }),
        deliveryNumber(3, { status: 'delivered', next_attempt_at: null }),
      ],
    })

    const before = await dispatcher.nextDue(await account())
    void kick()
    await receiver.arrived(1)

    expect(before).toBe(BEGIN)
    expect(await dispatcher.nextDue(await account())).toBe(BEGIN + MINUTE)
    expect(await dispatcher.nextDue(accountWith([], 'acc_c'))).toBeUndefined()
  })
})

describe('resend', () => {
  it.each<[string, Partial<Delivery>]>([
    ['delivered', { status: 'delivered', next_attempt_at: null }],
    ['failed', { status: 'failed', next_attempt_at: null }],
    ['pending', { next_attempt_at: BEGIN + MINUTE }],
  ])('sends a delivery that is %s again, as the same event', async (_, held) => {
    const receiver = await startReceiver()
    const { dispatcher, delivery } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [deliveryNumber(0, held)],
    })

    const resent = await dispatcher.resend('acc_a', 'dlv_0')

    expect(resent).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(resent.attempts).toMatchObject([{ at: BEGIN, manual: true, status: 200 }])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_0'])
    expect(await delivery()).toEqual(resent)
  })

  it('does not change the schedule when it fails', async () => {
    const receiver = await startReceiver()
    receiver.status = 500
    const { dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [deliveryNumber(0, { next_attempt_at: BEGIN + MINUTE })],
    })

    const resent = await dispatcher.resend('acc_a', 'dlv_0')

    expect(resent).toMatchObject({ status: 'pending', next_attempt_at: BEGIN + MINUTE })
    expect(resent.attempts).toMatchObject([{ manual: true, status: 500 }])
  })

  it('refuses unknown deliveries with a message', async () => {
    const { dispatcher } = await start({ held: [deliveryNumber(0, { webhook_id: 'whk_gone' })] })

    const unknown = dispatcher.resend('acc_a', 'dlv_9')
    const gone = dispatcher.resend('acc_a', 'dlv_0')

    await expect(unknown).rejects.toThrow('There is no delivery "dlv_9".')
    await expect(gone).rejects.toThrow(/webhook whk_gone was deleted/)
    await expect(gone).rejects.toMatchObject({ failure: 'unknown_resource' })
    await expect(unknown).rejects.toBeInstanceOf(ApiError)
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
      events: new LocalEventLog(join(folder, 'events')),
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2),
    })
    void first.kick()
    await receiver.arrived(1)
    await first.dispatcher.close()
    await first.store.close()

    const store = await openFileStore(folder, { clock: createClock({ startAt: 0 }) })
    onTestFinished(() => store.close())
    const second = await start({ store, events: new LocalEventLog(join(folder, 'events')) })
    await second.kick()

    expect(numbersOf(receiver)).toEqual([0, 0, 1])
    expect(await second.statuses()).toEqual(['delivered', 'delivered'])
    expect((await second.delivery()).attempts).toHaveLength(1)
  })

  it('writes an outcome later that can’t be written now, without sending again', async () => {
    const receiver = await startReceiver()
    const failures: string[] = []
    let isFull = true
    const events = new LocalEventLog()
    const change = events.change.bind(events)
    events.change = (...how) =>
      isFull ? Promise.reject(new Error('The disk is full.')) : change(...how)
    let tryAgain = () => {}
    const { kick, account, dispatcher, statuses } = await start({
      events,
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
    const events = new LocalEventLog()
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
      events,
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
