import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { START } from '../../test/support/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { keyFor } from '../accounts/key.ts'
import { MAX_USAGE_DAYS, noUsage } from '../accounts/usage.ts'
import { silentLog } from '../log.ts'
import { createClock } from '../time/clock.ts'
import { DAY_MS } from '../time/duration.ts'
import { PostgresStore } from './postgres-store.ts'
import { PostgresUsageCounter } from './usage.ts'

/** Two replicas, whose time between writes ends when the test says so. */
async function replicas() {
  const database = await testDatabase()
  const origin = { now: START, seed: 1, document: DOCUMENT }
  const built = buildAccount({ id: 'acc_a', keys: [{ token: 'svc_test_a' }] }, origin)
  const made = { made_by: 'signup', fixture: null, created_at: START, seen_at: START } as const
  const account: Account = { ...built, origin: made }
  const failure = vi.fn()
  const resumes: (() => void)[] = []
  const time = { passed: 7 }
  const open = async () => {
    const sql = await database.open()
    const closing = new AbortController()
    const clock = {
      ...createClock({ wallTime: () => START + time.passed }),
      pause: () => new Promise<void>((resolve) => resumes.push(resolve)),
    }
    const parts = { sql, clock, log: { ...silentLog, failure }, closing: closing.signal }
    onTestFinished(() => {
      closing.abort()
      for (const resume of resumes) resume()
    })
    return { sql, closing, usage: new PostgresUsageCounter(parts), store: new PostgresStore(sql) }
  }
  const [one, other] = [await open(), await open()]
  await one.store.add(account)
  const [key] = Object.values(account.keys) as [Account['keys'][string]]
  return { one, other, resumes, failure, account, time, caller: { account, key } }
}

describe.skipIf(!postgres.isAvailable)('usage on PostgreSQL', () => {
  it('is the sum of what all replicas counted, without a change of the account', async () => {
    const { one, other, account, caller } = await replicas()
    const before = await one.store.readHead('acc_a')
    for (const { usage } of [one, other]) {
      usage.count(caller, START, 200)
      usage.count(caller, START + 1, 429)
      usage.count(caller, START + DAY_MS, 503)
    }
    await Promise.all([one.usage.flush(), other.usage.flush()])
    other.usage.touch(caller, START + DAY_MS + 5)
    await other.usage.flush()

    const used = await one.usage.usageOf(account)

    expect(used).toEqual({
      [caller.key.id]: {
        last_used_at: START + DAY_MS + 5,
        days: {
          '2026-01-15': { requests: 4, rate_limited: 2, client_errors: 2, server_errors: 0 },
          '2026-01-16': { ...noUsage(), requests: 2, server_errors: 2 },
        },
      },
    })
    expect(await one.store.readHead('acc_a')).toBe(before)
    expect(await one.usage.seenAt(account)).toBe(START + 7)
    expect(await one.usage.seenAt({ ...account, origin: null })).toBe(0)
  })

  it('shows the last use by the time of the server, also on a clock that was set back', async () => {
    const { one, other, account, caller, time } = await replicas()
    one.usage.count(caller, START + DAY_MS, 200)
    await one.usage.flush()
    time.passed += 1
    other.usage.count(caller, START, 200)
    await other.usage.flush()

    const used = await one.usage.usageOf(account)

    expect(used[caller.key.id]?.last_used_at).toBe(START)
  })

  it('is written some seconds after the first request, once', async () => {
    const { one, resumes, account, caller } = await replicas()
    const query = vi.spyOn(one.sql, 'query')
    one.usage.count(caller, START, 200)
    one.usage.count(caller, START, 200)
    expect([resumes.length, query.mock.calls.length]).toEqual([1, 0])

    resumes[0]?.()
    await expect.poll(() => one.usage.usageOf(account)).not.toEqual({})

    expect(resumes).toHaveLength(1)
  })

  it('of a key that has the id of a deleted one is its own', async () => {
    const { one, account, caller } = await replicas()
    one.usage.count(caller, START, 200)
    await one.usage.flush()
    const { id, name, type, permissions, created_at } = caller.key
    const key = keyFor('svc_test_other', { id, name, type, permissions, created_at })

    expect(await one.usage.usageOf({ ...account, keys: { [id]: key } })).toEqual({})
  })

  it('is dropped if the account was removed meanwhile, and forgotten with it', async () => {
    const { one, other, account, caller, failure } = await replicas()
    one.usage.count(caller, START, 200)
    await one.usage.flush()
    expect(await other.usage.remembers('acc_a')).toBe(true)

    await one.store.remove('acc_a')
    await other.usage.forget('acc_a')
    one.usage.count(caller, START, 200)
    await one.usage.flush()

    expect(await other.usage.remembers('acc_a')).toBe(false)
    expect(await one.usage.usageOf(account)).toEqual({})
    expect(await one.usage.seenAt(account)).toBe(START)
    expect(failure).not.toHaveBeenCalled()
  })

  it('is kept for the newest days only', async () => {
    const { one, account, caller } = await replicas()
    for (let day = 0; day < MAX_USAGE_DAYS; day++)
      one.usage.count(caller, START + day * DAY_MS, 200)
    await one.usage.flush()
    for (let day = 0; day < 3; day++) {
      one.usage.count(caller, START + (MAX_USAGE_DAYS + day) * DAY_MS, 200)
    }
    await one.usage.flush()

    const { days } = (await one.usage.usageOf(account))[caller.key.id] ?? { days: {} }
    expect(Object.keys(days)).toHaveLength(MAX_USAGE_DAYS)
    expect(Object.keys(days)[0]).toBe('2026-01-18')
    const [rows] = await one.sql.query('SELECT count(*) AS count FROM sandbox.key_day')
    expect(rows).toEqual({ count: MAX_USAGE_DAYS })
  })

  it('logs a failure, and writes later counts', async () => {
    const { one, account, caller, failure } = await replicas()
    const outage = new Error('The database is down.')
    vi.spyOn(one.sql, 'query').mockRejectedValueOnce(outage)
    one.usage.count(caller, START, 200)
    await one.usage.flush()
    expect(failure).toHaveBeenCalledExactlyOnceWith(expect.any(String), outage)

    one.usage.count(caller, START + 1, 200)
    one.closing.abort()
    await one.usage.flush()

    const used = await one.usage.usageOf(account)
    expect(used[caller.key.id]?.days['2026-01-15']?.requests).toBe(1)
  })
})
