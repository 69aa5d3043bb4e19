import { beforeEach, onTestFinished } from 'vitest'
import type { Account } from '../../src/accounts/account.ts'
import type { Campaign } from '../../src/accounts/campaign.ts'
import type { Delivery } from '../../src/accounts/delivery.ts'
import { EVENT_KINDS } from '../../src/accounts/event.ts'
import { readConfig } from '../../src/config.ts'
import { type Log, silentLog } from '../../src/log.ts'
import { settleBeforeChange } from '../../src/simulation/last-run.ts'
import { Simulation } from '../../src/simulation/simulation.ts'
import { TouchedAccounts } from '../../src/store/account-storage.ts'
import type { EventLog, EventLogLimits } from '../../src/store/events/event-log.ts'
import { LocalEventLog } from '../../src/store/events/local-event-log.ts'
import { openMemoryStore } from '../../src/store/memory-store.ts'
import { createClock } from '../../src/time/clock.ts'
import { Dispatcher } from '../../src/webhooks/dispatcher.ts'
import { addWhole } from './event-rows.ts'
import type { Received } from './receiver.ts'
import { accountWith, BEGIN, webhookTo } from './records/deliveries.ts'

export function campaign(id: string, parts: Partial<Campaign> = {}): Campaign {
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

export const everything = (url: string) => webhookTo(url, { events: [...EVENT_KINDS] })
export const completions = (url: string) => webhookTo(url, { events: ['campaign.completed'] })

export function accountOf(
  campaigns: Campaign[],
  webhooks: Parameters<typeof accountWith>[0] = [],
  change: (account: Account) => void = () => {},
): Account {
  const account = accountWith(webhooks)
  for (const each of campaigns) account.campaigns.set(each.id, each)
  change(account)
  return account
}

/** Simulations in the tests of a file. Each test has stores of its own. */
export function simulations() {
  let touched: TouchedAccounts
  beforeEach(() => {
    touched = new TouchedAccounts()
  })

  const memoryStore = (limits: Partial<EventLogLimits> = {}) => openMemoryStore({ touched, limits })

  /** The simulation of one account. Only the test moves the server's time and triggers ticks. */
  async function begin(
    account: Account,
    store = memoryStore(),
    log: Log = silentLog,
    events: EventLog = new LocalEventLog(store),
  ) {
    let time = BEGIN
    let elapsed = 0
    let look = () => {}
    let looked = () => {}
    let endWait = () => {}
    const clock = {
      ...createClock({ wallTime: () => time }),
      elapsed: () => elapsed,
      // On a busy machine, an attempt may take longer than its limit, and than an advance waits for it.
      limit: () => () => {},
      wait: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal?.aborted) resolve()
          else signal?.addEventListener('abort', () => resolve())
          endWait = resolve
        }),
      pause: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          look = resolve
          signal?.addEventListener('abort', () => resolve())
          looked()
        }),
    }
    const closing = new AbortController()
    const dispatcher = new Dispatcher({ store, events, clock, config: readConfig(), log })
    const allKinds = new Set(EVENT_KINDS)
    const kinds = () => allKinds
    const parts = { store, events, clock, log, dispatcher, kinds, touched, closing: closing.signal }
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
      /** Ends the wait that began last. */
      endWait: () => endWait(),
      /** Makes durations that are being measured longer. */
      takeLong(ms: number) {
        elapsed += ms
      },
      advance: (target: number | 'next_run') =>
        simulation.advances.begin('acc_a', { target }).ended,
      events,
      /** Adds deliveries in any state. */
      hold: (added: Delivery[]) => addWhole(store, added),
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

  return { begin, memoryStore }
}

export const completedIn = (received: Received[]) =>
  received
    .map(({ event }) => event)
    .filter(({ type }) => type === 'campaign.completed')
    .map(({ timestamp, data }) => ({ at: Date.parse(timestamp), campaign: data.campaign_id }))
