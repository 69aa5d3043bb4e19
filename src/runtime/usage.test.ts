import { expect, it, onTestFinished, vi } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { START } from '../../test/support/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { addUsage, type KeyUsage, MAX_USAGE_DAYS, noUsage } from '../accounts/usage.ts'
import { type Log, silentLog } from '../log.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'
import { BufferedUsageCounter } from './usage.ts'

async function counting(log: Log = silentLog) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const store = openMemoryStore()
  const origin = { now: START, seed: 1, document: DOCUMENT }
  const account = buildAccount({ id: 'acc_a', keys: [{ token: 'svc_test_a' }] }, origin)
  await store.add(account)
  const update = vi.spyOn(store, 'update')
  const closing = new AbortController()
  const clock = createClock({ wallTime: () => START })
  // The real one takes no notice of fake timers.
  const pause = vi.spyOn(clock, 'pause').mockImplementation((ms, signal) => {
    return new Promise((resolve) => {
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => resolve())
    })
  })
  const usage = new BufferedUsageCounter({
    store,
    clock,
    log,
    closing: closing.signal,
  })
  const [key] = Object.values(account.keys) as [Account['keys'][string]]
  /** How many times it waited, and whether it still does. */
  const pauses = () => pause.mock.settledResults.map(({ type }) => type)
  return { store, update, usage, closing, pauses, caller: { account, key } }
}

it('writes many requests together, some seconds after the first, and nothing without requests', async () => {
  const { store, update, usage, pauses, caller } = await counting()
  for (let n = 0; n < 500; n++) usage.count(caller, START + n, 200)
  await vi.advanceTimersByTimeAsync(4_000)
  for (let n = 500; n < 1000; n++) usage.count(caller, START + n, 200)
  expect(update).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1_000)
  await usage.flush()
  await vi.advanceTimersByTimeAsync(600_000)

  expect(update).toHaveBeenCalledTimes(1)
  const { usage: kept } = await store.read('acc_a')
  expect(kept[caller.key.id]).toEqual({
    last_used_at: START + 999,
    days: { '2026-01-15': { ...noUsage(), requests: 1000 } },
  })
  expect(pauses()).toEqual(['fulfilled'])
})

it('writes the remaining counts when the sandbox closes, without waiting', async () => {
  const { store, usage, closing, pauses, caller } = await counting()
  usage.count(caller, START, 503)

  closing.abort()
  await usage.close()

  const { usage: kept } = await store.read('acc_a')
  expect(kept[caller.key.id]?.days['2026-01-15']).toMatchObject({ requests: 1, server_errors: 1 })
  expect(pauses()).toEqual(['fulfilled'])
})

it('remembers the newest days only', () => {
  const usage: Record<string, KeyUsage> = {}
  for (let day = 0; day < MAX_USAGE_DAYS + 3; day++) {
    const date = new Date(START + day * 86_400_000).toISOString().slice(0, 10)
    addUsage(usage, 'key_a', { last_used_at: day, days: { [date]: { ...noUsage(), requests: 1 } } })
  }

  const days = Object.keys(usage.key_a?.days ?? {})
  expect(days).toHaveLength(MAX_USAGE_DAYS)
  expect(days[0]).toBe('2026-01-18')
})
