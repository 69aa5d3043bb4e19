import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { START } from '../../test/support/sandbox.ts'
import { HOUR_MS } from '../time/duration.ts'
import { PostgresStore } from './postgres-store.ts'
import { PostgresSignUps } from './sign-ups.ts'

const LIMITS = { hour: 7, day: 9 }

async function replicas() {
  const database = await testDatabase()
  const [sql, second] = [await database.open(), await database.open()]
  const store = new PostgresStore(sql)
  const add = async (id: string, seen_at: number | null) => {
    const account = buildAccount({ id, keys: [] }, { now: START, seed: 1, document: DOCUMENT })
    const origin = { made_by: 'signup', fixture: null, created_at: START } as const
    await store.add({ ...account, origin: seen_at === null ? null : { ...origin, seen_at } })
  }
  return {
    sql,
    store,
    add,
    one: new PostgresSignUps(sql, LIMITS),
    other: new PostgresSignUps(second, LIMITS),
  }
}

async function idle(signUps: PostgresSignUps, time: number): Promise<string[]> {
  const found: string[] = []
  for await (const id of signUps.idleSince(time)) found.push(id)
  return found.sort()
}

describe.skipIf(!postgres.isAvailable)('sign-ups on PostgreSQL', () => {
  it('are limited for an address on all replicas together', async () => {
    const { one, other } = await replicas()
    const charges = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? one : other).charge('203.0.113.1', START),
    )

    const allowed = (await Promise.all(charges)).filter((quota) => quota.allowed)

    expect(allowed).toHaveLength(LIMITS.hour)
    expect((await one.charge('203.0.113.2', START)).allowed).toBe(true)
    expect((await other.charge('203.0.113.1', START + HOUR_MS)).allowed).toBe(true)
  })

  it('get as many places as there are, on all replicas together', async () => {
    const { one, other, add } = await replicas()
    await add('acc_fixture', null)
    await add('acc_visitor', START)

    const tries = Array.from({ length: 9 }, (_, n) => (n % 2 ? one : other).reserve(4))
    const releases = (await Promise.all(tries)).filter((release) => release !== undefined)
    expect(releases).toHaveLength(3)
    expect(await one.reserve(4)).toBeUndefined()

    await releases[0]?.()

    expect(await other.reserve(4)).toBeDefined()
  })

  it('give back the places of a replica that was killed', async () => {
    const { one, other, sql } = await replicas()
    await one.reserve(1)
    expect(await other.reserve(1)).toBeUndefined()

    await sql.query("UPDATE sandbox.sign_up SET reserved_at = now() - interval '61 seconds'")

    expect(await other.reserve(1)).toBeDefined()
  })

  it('know the accounts of visitors that are idle', async () => {
    const { one, add, sql } = await replicas()
    await add('acc_fixture', null)
    await add('acc_idle', START)
    await add('acc_used', START)
    await add('acc_new', START + 10)
    await sql.query(
      "INSERT INTO sandbox.key_day VALUES ('acc_used', 'hash', 1, 0, $1, 1, 0, 0, 0)",
      [START + 6],
    )

    expect(await idle(one, START - 1)).toEqual([])
    expect(await idle(one, START + 5)).toEqual(['acc_idle'])
    expect(await idle(one, START + 6)).toEqual(['acc_idle', 'acc_used'])
  })
})
