import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  idOf,
  rowsOf,
  shownBy,
  WHOLE,
} from '../../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import type { DeliveryRow, EventLog, StoredEvent } from '../../store/events/event-log.ts'
import type { Database } from '../database.ts'
import { DatabaseError } from '../database-error.ts'
import { PostgresEventLog } from '../postgres-event-log.ts'

const DONE = { status: 'delivered', next_attempt_at: null } as const

describe.skipIf(!postgres.isAvailable)('the event logs of several processes', () => {
  it('show the same', async () => {
    const [one, other] = await replicas(2)
    await one.add(ACCOUNT, rowsOf(1, 2))
    await one.add(ACCOUNT, rowsOf(3))
    await changeTo(other, [idOf(2)], { attempt: attemptAt(5, { manual: true }) })

    expect(await shownBy(one)).toEqual(await shownBy(other))
    expect(await one.find(ACCOUNT, idOf(2))).toMatchObject({ status: 'delivered' })
    expect((await other.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(1), idOf(3)])
  })

  it('are followed without a gap while all of them add', async () => {
    const [reader, ...writers] = await replicas(4)
    const seen: StoredEvent[] = []
    const count = 30 * writers.length
    const write = async (log: EventLog, writer: number) => {
      for (let n = 0; n < 30; n += 1) {
        const number = n * writers.length + writer
        await log.add(ACCOUNT, rowsOf(number))
      }
    }
    const follow = async () => {
      let position = await reader.position(ACCOUNT, { id: 'evt_none', at: 0 })
      while (seen.length < count) {
        for (const { log, number, ...event } of await reader.eventsAfter(ACCOUNT, position, 7)) {
          position = { log, number }
          seen.push(event)
        }
      }
    }
    await Promise.all([follow(), ...writers.map(write)])

    const { items } = await reader.events(ACCOUNT, {}, WHOLE)
    expect(seen).toEqual(items.reverse())
    expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
  })

  it('claim what a killed process had claimed', async () => {
    const [killed, other] = await replicas(2)
    await killed.add(ACCOUNT, rowsOf(1))
    await killed.claim(ACCOUNT, 9, 9)

    expect((await other.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(1)])
    expect(await other.claim(ACCOUNT, 9, 9)).toEqual([])
  })

  it('leave claims of a process alone once a later one holds the account', async () => {
    const { logs, takeOver } = await holders(2)
    const [former, present] = logs as [PostgresEventLog, PostgresEventLog]
    await former.add(ACCOUNT, rowsOf(1, 2, 3))
    former.hold(ACCOUNT, await takeOver())
    const [first, second] = (await former.claim(ACCOUNT, 2, 9)) as [DeliveryRow, DeliveryRow]
    await former.change(ACCOUNT, [first], () => DONE)

    present.hold(ACCOUNT, await takeOver())
    const late = await former.change(ACCOUNT, [second], () => ({ ...DONE, status: 'failed' }))

    expect(late).toBe(0)
    expect(await former.row(ACCOUNT, second)).toBeUndefined()
    expect(await former.claim(ACCOUNT, 9, 9)).toEqual([])
    expect((await present.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(2), idOf(3)])
    // By hand, which needs no claim.
    await changeTo(former, [idOf(3)], { attempt: attemptAt(4, { manual: true }) })
    expect(await present.find(ACCOUNT, idOf(3))).toMatchObject({ status: 'delivered' })
  })

  it('show a later holder what the one before was writing', async () => {
    const { sql, logs, takeOver } = await holders(2)
    const [former, present] = logs as [PostgresEventLog, PostgresEventLog]
    await former.add(ACCOUNT, rowsOf(1))
    former.hold(ACCOUNT, await takeOver())
    const rows = await former.claim(ACCOUNT, 9, 9)
    let later: Promise<DeliveryRow[] | undefined> = Promise.resolve(undefined)
    let isOver = false
    const { changing } = await sql.transaction(async (blocker) => {
      // Stops the change between reading and writing.
      await blocker.query('LOCK TABLE sandbox.delivery')
      const changing = former.change(ACCOUNT, rows, () => {
        later = takeOver().then(() => present.claim(ACCOUNT, 9, 9))
        later.finally(() => {
          isOver = true
        })
        return { ...DONE, attempt: attemptAt(1) }
      })
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%account_hold%' AND query LIKE 'INSERT%'`
      while (!isOver && (await sql.query(waiting)).length === 0);
      // In an object, since a promise would be awaited here.
      return { changing }
    })
    await changing

    expect(await later).toEqual([])
  })

  it('keep claims whatever the fence is, without a hold', async () => {
    const { logs, takeOver } = await holders(1)
    const [log] = logs as [PostgresEventLog]
    await log.add(ACCOUNT, rowsOf(1))
    const [row] = (await log.claim(ACCOUNT, 9, 9)) as [DeliveryRow]
    await takeOver()
    await log.change(ACCOUNT, [row], () => DONE)

    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ status: 'delivered' })
  })

  it('forget the claims of an account that is let go', async () => {
    const { logs, takeOver } = await holders(1)
    const [log] = logs as [PostgresEventLog]
    await log.add(ACCOUNT, rowsOf(1))
    log.hold(ACCOUNT, await takeOver())
    await log.claim(ACCOUNT, 9, 9)
    log.letGo(ACCOUNT)

    expect((await log.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(1)])
  })
})

describe.skipIf(!postgres.isAvailable)('an outcome that could not be written', () => {
  it.each([
    ['was written, if only the answer was lost', true],
    ['is written later', false],
  ])('%s', async (_, isCommitted) => {
    const { log, lose } = await lossyLog()
    log.hold(ACCOUNT, 1)
    await log.add(ACCOUNT, rowsOf(1, 2))
    const [row] = (await log.claim(ACCOUNT, 1, 9)) as [DeliveryRow]
    const retry = { status: 'pending', next_attempt_at: 7, attempt: attemptAt(2) } as const
    lose({ isCommitted })
    await expect(log.change(ACCOUNT, [row], () => retry)).rejects.toThrow('lost')
    lose(undefined)
    // Its claim outlives the hold: otherwise it would be sent twice.
    log.letGo(ACCOUNT)
    log.hold(ACCOUNT, 2)
    expect((await log.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(2)])

    expect(await log.change(ACCOUNT, [row], () => retry)).toBe(0)

    expect((await log.find(ACCOUNT, row.id))?.attempts).toEqual([attemptAt(2)])
    expect((await log.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(1)])
  })

  it('is written once, if the database fails again while others are written with it', async () => {
    const { log, lose } = await lossyLog()
    log.hold(ACCOUNT, 1)
    await log.add(ACCOUNT, rowsOf(1, 2))
    const rows = await log.claim(ACCOUNT, 9, 9)
    const retry = { status: 'pending', next_attempt_at: 7, attempt: attemptAt(2) } as const
    lose({ isCommitted: true })
    await expect(log.change(ACCOUNT, rows.slice(0, 1), () => retry)).rejects.toThrow('lost')
    lose({ isCommitted: false })
    await expect(log.change(ACCOUNT, rows, () => retry)).rejects.toThrow('lost')
    lose(undefined)

    await log.change(ACCOUNT, rows, () => retry)

    const { items } = await log.deliveries(ACCOUNT, {}, WHOLE)
    expect(items.map(({ attempts }) => attempts)).toEqual([[attemptAt(2)], [attemptAt(2)]])
  })
})

/** A log whose answers can be lost, before or after the commit. */
async function lossyLog() {
  const sql = await (await testDatabase()).open({ poolSize: 4 })
  let loss: { isCommitted: boolean } | undefined
  const lossy = new Proxy(sql, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name).bind?.(target)
      return async (work: Parameters<Database['transaction']>[0]) =>
        target.transaction(async (inner) => {
          const result = await work(inner)
          if (loss?.isCommitted) await inner.query('COMMIT')
          if (loss) throw new DatabaseError('unknown outcome', 'The answer was lost.')
          return result
        })
    },
  })
  const lose = (how: typeof loss) => {
    loss = how
  }
  return { log: new PostgresEventLog(lossy), lose }
}

/** Logs of one database, each with connections of its own. */
async function replicas<const N extends 2 | 4>(count: N) {
  const database = await testDatabase()
  const logs: PostgresEventLog[] = []
  for (let n = 0; n < count; n += 1) {
    logs.push(new PostgresEventLog(await database.open({ poolSize: 2 })))
  }
  return logs as N extends 2
    ? [PostgresEventLog, PostgresEventLog]
    : [PostgresEventLog, PostgresEventLog, PostgresEventLog, PostgresEventLog]
}

/** Logs of processes that hold the account in turns. */
async function holders(count: number) {
  const sql = await (await testDatabase()).open({ poolSize: 6 })
  const takeOver = async (): Promise<number> => {
    const [held] = await sql.query<{ fence: number }>(
      `INSERT INTO sandbox.account_hold AS hold VALUES ($1, 1, 'replica')
      ON CONFLICT (account_id) DO UPDATE SET fence = hold.fence + 1 RETURNING fence`,
      [ACCOUNT],
    )
    return held?.fence ?? 0
  }
  return { sql, takeOver, logs: Array.from({ length: count }, () => new PostgresEventLog(sql)) }
}
