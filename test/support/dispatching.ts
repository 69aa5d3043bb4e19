import { onTestFinished } from 'vitest'
import type { Account } from '../../src/accounts/account.ts'
import type { Delivery } from '../../src/accounts/delivery.ts'
import type { Webhook } from '../../src/accounts/webhook.ts'
import { readConfig } from '../../src/config.ts'
import { type Log, silentLog } from '../../src/log.ts'
import { AccountStore } from '../../src/store/account-store.ts'
import type { EventLog } from '../../src/store/events/event-log.ts'
import { LocalEventLog } from '../../src/store/events/local-event-log.ts'
import { openMemoryStore } from '../../src/store/memory-store.ts'
import type { Store } from '../../src/store/store.ts'
import { type Clock, createClock } from '../../src/time/clock.ts'
import { Dispatcher } from '../../src/webhooks/dispatcher.ts'
import type { Tally } from '../../src/webhooks/pace.ts'
import { addWhole } from './event-rows.ts'
import type { Receiver } from './receiver.ts'
import { accountWith, BEGIN } from './records/deliveries.ts'

interface Setting {
  webhooks?: Webhook[]
  held?: Delivery[]
  store?: Store
  /** The store behind `store`, if that is another one. */
  own?: AccountStore
  events?: EventLog
  log?: Log
  clock?: Partial<Clock>
}

/** A dispatcher for one account whose clock only the test moves. */
export async function startDispatcher({ webhooks = [], held = [], ...parts }: Setting) {
  const store = parts.store ?? openMemoryStore()
  const own = parts.own ?? (store instanceof AccountStore ? store : openMemoryStore())
  const events = parts.events ?? new LocalEventLog(own)
  let now = BEGIN
  const clock = { ...createClock(), of: () => now, ...parts.clock }
  const log = parts.log ?? silentLog
  const config = readConfig()
  const dispatcher = new Dispatcher({ store, events, clock, config, log })
  onTestFinished(() => dispatcher.close())
  const account = accountWith(webhooks)
  if (!(await store.has(account.id))) await store.add(account)
  if (held.length > 0) addWhole(own, held)
  return {
    store,
    dispatcher,
    advance(ms: number) {
      now += ms
    },
    /** Resolves with the results of all accounts meanwhile. */
    kick: async (accountId = 'acc_a'): Promise<Tally> => {
      const before = { ...dispatcher.totals }
      await dispatcher.kick(accountId)
      const { delivered, failed_attempts, given_up } = dispatcher.totals
      return {
        delivered: delivered - before.delivered,
        failed_attempts: failed_attempts - before.failed_attempts,
        given_up: given_up - before.given_up,
      }
    },
    events,
    add: async (more: Delivery[], accountId?: string) => addWhole(own, more, accountId),
    account: () => store.read('acc_a'),
    delivery: async (id = 'dlv_0') => (await events.find('acc_a', id)) as Delivery,
    statuses: async () => (await heldIn(events)).map(({ status }) => status),
    change: (change: (account: Account) => void) => store.update('acc_a', change),
  }
}

/** A store that changes accounts otherwise. */
export function storeLike(store: Store, update: Store['update']): Store {
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

export const numbersOf = ({ received }: Receiver) => received.map(({ event }) => event.data.number)

/** Oldest first. */
export async function heldIn(events: EventLog): Promise<Delivery[]> {
  const { items } = await events.deliveries('acc_a', {}, { limit: 10_000, offset: 0 })
  return items.reverse()
}
