import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { buildAccount } from '../../test/support/fixtures.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { START } from '../../test/support/sandbox.ts'
import type { Caller } from '../accounts/account.ts'
import { type Quota, QuotaCounter } from '../runtime/quota.ts'
import { createClock } from '../time/clock.ts'
import { DAY_MS, HOUR_MS } from '../time/duration.ts'
import type { Database } from './database.ts'
import { QuotaTable } from './quota-table.ts'
import { PostgresQuotas } from './quotas.ts'

type Head = Caller['account']

/** Replicas that share a database and one account, whose clock is frozen and moved. */
async function replicas(count: number, limit: number) {
  const database = await testDatabase()
  const origin = { now: START, seed: 1, document: DOCUMENT }
  const account = buildAccount(
    { id: 'acc_a', keys: [{ token: 'svc_test_a', rate_limit: limit }] },
    origin,
  )
  const revisions = new WeakMap<object, number>()
  const headAt = (frozenAt: number, revision: number): Head => {
    const head = { ...account, clock: { offsetMs: 0, frozenAt } }
    revisions.set(head, revision)
    return head
  }
  const state = { head: headAt(START, 1) }
  const store = {
    readHead: async () => state.head,
    clockRevisionOf: (head: object) => revisions.get(head) as number,
  }
  const clock = createClock({ wallTime: () => START })
  const open = async (sql: Database) =>
    new PostgresQuotas({ sql, document: DOCUMENT, clock, store }, true)
  const databases: Database[] = []
  for (let n = 0; n < count; n++) databases.push(await database.open({ poolSize: 4 }))
  const quotas = await Promise.all(databases.map(open))
  const [key] = Object.values(account.keys) as [Caller['key']]
  return {
    databases,
    quotas,
    store,
    /** Sets the clock; charges that are under way have read the earlier one. */
    setClock: (time: number) => {
      state.head = headAt(time, store.clockRevisionOf(state.head) + 1)
    },
    now: () => clock.of(state.head),
    charge: (replica: number, head: Head = state.head) =>
      (quotas[replica % count] as PostgresQuotas).chargeKey(
        { account: head, key, session: undefined },
        clock.of(head),
      ),
    head: () => state.head,
  }
}

describe.skipIf(!postgres.isAvailable)('quotas on PostgreSQL', () => {
  it('are those of QuotaCounter, for any history of one caller', async () => {
    const sql = await (await testDatabase()).open()
    const moves = fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, DAY_MS, -1, -HOUR_MS, -DAY_MS)
    const step = fc.record({
      move: moves,
      hour: fc.integer({ min: 0, max: 4 }),
      day: fc.integer({ min: 0, max: 6 }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, enforced) => {
        const counter = new QuotaCounter({ enforced })
        const table = new QuotaTable(sql, enforced)
        const caller = { kind: 'key', accountId: 'acc_a', caller: `key_${run++}` } as const
        let now = START
        for (const { move, ...limits } of steps) {
          now += move
          const peeked = await table.peek(caller, limits, now)
          expect(peeked).toEqual(counter.peek('key', limits, now))
          const charged = await table.charge(caller, { limits, now, revision: 0 })
          expect(charged).toEqual(counter.charge('key', limits, now))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('never allow more than the limit in a window, and all of it, on several replicas while the clock moves', async () => {
    const storm = fc.array(
      fc.record({
        moves: fc.array(fc.constantFrom(1, 60_000, HOUR_MS, 5 * HOUR_MS, -HOUR_MS, -DAY_MS), {
          maxLength: 3,
        }),
        charges: fc.integer({ min: 1, max: 16 }),
        isReset: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(storm, async (storms) => {
        const { quotas, charge, setClock, now } = await replicas(3, 5)
        // Different times, so that each window can be recognized by its end.
        let tick = 0
        const seen: Quota[] = []
        for (const { moves, charges, isReset } of storms) {
          const underWay = Array.from({ length: charges }, async (_, n) =>
            seen.push(await charge(n)),
          )
          for (const move of moves) {
            setClock(now() + move + tick++)
            underWay.push(
              ...Array.from({ length: charges }, async (_, n) => seen.push(await charge(n))),
            )
            await Promise.race(underWay)
          }
          await Promise.all(underWay)
          if (!isReset) continue
          await quotas[0]?.forget('acc_a')
          setClock(now() + 1000 + tick++)
        }

        const windows = new Map<number, Quota[]>()
        for (const quota of seen) {
          windows.set(quota.endsAt, [...(windows.get(quota.endsAt) ?? []), quota])
        }
        for (const charged of windows.values()) {
          const allowed = charged.filter((quota) => quota.allowed)
          expect(allowed.length).toBe(Math.min(5, charged.length))
          const left = allowed.map(({ remaining }) => remaining).sort((a, b) => b - a)
          expect(left).toEqual([4, 3, 2, 1, 0].slice(0, allowed.length))
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  it('charge by the present clock when the sent one is older', async () => {
    const { charge, setClock, head } = await replicas(2, 5)
    const before = head()
    setClock(START + DAY_MS)
    await charge(0)

    const late = await charge(1, before)

    expect(late).toMatchObject({ remaining: 3, endsAt: START + DAY_MS + HOUR_MS })
  })

  it('open a window again if the clock was set back, but not if the machine was', async () => {
    const sql = await (await testDatabase()).open()
    const table = new QuotaTable(sql, true)
    const charged = (caller: string, now: number, revision: number) =>
      table.charge(
        { kind: 'key', accountId: 'acc_a', caller },
        { limits: { hour: 1, day: 1 }, now, revision },
      )
    for (const caller of ['set', 'jumped']) await charged(caller, START, 1)

    expect(await charged('set', START - DAY_MS, 2)).toMatchObject({ allowed: true })
    expect(await charged('jumped', START - DAY_MS, 1)).toMatchObject({ allowed: false })
  })

  it('forget one account only, and all', async () => {
    const { quotas, charge } = await replicas(2, 5)
    const [one, other] = quotas as [PostgresQuotas, PostgresQuotas]
    await charge(0)
    await one.chargeAddress('203.0.113.1', START)

    await other.forget('acc_other')
    expect([await one.remembers('acc_a'), await one.remembers('acc_')]).toEqual([true, false])
    await other.forget('acc_a')
    expect(await one.remembers('acc_a')).toBe(false)
    const used = (await one.peekAddress('203.0.113.1', START)).remaining
    await other.clear()

    expect((await one.peekAddress('203.0.113.1', START)).remaining).toBe(used + 1)
  })

  it('of addresses count a subnet together, on all replicas', async () => {
    const { quotas } = await replicas(2, 5)
    const [one, other] = quotas as [PostgresQuotas, PostgresQuotas]
    const first = await one.chargeAddress('2001:db8::1', START)

    const second = await other.chargeAddress('2001:db8::2', START)

    expect(second.remaining).toBe(first.remaining - 1)
  })

  it('forget addresses whose windows are over', async () => {
    const sql = await (await testDatabase()).open()
    const table = new QuotaTable(sql, true)
    const limits = { hour: 5, day: 9 }
    for (const [caller, now] of [
      ['old', START],
      ['new', START + 1],
    ] as const) {
      await table.charge({ kind: 'address', accountId: '', caller }, { limits, now, revision: 0 })
    }

    await table.tidy('address', START + DAY_MS)

    const left = await sql.query<{ caller: string }>('SELECT caller FROM sandbox.quota')
    expect(left.map(({ caller }) => caller)).toEqual(['new'])
  })
})

describe.skipIf(!postgres.isAvailable)('throttling on PostgreSQL', () => {
  it('begins on all replicas when an address has used up its quota on any', async () => {
    const { quotas } = await replicas(2, 5)
    const [one, other] = quotas as [PostgresQuotas, PostgresQuotas]
    const address = '203.0.113.1'
    const allowed = (quota: PostgresQuotas, credential: string, at: number) =>
      quota.throttle.allows(credential, address, at)
    expect(await allowed(other, 'new', START)).toBe(true)
    for (let n = 0; n < DOCUMENT.limits('Anonymous').hour; n++)
      await one.chargeAddress(address, START)

    for (const replica of [one, other]) {
      expect(await allowed(replica, 'a', START)).toBe(true)
      expect(await allowed(replica, 'b', START + 999)).toBe(false)
    }
  })

  it('checks one new credential a second while the database is away', async () => {
    const { quotas, databases } = await replicas(1, 5)
    const [{ throttle }] = quotas as [PostgresQuotas]
    throttle.noteSuccess('known', '203.0.113.1')
    await databases[0]?.close()
    const allowed = (credential: string, at: number) =>
      throttle.allows(credential, '203.0.113.1', at)

    expect(await allowed('known', START)).toBe(true)
    expect(await allowed('a', START)).toBe(true)
    expect([await allowed('b', START), await allowed('b', START + 999)]).toEqual([false, false])
    expect(await allowed('b', START + 1000)).toBe(true)
  })
})
