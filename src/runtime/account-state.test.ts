import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { inMemory, rowsOf } from '../../test/support/event-rows.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { START } from '../../test/support/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { PostgresEventLog } from '../postgres/postgres-event-log.ts'
import { PostgresStore } from '../postgres/postgres-store.ts'
import { PostgresQuotas } from '../postgres/quotas.ts'
import { PostgresReceivers } from '../postgres/receivers.ts'
import { PostgresRequestLog } from '../postgres/request-log.ts'
import { PostgresSnapshots } from '../postgres/snapshots.ts'
import { PostgresUsageCounter } from '../postgres/usage.ts'
import { AccountStore } from '../store/account-store.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { PLAIN } from '../store/secret-box.ts'
import type { Store } from '../store/store.ts'
import { createClock } from '../time/clock.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountStateRegistry, type AccountStates } from './account-state.ts'
import { DATABASE_LIMITS, MEMORY_LIMITS, Moments } from './moments.ts'
import { LocalQuotas, type Quotas } from './quotas.ts'
import { LocalReceivers, type Receivers } from './receivers.ts'
import { LocalRequestLog, type RequestLog } from './request-log.ts'
import { LocalSnapshots, type Snapshots } from './snapshots.ts'
import { BufferedUsageCounter, type UsageCounter } from './usage.ts'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))

/** The stores of one kind, and the states on them. */
type Opened = Omit<AccountStates, 'deliveries'> & {
  store: Store
  quotas: Quotas
  usage: UsageCounter
  requests: RequestLog
  receivers: Receivers
  snapshots: Snapshots
  moments: Moments
}

const running = () => {
  const clock = createClock({ wallTime: () => START })
  return { clock, log: silentLog, closing: new AbortController().signal, document: DOCUMENT }
}

async function openLocal(): Promise<Opened> {
  const store = openMemoryStore()
  const events = new LocalEventLog(store)
  const kept = { ...running(), store, events, snapshots: new LocalSnapshots(store) }
  return {
    store,
    moments: new Moments(kept, MEMORY_LIMITS),
    quotas: new LocalQuotas(DOCUMENT, true),
    usage: new BufferedUsageCounter({ store, ...running() }),
    requests: new LocalRequestLog(),
    receivers: new LocalReceivers(store),
    snapshots: new LocalSnapshots(store),
  }
}

async function openShared(): Promise<Opened> {
  const database = await (await testDatabase()).open()
  const store = new PostgresStore(database)
  const parts = { ...running(), sql: database, database, store }
  const snapshots = new PostgresSnapshots(database, PLAIN, { moments: true })
  const kept = { ...parts, events: new PostgresEventLog(database), snapshots }
  return {
    store,
    moments: new Moments(kept, DATABASE_LIMITS),
    quotas: new PostgresQuotas(parts, true),
    usage: new PostgresUsageCounter(parts),
    requests: new PostgresRequestLog(parts),
    receivers: new PostgresReceivers(database, store),
    snapshots: new PostgresSnapshots(database),
  }
}

const openers: [string, boolean, () => Promise<Opened>][] = [
  ['in memory', true, openLocal],
  ['on PostgreSQL', postgres.isAvailable, openShared],
]

it('registers every kind of account state', async () => {
  const { states } = await remembering(openLocal)
  const kinds = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .flatMap((text) => text.match(/(?:extends|implements) AccountState\b/g) ?? [])

  expect(kinds).toHaveLength(Object.keys(states).length)
})

describe.each(openers)('the states of accounts %s', (_name, isAvailable, open) => {
  it.skipIf(!isAvailable)(
    'forgets all state of a removed account and no state of others',
    async () => {
      const { store, registry, left } = await remembering(open)
      expect(await left('acc_a')).toHaveLength(7)

      await registry.remove('acc_a')

      expect(await store.has('acc_a')).toBe(false)
      expect(await left('acc_a')).toEqual([])
      expect(await left('acc_b')).toHaveLength(7)
    },
  )

  it.skipIf(!isAvailable).each([
    ['reset', ['moments', 'snapshots']],
    ['resetWithOwnKeys', ['moments', 'usage', 'snapshots']],
    ['restore', ['moments', 'usage', 'requests', 'snapshots']],
  ] as const)('forgets on %s all state except %j', async (occasion, survivors) => {
    const { registry, left } = await remembering(open)

    await registry.forget('acc_a', occasion)

    expect(await left('acc_a')).toEqual(survivors)
    expect(await left('acc_b')).toHaveLength(7)
  })
})

/** Two accounts with every kind of state. */
async function remembering(open: () => Promise<Opened>) {
  const { store, ...opened } = await open()
  const { quotas, usage, requests, receivers, snapshots, moments } = opened
  const { clock, log } = running()
  const events = store instanceof AccountStore ? new LocalEventLog(store) : inMemory().log
  const dispatcher = new Dispatcher({ store, events, clock, config: readConfig(), log })
  onTestFinished(() => dispatcher.close())
  const states: AccountStates = { ...opened, deliveries: dispatcher }
  for (const id of ['acc_a', 'acc_b']) {
    const origin = { now: START, seed: 1, document: DOCUMENT }
    const account = buildAccount({ id, keys: [{ token: `svc_test_${id}` }] }, origin)
    await store.add(account)
    const [key] = Object.values(account.keys) as [Account['keys'][string]]
    const head = await store.readHead(id)
    await quotas.chargeKey({ account: head, key, session: undefined }, START)
    usage.count({ account, key }, START, 200)
    requests.add({ accountId: id, url: '/', requestHeaders: {}, responseHeaders: {} } as never)
    await receivers.setAnswers(id, [{ status: 500, delay_ms: 0 }])
    await events.add(id, rowsOf(1))
    const timesOf = () => ({ savedAt: START, shows: START })
    await snapshots.save(id, 'before', { rows: '', timesOf })
    await moments.keep(head, 'reset')
  }
  const left = async (accountId: string) => {
    const found = await Promise.all(
      Object.entries(states).map(async ([name, state]) =>
        (await state.remembers(accountId)) ? [name] : [],
      ),
    )
    return found.flat()
  }
  return { store, states, registry: new AccountStateRegistry(store, states), left }
}
