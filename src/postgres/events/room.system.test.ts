import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  eventOf,
  inMemory,
  rowsWith,
  shownBy,
} from '../../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import type { DeliveryRow, EventLog } from '../../store/events/event-log.ts'
import { DAY_MS, HOUR_MS } from '../../time/duration.ts'
import type { Database } from '../database.ts'
import { PostgresEventLog } from '../postgres-event-log.ts'

const LIMITS = { finished: 12, pending: 6, events: 15, bytes: 1_000_000 }

describe.skipIf(!postgres.isAvailable)('the room of an event log in PostgreSQL', () => {
  it('is made as in a log of files, whatever happens', async () => {
    const step = fc.record({
      /** Hours of the account's clock since the step before. */
      hours: fc.constantFrom(0, 0, 1, 5, 30),
      added: fc.integer({ min: 0, max: 5 }),
      hasWebhook: fc.boolean(),
      keepsAll: fc.boolean(),
      claimed: fc.integer({ min: 0, max: 4 }),
      changed: fc.integer({ min: 0, max: 4 }),
      status: fc.constantFrom('delivered', 'failed', 'pending'),
    })
    const steps = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' })
    const sql = await (await testDatabase()).open({ poolSize: 4 })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const logs = [inMemory(LIMITS).log, new PostgresEventLog(sql, { limits: LIMITS })] as const
        const claims = logs.map((): DeliveryRow[] => [])
        await logs[1].forget(ACCOUNT)
        let [at, number] = [0, 0]
        for (const { hours, added, hasWebhook, keepsAll, claimed, changed, status } of all) {
          at += hours * HOUR_MS
          const events = Array.from({ length: added }, () => eventOf(++number, { at }))
          const rows = { ...rowsWith(events, hasWebhook ? ['whk_a'] : []), keepsAll }
          const results = await both(logs, async (log, index) => {
            const givenUp = await log.add(ACCOUNT, rows)
            const mine = claims[index] as DeliveryRow[]
            mine.push(...(await log.claim(ACCOUNT, at, claimed)))
            const next_attempt_at = status === 'pending' ? at + DAY_MS : null
            const change = { status, next_attempt_at, attempt: attemptAt(at) } as const
            const keys = mine.splice(0, changed)
            // A change of nothing makes room only in files.
            const failed = keys.length > 0 ? await log.change(ACCOUNT, keys, () => change) : 0
            return { givenUp, failed, shown: await shownBy(log) }
          })
          expect(results[1]).toEqual(results[0])
          expect(await counted(sql)).toEqual(await counters(sql))
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
  }, 120_000)

  it('is made by bytes: finished deliveries with their events, and pending ones that are given up', async () => {
    const sql = await (await testDatabase()).open({ poolSize: 4 })
    const log = new PostgresEventLog(sql, { limits: { bytes: 20_000 } })
    const body = JSON.stringify({ text: 'x'.repeat(700) })
    const add = (from: number) =>
      log.add(ACCOUNT, rowsWith(Array.from({ length: 5 }, (_, n) => eventOf(from + n, { body }))))
    expect(await add(1)).toBe(0)
    expect(await add(6)).toBe(0)
    // Half of the bytes may wait: ten bodies.
    expect(await add(11)).toBeGreaterThan(0)
    const waiting = await log.pending(ACCOUNT)
    expect(waiting).toBeGreaterThan(7)
    for (let from = 16; from < 40; from += 5) {
      await add(from)
      const keys = await log.claim(ACCOUNT, 1e9, 100)
      await log.change(ACCOUNT, keys, () => ({
        ...{ status: 'delivered', next_attempt_at: null, attempt: attemptAt(1) },
      }))
      expect(await counted(sql)).toEqual(await counters(sql))
      expect((await counters(sql))?.bytes).toBeLessThanOrEqual(20_000)
    }

    const { deliveries, events } = await shownBy(log)
    expect(deliveries[0]).toMatchObject({ id: 'dlv_evt_40_whk_a', status: 'delivered' })
    expect(events.length).toBe(deliveries.length)
    expect(deliveries.length).toBeGreaterThan(8)
  })
})

async function both<T>(
  logs: readonly EventLog[],
  use: (log: EventLog, index: number) => Promise<T>,
): Promise<T[]> {
  return await Promise.all(logs.map(use))
}

const NAMES = ['events', 'deliveries', 'pending', 'bytes', 'pending_bytes'] as const
type Counters = Record<(typeof NAMES)[number], number>

/** The counters in the row of the log. */
async function counters(sql: Database): Promise<Counters | undefined> {
  const sums = NAMES.map((name) => `coalesce(sum(${name}), 0) AS ${name}`)
  const [row] = await sql.query<Counters>(
    `SELECT ${sums.join(', ')} FROM sandbox.event_log WHERE account_id IS NOT NULL`,
  )
  return row
}

/** The sums of the rows. */
async function counted(sql: Database): Promise<Counters | undefined> {
  const [row] = await sql.query<Counters>(`
    SELECT (SELECT count(*) FROM sandbox.event) AS events, count(d) AS deliveries,
      count(d) FILTER (WHERE d.status = 'pending') AS pending,
      coalesce(sum(200 + (SELECT coalesce(sum(bytes), 0) FROM sandbox.attempt WHERE delivery = d.number)), 0)
        + (SELECT coalesce(sum(bytes), 0) FROM sandbox.event) AS bytes,
      coalesce(sum(d.body_bytes) FILTER (WHERE d.status = 'pending'), 0) AS pending_bytes
    FROM sandbox.delivery d`)
  return row
}
