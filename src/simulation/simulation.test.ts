import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Received, startReceiver } from '../../test/support/receiver.ts'
import {
  accountWith,
  BEGIN,
  deliveryNumber,
  webhookTo,
} from '../../test/support/records/deliveries.ts'
import { turnsDuring } from '../../test/support/turns.ts'
import type { Account, AdvanceState } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { EVENT_KINDS } from '../accounts/event.ts'
import { readConfig } from '../config.ts'
import { firstRun } from '../intelligence/world/schedule.ts'
import { type Log, silentLog } from '../log.ts'
import type { EventLog } from '../store/events/event-log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { TouchedAccounts } from '../store/touched-accounts.ts'
import { createClock } from '../time/clock.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import { settleBeforeChange } from './last-run.ts'
import { Simulation } from './simulation.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

let touched: TouchedAccounts
beforeEach(() => {
  touched = new TouchedAccounts()
})

function campaign(id: string, parts: Partial<Campaign> = {}): Campaign {
  const created = new Date(BEGIN).toISOString()
  return {
    id,
    name: `Campaign ${id}`,
    type: 'serp',
    keywords: ['trail running shoes', 'waterproof hiking boots'],
    frequency: 'daily',
    settings: {},
    brand: 'Northpeak',
    domain: 'northpeak.example',
    competitors: [],
    status: 'active',
    created_at: created,
    updated_at: created,
    tracked_since: created.slice(0, 10),
    ...parts,
  }
}

const everything = (url: string) => webhookTo(url, { events: [...EVENT_KINDS] })
const completions = (url: string) => webhookTo(url, { events: ['campaign.completed'] })

function accountOf(
  campaigns: Campaign[],
  webhooks: Parameters<typeof accountWith>[0] = [],
  change: (account: Account) => void = () => {},
): Account {
  const account = accountWith(webhooks)
  for (const each of campaigns) account.campaigns.set(each.id, each)
  change(account)
  return account
}

/** The simulation of one account. Only the test moves the server's time and triggers ticks. */
async function begin(
  account: Account,
  store = openMemoryStore(touched),
  log: Log = silentLog,
  events: EventLog = new LocalEventLog(undefined, {}, undefined, touched),
) {
  let time = BEGIN
  let elapsed = 0
  let look = () => {}
  let looked = () => {}
  const clock = {
    ...createClock({ wallTime: () => time }),
    elapsed: () => elapsed,
    // On a busy machine, an attempt may take longer than its limit.
    limit: () => () => {},
    pause: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        look = resolve
        signal?.addEventListener('abort', () => resolve())
        looked()
      }),
  }
  const closing = new AbortController()
  const dispatcher = new Dispatcher({ store, events, clock, config: readConfig(), log })
  const parts = { store, events, clock, log, dispatcher, touched, closing: closing.signal }
  const simulation = new Simulation(parts)
  if (!(await store.has(account.id))) await store.add(account)
  const close = async () => {
    closing.abort()
    await Promise.all([dispatcher.close(), simulation.close()])
  }
  onTestFinished(close)
  const next = (go: () => void) =>
    new Promise<void>((resolve) => {
      looked = resolve
      go()
    })
  return {
    store,
    clock,
    simulation,
    close,
    dispatcher,
    /** Resolves after the first tick. */
    started: () => next(() => simulation.start()),
    tick: () => next(() => look()),
    pass(ms: number) {
      time += ms
    },
    /** Makes durations that are being measured longer. */
    takeLong(ms: number) {
      elapsed += ms
    },
    advance: (target: number | 'next_run') => simulation.advance('acc_a', target),
    events,
    /** Oldest first. */
    deliveries: async () => {
      const { items } = await events.deliveries('acc_a', {}, { limit: 1000, offset: 0 })
      return items.reverse()
    },
    async replace(fresh: Account) {
      await store.replace(fresh)
      await dispatcher.forget('acc_a')
    },
    account: () => store.read('acc_a'),
    now: async () => clock.of(await store.read('acc_a')),
    change: (change: (account: Account) => void) => store.update('acc_a', change),
    /** Changes the campaign as a client does. */
    edit: (parts: Partial<Campaign>) =>
      store.update('acc_a', (account) => {
        const campaign = account.campaigns.get('cmp_a') as Campaign
        settleBeforeChange(account, campaign, clock.of(account))
        Object.assign(campaign, parts)
      }),
  }
}

const completedIn = (received: Received[]) =>
  received
    .map(({ event }) => event)
    .filter(({ type }) => type === 'campaign.completed')
    .map(({ timestamp, data }) => ({ at: Date.parse(timestamp), campaign: data.campaign_id }))

describe('while a clock runs by itself', () => {
  it('logs a failure of the store, and continues when it is back', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)], (draft) => {
      // As a process leaves it that was killed during an advance.
      // Earlier releases did not store where an advance should end.
      const advancing = { wasFrozen: false } as AdvanceState
      draft.clock = { offsetMs: 0, frozenAt: BEGIN, advancing }
    })
    const store = openMemoryStore(touched)
    const failure = vi.fn()
    const {
      started,
      tick,
      pass,
      account: read,
    } = await begin(account, store, { ...silentLog, failure })
    const outage = new Error('The database is down.')
    const page = vi.spyOn(store, 'page').mockRejectedValue(outage)

    await started()
    expect(failure).toHaveBeenCalledWith(expect.stringContaining('listed'), outage)
    page.mockRestore()
    const broken = vi.spyOn(store, 'read').mockRejectedValue(outage)
    await tick()
    expect(failure).toHaveBeenCalledWith(expect.stringContaining('acc_a'), outage)
    broken.mockRestore()
    await tick()
    expect((await read()).clock.advancing).toBeUndefined()
    pass(10 * SECOND)
    await tick()
    await receiver.arrived(1)

    expect(completedIn(receiver.received)).toHaveLength(1)
  })

  it('runs a resumed campaign from then on, and not for the days of its pause', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { started, tick, pass, edit } = await begin(account)
    await started()
    pass(10 * SECOND)
    await tick()
    await receiver.arrived(1)

    await edit({ status: 'paused' })
    pass(3 * DAY + 12 * HOUR)
    await tick()
    await edit({ status: 'active' })
    await tick()
    pass(12 * HOUR)
    await tick()
    await receiver.arrived(2)

    const times = completedIn(receiver.received).map(({ at }) => Math.floor((at - BEGIN) / DAY))
    expect(times).toEqual([0, 4])
  })

  it('leaves accounts alone in which nothing is due', async () => {
    const account = accountOf([campaign('cmp_a')])
    const { store, started, tick, pass, now } = await begin(account)
    await started()
    pass(10 * SECOND)
    await tick()
    await tick()
    const read = vi.spyOn(store, 'read')

    for (let n = 0; n < 5; n++) {
      pass(HOUR)
      await tick()
    }
    expect(read).not.toHaveBeenCalled()
    pass(DAY)
    await tick()

    expect(read).toHaveBeenCalled()
    expect((await store.read('acc_a')).simulated_until).toBeGreaterThan((await now()) - DAY)
  })

  it('sends what is replayed to a webhook of an account at rest', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)])
    const { events, started, tick } = await begin(account)
    await started()
    await tick()

    await events.adopt('acc_a', [deliveryNumber(1)])
    await tick()
    await receiver.arrived(1)

    expect(receiver.received).toHaveLength(1)
  })

  it('applies a new frequency from its change on', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { started, tick, pass, edit, advance } = await begin(account)
    await started()
    pass(10 * SECOND)
    await tick()
    pass(20 * HOUR)
    await tick()
    await edit({ frequency: 'hourly' })

    const { runs } = await advance(2 * HOUR)

    expect(runs).toBe(2)
  })

  it('sends due deliveries although the clock is frozen', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)], (draft) => {
      draft.clock.frozenAt = BEGIN
    })
    const { started, events } = await begin(account)
    await events.adopt('acc_a', [deliveryNumber(0)])

    await started()
    await receiver.arrived(1)

    expect(receiver.received[0]?.headers['webhook-id']).toBe('evt_0')
  })
})

describe('two campaigns that are due at the same time', () => {
  const [first, second] = ['cmp_a', 'cmp_b'].map((id) => campaign(id)) as [Campaign, Campaign]
  const created_at = new Date(BEGIN + firstRun(first) - firstRun(second)).toISOString()
  const both = [first, { ...second, created_at }]

  it('both run, once each, although the process ends while they do', async () => {
    const account = accountOf(both, [completions('http://localhost:9/hook')])
    const store = openMemoryStore(touched)
    const killed = await begin(account, store)
    await killed.started()
    const update = store.update.bind(store)
    const updates = vi.spyOn(store, 'update').mockImplementation(async (id, change) => {
      // From the first record of a run on, this process writes no more.
      if ((await killed.events.pending(id)) > 0) throw new Error('The process is gone.')
      return update(id, change)
    })
    killed.pass(10 * SECOND)
    await killed.tick()
    await killed.close()
    updates.mockRestore()

    const next = await begin(account, store, silentLog, killed.events)
    next.pass(10 * SECOND)
    await next.started()

    const deliveries = await next.deliveries()
    expect(deliveries.map(({ campaign_id }) => campaign_id)).toEqual(['cmp_a', 'cmp_b'])
  })

  it('both run while the clock is advanced to the next run', async () => {
    const { advance, now } = await begin(accountOf(both))

    const summary = await advance('next_run')

    expect(summary).toMatchObject({ runs: 2, events: { 'campaign.completed': 2 } })
    expect(await now()).toBe(firstRun(first))
  })
})

describe('advancing', () => {
  it('runs a new campaign within seconds, and leaves out deleted ones', async () => {
    const meanwhile = { done: false }
    const receiver = await startReceiver(async ({ event }, response) => {
      if (!meanwhile.done) {
        meanwhile.done = true
        await change((draft) => {
          draft.campaigns.delete('cmp_b')
          draft.campaigns.set(
            'cmp_new',
            campaign('cmp_new', { created_at: event.timestamp, frequency: 'hourly' }),
          )
        })
      }
      response.end()
    })
    const others = { created_at: new Date(BEGIN + HOUR).toISOString() }
    const account = accountOf(
      [campaign('cmp_a'), campaign('cmp_b', others)],
      [completions(receiver.url)],
    )
    const { advance, change } = await begin(account)

    const { runs } = await advance(3 * HOUR)

    const ran = completedIn(receiver.received)
    expect(ran.map((each) => each.campaign)).toEqual(['cmp_a', 'cmp_new', 'cmp_new', 'cmp_new'])
    expect((ran[1]?.at as number) - (ran[0]?.at as number)).toBeLessThan(5 * SECOND)
    expect(runs).toBe(4)
  })

  it('ends when the account is reset, without changing the new one', async () => {
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1) await replace(accountOf([campaign('cmp_other')], [everything(receiver.url)]))
      response.end()
    })
    const account = accountOf([campaign('cmp_a'), campaign('cmp_b')], [completions(receiver.url)])
    const { advance, replace, deliveries, account: present } = await begin(account)

    const ended = await advance(DAY).catch((error) => error)

    expect(ended.message).toMatch(/was reset while its clock was being advanced/)
    expect(await deliveries()).toEqual([])
    expect((await present()).simulated_until).toBe(BEGIN)
  })

  it('ends when the account is replaced by one with a later delivery', async () => {
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1) {
        await replace(accountOf([], [webhookTo(receiver.url)]))
        await events.adopt('acc_a', [deliveryNumber(9, { next_attempt_at: BEGIN + HOUR })])
      }
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, replace, events, deliveries } = await begin(account)

    const ended = await advance(DAY).catch((error) => error)

    expect(ended.message).toMatch(/was reset/)
    expect(await deliveries()).toMatchObject([{ id: 'dlv_9', attempts: [] }])
  })

  it('ends with a message when the account is removed', async () => {
    const receiver = await startReceiver(async (_, response) => {
      await store.remove('acc_a')
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, store } = await begin(account)

    const ended = await advance(7 * DAY).catch((error) => error)

    expect(ended.message).toMatch(/acc_a was removed while its clock was being advanced/)
  })

  it('shows receivers the time of their event, or up to a minute more for campaigns that run together', async () => {
    const ahead: Record<string, number[]> = { cmp_a: [], cmp_b: [], cmp_c: [] }
    const receiver = await startReceiver(async ({ event }, response) => {
      ahead[event.data.campaign_id as string]?.push((await now()) - Date.parse(event.timestamp))
      response.end()
    })
    const later = { created_at: new Date(BEGIN + HOUR).toISOString() }
    const campaigns = [campaign('cmp_a'), campaign('cmp_b'), campaign('cmp_c', later)]
    const { advance, now } = await begin(accountOf(campaigns, [completions(receiver.url)]))

    await advance(3 * DAY)

    const between = Math.abs(
      firstRun(campaigns[0] as Campaign) - firstRun(campaigns[1] as Campaign),
    )
    expect(ahead.cmp_c).toEqual([0, 0, 0])
    expect([ahead.cmp_a, ahead.cmp_b]).toContainEqual([0, 0, 0])
    expect([ahead.cmp_a, ahead.cmp_b]).toContainEqual([between, between, between])
  })

  it('gives up no delivery because it is faster than the receivers of many webhooks', async () => {
    let full: Promise<unknown> | undefined
    const receiver = await startReceiver(async (_, response) => {
      // An advance has as much on its way as it may.
      full ??= vi.waitUntil(() => dispatcher.queueLength > 1_000, { timeout: 10_000 })
      await full
      response.end()
    })
    const webhooks = Array.from({ length: 32 }, (_, n) => ({
      ...completions(receiver.url),
      id: `whk_${n}`,
    }))
    const campaigns = Array.from({ length: 12 }, (_, n) =>
      campaign(`cmp_${n}`, { frequency: 'hourly', keywords: ['trail running shoes'] }),
    )
    const log = new LocalEventLog(undefined, { pending: 1_100 }, undefined, touched)
    const { advance, dispatcher } = await begin(
      accountOf(campaigns, webhooks),
      openMemoryStore(touched),
      silentLog,
      log,
    )

    const { deliveries } = await advance(3 * HOUR)

    expect(deliveries).toEqual({ delivered: 1_152, failed_attempts: 0, given_up: 0 })
  })

  it('never sets the clock back, whatever is overdue', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)], (draft) => {
      draft.clock.frozenAt = BEGIN
    })
    const { advance, events, deliveries } = await begin(account)
    await events.adopt('acc_a', [deliveryNumber(0, { next_attempt_at: BEGIN - DAY })])

    await advance(HOUR)

    expect(await deliveries()).toMatchObject([{ attempts: [{ at: BEGIN }] }])
  })

  it('postpones deliveries to a slow receiver, and sends them afterwards', async () => {
    const slow = await startReceiver((_, response) => {
      takeLong(10 * SECOND)
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(slow.url)])
    const { advance, takeLong, started } = await begin(account)

    const summary = await advance(14 * DAY)
    const during = slow.received.length
    await started()
    await slow.arrived(14)

    expect(during).toBe(3)
    expect(summary).toMatchObject({ slow_webhooks: ['whk_a'], deliveries: { delivered: 3 } })
    const times = completedIn(slow.received).map(({ at }) => Math.floor((at - BEGIN) / DAY))
    expect(times).toEqual(Array.from({ length: 14 }, (_, day) => day))
  })

  it('continues while the scheduler starts', async () => {
    const receiver = await startReceiver((_, response, count) => {
      if (count === 1) simulation.start()
      // Two turns later the scheduler has ticked.
      setImmediate(() => setImmediate(() => response.end()))
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, simulation } = await begin(account)

    const { runs } = await advance(7 * DAY)

    expect(runs).toBe(7)
  })

  it('catches up on one day of downtime at most', async () => {
    const account = accountOf([campaign('cmp_a', { frequency: 'hourly' })])
    const { advance, pass } = await begin(account)
    pass(90 * DAY)

    const { runs } = await advance(HOUR)

    expect(runs).toBe(25)
  })

  it('begins at the time of the clock after a start with an earlier one', async () => {
    const account = accountOf([campaign('cmp_a')], [], (draft) => {
      draft.simulated_until = BEGIN + 90 * DAY
    })
    const { advance, now } = await begin(account)

    const { runs, from, to } = await advance(2 * DAY)

    expect({ runs, from, to }).toEqual({ runs: 2, from: BEGIN, to: BEGIN + 2 * DAY })
    expect(await now()).toBe(BEGIN + 2 * DAY)
  })

  it('continues from the end of a simultaneous earlier one', async () => {
    const { advance, now } = await begin(accountOf([campaign('cmp_a')]))

    const both = await Promise.all([advance(2 * DAY), advance(3 * DAY)])

    expect(both.map(({ runs }) => runs)).toEqual([2, 3])
    expect(both[1]).toMatchObject({ from: BEGIN + 2 * DAY, to: BEGIN + 5 * DAY })
    expect(await now()).toBe(BEGIN + 5 * DAY)
  })

  it('stops where it is when the sandbox closes, and the next sandbox continues from there', async () => {
    let closed: Promise<void> | undefined
    const receiver = await startReceiver((_, response, count) => {
      if (count === 3) closed = close()
      else response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, close, store, events } = await begin(account)

    const cut = await advance(7 * DAY).catch((error) => error)
    await closed
    receiver.status = 200
    const next = await begin(account, store, silentLog, events)
    const shown = await next.now()
    next.pass(HOUR)
    const held = await next.now()

    expect(cut.message).toMatch(
      /The sandbox was closed while the clock of acc_a was being advanced/,
    )
    expect(Math.floor((shown - BEGIN) / DAY)).toBe(2)
    expect(held).toBe(shown)
    expect((await next.account()).clock.advancing).toMatchObject({ runs: 3 })
    expect((await next.deliveries()).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'pending',
    ])
    await next.started()
    await receiver.arrived(3 + 5)
    await expect.poll(next.now).toBe(BEGIN + 7 * DAY)
  })
})

describe('a clock that is set back', () => {
  it('keeps the waiting time of retries', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')])
    const { simulation, events, deliveries } = await begin(account)
    await events.adopt('acc_a', [deliveryNumber(0, { next_attempt_at: BEGIN + HOUR })])

    await simulation.set('acc_a', { now: BEGIN - 300 * DAY })

    const [delivery] = await deliveries()
    expect(delivery?.next_attempt_at).toBe(BEGIN - 300 * DAY + HOUR)
  })

  it('limits the waiting time of retries after a start with an earlier time', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')])
    const { started, events, deliveries } = await begin(account)
    await events.adopt('acc_a', [deliveryNumber(0, { next_attempt_at: BEGIN + 300 * DAY })])

    await started()

    expect(await deliveries()).toMatchObject([{ next_attempt_at: BEGIN + DAY }])
  })
})

it('yields to other requests after each run', async () => {
  const { advance } = await begin(accountOf([campaign('cmp_a'), campaign('cmp_b')]))
  await advance(DAY)

  const turns = await turnsDuring(() => advance(50 * DAY))

  expect(turns).toBeGreaterThanOrEqual(100)
})
