import { describe, expect, it, vi } from 'vitest'
import { addWhole } from '../../test/support/event-rows.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { BEGIN, deliveryNumber, webhookTo } from '../../test/support/records/deliveries.ts'
import {
  accountOf,
  campaign,
  completedIn,
  completions,
  simulations,
} from '../../test/support/simulating.ts'
import type { AdvanceState } from '../accounts/account.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { EVENT_KINDS } from '../accounts/event.ts'
import { firstRun } from '../intelligence/world/schedule.ts'
import { silentLog } from '../log.ts'
import type { AccountWork, SharedWork } from './scheduler.ts'
import { LocalSignals } from './signals.ts'
import { Simulation } from './simulation.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

const ALL_KINDS = new Set(EVENT_KINDS)

const { begin, memoryStore } = simulations()

describe('while a clock runs by itself', () => {
  it('logs a failure of the store, and continues when it is back', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)], (draft) => {
      // As a process leaves it that was killed during an advance.
      const advancing = { wasFrozen: false } as AdvanceState
      draft.clock = { offsetMs: 0, frozenAt: BEGIN, advancing }
    })
    const store = memoryStore()
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

  it('sends what is replayed to a webhook of an account at rest', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)])
    const { hold, started, tick } = await begin(account)
    await started()
    await tick()

    hold([deliveryNumber(1)])
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
    const { started, hold } = await begin(account)
    hold([deliveryNumber(0)])

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
    const store = memoryStore()
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
})

describe('a clock that is set back', () => {
  it('keeps the waiting time of retries', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')])
    const { simulation, hold, deliveries } = await begin(account)
    hold([deliveryNumber(0, { next_attempt_at: BEGIN + HOUR })])

    await simulation.set('acc_a', { now: BEGIN - 300 * DAY })

    const [delivery] = await deliveries()
    expect(delivery?.next_attempt_at).toBe(BEGIN - 300 * DAY + HOUR)
  })

  it('limits the waiting time of retries after a start with an earlier time', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')])
    const { started, hold, deliveries } = await begin(account)
    hold([deliveryNumber(0, { next_attempt_at: BEGIN + 300 * DAY })])

    await started()

    expect(await deliveries()).toMatchObject([{ next_attempt_at: BEGIN + DAY }])
  })
})

describe('an account that replicas share', () => {
  async function beginShared(url: string, signals = new LocalSignals()) {
    const account = accountOf([campaign('cmp_a')], [completions(url)])
    const { store, events, dispatcher, ...begun } = await begin(account)
    const clock = { ...begun.clock, pause: async () => {} }
    let holder: AccountWork | undefined
    const work: SharedWork = {
      start(started) {
        holder = started
      },
      wake: async (id) => void holder?.nudge(id),
      close: async () => {},
    }
    const closing = new AbortController().signal
    const shared = { work, events: signals, advances: new LocalSignals() }
    const kinds = () => ALL_KINDS
    const parts = { store, clock, events, dispatcher, log: silentLog, kinds, closing, shared }
    const simulation = new Simulation(parts)
    simulation.start()
    const advanced = async () => {
      const advance = simulation.advances.begin('acc_a', { target: 3 * DAY })
      advance.ended.catch(() => {})
      await advance.started
      return advance
    }
    const hold = async () => await holder?.moveOn('acc_a')
    return { store, events, simulation, advanced, hold }
  }

  it('is held until the attempts under way have ended, also after a cancelled advance', async () => {
    let answer = () => {}
    const receiver = await startReceiver((_, response) => {
      answer = () => void response.end()
    })
    const { simulation, advanced, hold } = await beginShared(receiver.url)
    await advanced()
    let isReleased = false
    const held = hold().then(() => {
      isReleased = true
    })
    await receiver.arrived(1)

    await simulation.advances.cancel('acc_a')
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
    const wasReleased = isReleased
    answer()
    await held

    expect(wasReleased).toBe(false)
  })

  it('stays where it is if its advance is cancelled before a replica holds it', async () => {
    const receiver = await startReceiver()
    const { store, simulation, advanced, hold } = await beginShared(receiver.url)
    const advance = await advanced()

    const cancelled = simulation.advances.cancel('acc_a')
    await expect
      .poll(async () => (await store.read('acc_a')).clock.advancing?.isCancelled)
      .toBe(true)
    await hold()
    await cancelled

    await expect(advance.ended).rejects.toThrow(/was cancelled/)
    expect((await store.read('acc_a')).clock.lastAdvance).toMatchObject({ runs: 0, reached: BEGIN })
    expect(receiver.received).toEqual([])
  })

  it('goes on with an advance that begins while deliveries are under way', async () => {
    let answer = () => {}
    const receiver = await startReceiver((_, response, count) => {
      answer = () => void response.end()
      if (count > 1) answer()
    })
    const { store, events, advanced, hold } = await beginShared(receiver.url)
    addWhole(store, [deliveryNumber(1)])
    const held = hold()
    await receiver.arrived(1)

    const advance = await advanced()
    answer()
    await held

    expect(await advance.ended).toMatchObject({ status: 'finished', runs: 3 })
    expect(await events.pending('acc_a')).toBe(0)
  })

  it('keeps the events that a listener of another replica hears', async () => {
    let isHeard = false
    class SharedSignals extends LocalSignals {
      override hasListeners = () => isHeard
      override async catchUp() {
        isHeard = true
      }
    }
    const { store, events, advanced, hold } = await beginShared('', new SharedSignals())
    await store.update('acc_a', (account) => {
      account.webhooks = {}
    })
    const { ended } = await advanced()

    await hold()

    expect((await ended).runs).toBe(3)
    const kept = { type: 'campaign.completed' } as const
    expect((await events.events('acc_a', kept, { limit: 9, offset: 0 })).total).toBe(3)
  })
})

it('says in the answer and in the log that deliveries were given up, since too many are waiting', async () => {
  const receiver = await startReceiver()
  receiver.status = 500
  const notice = vi.fn()
  const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
  const { simulation, advance } = await begin(account, memoryStore({ pending: 2 }), {
    ...silentLog,
    notice,
  })
  const event = (number: number) => {
    const data = { campaign_id: 'cmp_a' } as never
    const id = `evt_${number}`
    return { id, type: 'campaign.completed', at: BEGIN, campaign_id: 'cmp_a', data } as const
  }

  const published = []
  for (const number of [1, 2, 3]) published.push(await simulation.publish('acc_a', event(number)))
  const { deliveries, withoutRoom } = await advance(DAY)

  expect(published.map(({ givenUp }) => givenUp)).toEqual([0, 0, 1])
  expect([deliveries.given_up, withoutRoom]).toEqual([1, 1])
  expect(notice.mock.calls).toEqual(
    Array(2).fill([
      expect.stringMatching(/^Account acc_a: One delivery was given up\. More deliv/),
    ]),
  )
})
