import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { START } from '../../test/support/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import { AccountStateRegistry, type AccountStates } from './account-state.ts'
import { LocalQuotas } from './quotas.ts'
import { LocalReceivers } from './receivers.ts'
import { LocalRequestLog } from './request-log.ts'
import { LocalSnapshots } from './snapshots.ts'
import { BufferedUsageCounter } from './usage.ts'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))

it('registers every kind of account state', async () => {
  const { states } = await remembering()
  const kinds = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .flatMap((text) => text.match(/(?:extends|implements) AccountState\b/g) ?? [])

  expect(kinds).toHaveLength(Object.keys(states).length)
})

it('forgets all state of a removed account and no state of others', async () => {
  const { store, registry, left } = await remembering()
  expect(await left('acc_a')).toHaveLength(6)

  await registry.remove('acc_a')

  expect(await store.has('acc_a')).toBe(false)
  expect(await left('acc_a')).toEqual([])
  expect(await left('acc_b')).toHaveLength(6)
})

it.each([
  ['reset', ['snapshots']],
  ['resetWithOwnKeys', ['usage', 'snapshots']],
  ['restore', ['usage', 'requests', 'snapshots']],
] as const)('forgets on %s all state except %j', async (occasion, survivors) => {
  const { registry, left } = await remembering()

  await registry.forget('acc_a', occasion)

  expect(await left('acc_a')).toEqual(survivors)
  expect(await left('acc_b')).toHaveLength(6)
})

/** Two accounts with every kind of state. */
async function remembering() {
  const store = openMemoryStore()
  const clock = createClock({ wallTime: () => START })
  const closing = new AbortController()
  const events = new LocalEventLog()
  const dispatcher = new Dispatcher({ store, events, clock, config: readConfig(), log: silentLog })
  onTestFinished(async () => {
    closing.abort()
    await dispatcher.close()
  })
  const quotas = new LocalQuotas(DOCUMENT, true)
  const usage = new BufferedUsageCounter({ store, clock, log: silentLog, closing: closing.signal })
  const requests = new LocalRequestLog()
  const receivers = new LocalReceivers(store)
  const snapshots = new LocalSnapshots(store)
  const states: AccountStates = {
    quotas,
    usage,
    requests,
    receivers,
    deliveries: dispatcher,
    snapshots,
  }
  for (const id of ['acc_a', 'acc_b']) {
    const origin = { now: START, seed: 1, document: DOCUMENT }
    const account = buildAccount({ id, keys: [{ token: `svc_test_${id}` }] }, origin)
    await store.add(account)
    const [key] = Object.values(account.keys) as [Account['keys'][string]]
    quotas.chargeKey({ account, key, session: undefined }, START)
    usage.count({ account, key }, START, 200)
    requests.add({ accountId: id, url: '/' } as never)
    receivers.setAnswers(id, [{ status: 500, delay_ms: 0 }])
    await dispatcher.kick(id)
    const timesOf = () => ({ savedAt: START, shows: START })
    await snapshots.save(id, 'before', { rows: '', timesOf })
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
