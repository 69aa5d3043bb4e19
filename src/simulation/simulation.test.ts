import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { EVENT_KINDS } from '../accounts/alert.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { accountWith, BEGIN, deliveryNumber, webhookTo } from '../testing/deliveries.ts'
import { type Received, startReceiver } from '../testing/receiver.ts'
import { turnsDuring } from '../testing/turns.ts'
import { createClock } from '../time/clock.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import { Simulation } from './simulation.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

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

const setting = (parts: Partial<Campaign>) => (account: Account) => {
  account.campaigns.set('cmp_a', { ...(account.campaigns.get('cmp_a') as Campaign), ...parts })
}

/** The simulation of one account, whose server's time only the test moves, and which looks when the test says so. */
async function begin(account: Account, store = openMemoryStore()) {
  let time = BEGIN
  let elapsed = 0
  let look = () => {}
  let looked = () => {}
  const clock = {
    ...createClock({ wallTime: () => time }),
    elapsed: () => elapsed,
    pause: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        look = resolve
        signal?.addEventListener('abort', () => resolve())
        looked()
      }),
  }
  const closing = new AbortController()
  const dispatcher = new Dispatcher({ store, clock, config: readConfig(), log: silentLog })
  const parts = { store, clock, log: silentLog, dispatcher, closing: closing.signal }
  const simulation = new Simulation(parts)
  if (!(await store.accountIds()).includes(account.id)) await store.add(account)
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
    /** Resolves when it has looked for the first time what is due. */
    started: () => next(() => simulation.start()),
    tick: () => next(() => look()),
    pass(ms: number) {
      time += ms
    },
    /** Lets durations that are measured meanwhile be longer. */
    takeLong(ms: number) {
      elapsed += ms
    },
    advance: (target: number | 'next_run') => simulation.advance('acc_a', target),
    account: () => store.read('acc_a'),
    now: async () => clock.of(await store.read('acc_a')),
    change: (change: (account: Account) => void) => store.update('acc_a', change),
  }
}

const completedIn = (received: Received[]) =>
  received
    .map(({ event }) => event)
    .filter(({ type }) => type === 'campaign.completed')
    .map(({ timestamp, data }) => ({ at: Date.parse(timestamp), campaign: data.campaign_id }))

describe('while a clock runs by itself', () => {
  it('runs a campaign that goes on again from then on, and not for the days that it paused', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { started, tick, pass, change } = await begin(account)
    await started()
    pass(10 * SECOND)
    await tick()
    await receiver.arrived(1)

    await change(setting({ status: 'paused' }))
    pass(3 * DAY + 12 * HOUR)
    await tick()
    await change(setting({ status: 'active' }))
    await tick()
    pass(12 * HOUR)
    await tick()
    await receiver.arrived(2)

    const times = completedIn(receiver.received).map(({ at }) => Math.floor((at - BEGIN) / DAY))
    expect(times).toEqual([0, 4])
  })

  it('lets a new frequency count from its change on', async () => {
    const receiver = await startReceiver()
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { started, tick, pass, change, advance } = await begin(account)
    await started()
    pass(10 * SECOND)
    await tick()
    pass(20 * HOUR)
    await tick()
    await change(setting({ frequency: 'hourly' }))

    const { runs } = await advance(2 * HOUR)

    expect(runs).toBe(2)
  })

  it('sends what is due although the clock stands still', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)], (draft) => {
      draft.clock.frozenAt = BEGIN
      draft.deliveries.set('dlv_0', deliveryNumber(0))
    })
    const { started } = await begin(account)

    await started()
    await receiver.arrived(1)

    expect(receiver.received[0]?.headers['webhook-id']).toBe('evt_0')
  })
})

describe('advancing', () => {
  it('lets a campaign that is created meanwhile run within seconds, and leaves out what is deleted', async () => {
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

  it('ends when the account is reset, and leaves the new one alone', async () => {
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1)
        await store.replace(accountOf([campaign('cmp_other')], [everything(receiver.url)]))
      response.end()
    })
    const account = accountOf([campaign('cmp_a'), campaign('cmp_b')], [completions(receiver.url)])
    const { advance, store, account: present } = await begin(account)

    const ended = await advance(DAY).catch((error) => error)

    expect(ended.message).toMatch(/was reset while its clock was being advanced/)
    expect((await present()).deliveries.size).toBe(0)
    expect((await present()).simulated_until).toBe(BEGIN)
  })

  it('ends when the account becomes one that has something to be sent later', async () => {
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1) {
        await store.replace(
          accountOf([], [webhookTo(receiver.url)], (draft) => {
            draft.deliveries.set('dlv_9', deliveryNumber(9, { next_attempt_at: BEGIN + HOUR }))
          }),
        )
      }
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, store, account: present } = await begin(account)

    const ended = await advance(DAY).catch((error) => error)

    expect(ended.message).toMatch(/was reset/)
    expect((await present()).deliveries.get('dlv_9')?.attempts).toEqual([])
  })

  it('ends when the account is removed, and says so', async () => {
    const receiver = await startReceiver(async (_, response) => {
      await store.remove('acc_a')
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, store } = await begin(account)

    const ended = await advance(7 * DAY).catch((error) => error)

    expect(ended.message).toMatch(/acc_a was removed while its clock was being advanced/)
  })

  it('never sets the clock back, whatever is overdue', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)], (draft) => {
      draft.clock.frozenAt = BEGIN
      draft.deliveries.set('dlv_0', deliveryNumber(0, { next_attempt_at: BEGIN - DAY }))
    })
    const { advance, account: present } = await begin(account)

    await advance(HOUR)

    expect((await present()).deliveries.get('dlv_0')?.attempts).toMatchObject([{ at: BEGIN }])
  })

  it('puts off what goes to a receiver that is too slow, and sends it afterwards', async () => {
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

  it('goes on beside the start of the scheduler', async () => {
    const receiver = await startReceiver((_, response, count) => {
      if (count === 1) simulation.start()
      // Two requests later the scheduler has looked.
      setImmediate(() => setImmediate(() => response.end()))
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, simulation } = await begin(account)

    const { runs } = await advance(7 * DAY)

    expect(runs).toBe(7)
  })

  it('makes up for one day of downtime at most', async () => {
    const account = accountOf([campaign('cmp_a', { frequency: 'hourly' })])
    const { advance, pass } = await begin(account)
    pass(90 * DAY)

    const { runs } = await advance(HOUR)

    expect(runs).toBe(25)
  })

  it('begins with the time that the clock shows after a start with an earlier one', async () => {
    const account = accountOf([campaign('cmp_a')], [], (draft) => {
      draft.simulated_until = BEGIN + 90 * DAY
    })
    const { advance, now } = await begin(account)

    const { runs, from, to } = await advance(2 * DAY)

    expect({ runs, from, to }).toEqual({ runs: 2, from: BEGIN, to: BEGIN + 2 * DAY })
    expect(await now()).toBe(BEGIN + 2 * DAY)
  })

  it('goes on from what the one before came to when two are asked for at once', async () => {
    const { advance, now } = await begin(accountOf([campaign('cmp_a')]))

    const both = await Promise.all([advance(2 * DAY), advance(3 * DAY)])

    expect(both.map(({ runs }) => runs)).toEqual([2, 3])
    expect(both[1]).toMatchObject({ from: BEGIN + 2 * DAY, to: BEGIN + 5 * DAY })
    expect(await now()).toBe(BEGIN + 5 * DAY)
  })

  it('stays at what has happened when the sandbox closes, and the next one runs on from there', async () => {
    let closed: Promise<void> | undefined
    const receiver = await startReceiver((_, response, count) => {
      if (count === 3) closed = close()
      else response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, close, store } = await begin(account)

    const cut = await advance(7 * DAY).catch((error) => error)
    await closed
    receiver.status = 200
    const next = await begin(account, store)
    const shown = await next.now()
    next.pass(HOUR)

    expect(cut.message).toMatch(
      /The sandbox was closed while the clock of acc_a was being advanced/,
    )
    expect(Math.floor((shown - BEGIN) / DAY)).toBe(2)
    expect(await next.now()).toBe(shown + HOUR)
    expect([...(await next.account()).deliveries.values()].map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'pending',
    ])
  })
})

describe('a clock that is set back', () => {
  it('leaves what waits for a retry to wait as long as before', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')], (draft) => {
      draft.deliveries.set('dlv_0', deliveryNumber(0, { next_attempt_at: BEGIN + HOUR }))
    })
    const { simulation, account: present } = await begin(account)

    await simulation.set('acc_a', { now: BEGIN - 300 * DAY })

    const [delivery] = [...(await present()).deliveries.values()]
    expect(delivery?.next_attempt_at).toBe(BEGIN - 300 * DAY + HOUR)
  })

  it('puts nothing off for longer than a receiver may when it is so by a start with an earlier time', async () => {
    const account = accountOf([], [webhookTo('http://localhost:9/hook')], (draft) => {
      const next_attempt_at = BEGIN + 300 * DAY
      draft.deliveries.set('dlv_0', deliveryNumber(0, { next_attempt_at }))
    })
    const { started, account: present } = await begin(account)

    await started()

    expect((await present()).deliveries.get('dlv_0')?.next_attempt_at).toBe(BEGIN + DAY)
  })
})

it('lets others have a turn after each run', async () => {
  const { advance } = await begin(accountOf([campaign('cmp_a'), campaign('cmp_b')]))
  await advance(DAY)

  const turns = await turnsDuring(() => advance(50 * DAY))

  expect(turns).toBeGreaterThanOrEqual(100)
})
