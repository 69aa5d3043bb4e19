import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  deliveryIds,
  eventOf,
  idOf,
  rowsOf,
  rowsWith,
  shownBy,
  WHOLE,
} from '../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import type { DeliveryRow, EventLog, StoredEvent } from '../store/events/event-log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'
import { PostgresEventLog } from './postgres-event-log.ts'

const DONE = { status: 'delivered', next_attempt_at: null } as const

describe.skipIf(!postgres.isAvailable)('the event logs of several processes', () => {
  it('show the same', async () => {
    const [one, other] = await replicas(2)
    await one.add(ACCOUNT, rowsOf(1, 2))
    const staged = await one.stage(ACCOUNT, rowsOf(3))
    expect((await shownBy(other)).pending).toBe(2)
    await staged.commit()
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
        if (n % 3 > 0) await log.add(ACCOUNT, rowsOf(number))
        else await (await log.stage(ACCOUNT, rowsOf(number))).commit()
      }
    }
    const follow = async () => {
      while (seen.length < count) {
        const cursor = seen.at(-1) ?? { id: 'evt_none', at: 0 }
        seen.push(...(await reader.eventsAfter(ACCOUNT, cursor, 7)))
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

  it('commit rows that another process has dropped or committed meanwhile', async () => {
    const [one, other] = await replicas(2)
    const dropped = await one.stage(ACCOUNT, rowsOf(1))
    await other.settle(ACCOUNT, () => false)
    await dropped.commit()
    const kept = await one.stage(ACCOUNT, rowsOf(2))
    await other.settle(ACCOUNT, () => true)
    await kept.commit()

    expect(await deliveryIds(other)).toEqual([idOf(2), idOf(1)])
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

describe.skipIf(!postgres.isAvailable)('an event log in PostgreSQL', () => {
  it('wakes the account when there are new deliveries', async () => {
    const database = await (await testDatabase()).open()
    const log = new PostgresEventLog(database, { wakes: true })
    const heard: (string | undefined)[] = []
    const isWoken = async () => {
      const jobs = await database.query('DELETE FROM graphile_worker._private_jobs RETURNING key')
      return jobs.length + heard.splice(0).length
    }
    const stop = database.notices.listen('work', (accountId) => {
      if (accountId !== undefined) heard.push(accountId)
    })

    await log.add(ACCOUNT, rowsOf(1))
    const added = [await isWoken()]
    await log.add(ACCOUNT, rowsOf(1))
    await log.add(ACCOUNT, rowsWith([eventOf(2)], []))
    const staged = await log.stage(ACCOUNT, rowsOf(3))
    added.push(await isWoken())
    await staged.commit()
    added.push(await isWoken())
    await log.stage(ACCOUNT, rowsOf(4))
    await log.settle(ACCOUNT, () => true)
    added.push(await isWoken())
    await log.restore(ACCOUNT, await log.save(ACCOUNT))
    added.push(await isWoken())
    await changeTo(log, [idOf(1)], {})
    added.push(await isWoken())
    stop()

    expect(added).toEqual([2, 0, 2, 2, 2, 0])
  })

  it('adds nothing if a part cannot be written', async () => {
    const { sql, log } = await oneLog()
    await log.add(ACCOUNT, rowsOf(1))
    const before = await shownBy(log)
    await sql.query(`ALTER TABLE sandbox.delivery ADD CHECK (webhook_id <> 'whk_b')`)

    const adding = log.add(ACCOUNT, rowsWith([eventOf(2)], ['whk_a', 'whk_b']))
    await expect(adding).rejects.toMatchObject({ code: '23514' })
    const other = new LocalEventLog()
    await other.add(ACCOUNT, rowsWith([eventOf(3)], ['whk_a', 'whk_b']))
    const restoring = log.restore(ACCOUNT, await other.save(ACCOUNT))
    await expect(restoring).rejects.toMatchObject({ code: '23514' })

    expect(await shownBy(log)).toEqual(before)
  })

  it('exchanges saved rows with a log of files', async () => {
    const { log } = await oneLog()
    await log.add(ACCOUNT, rowsWith([eventOf(1, { alerts: ['alt_a', 'b"\\,{}'] }), eventOf(2)]))
    await changeTo(log, [idOf(1)], {
      status: 'pending',
      next_attempt_at: 70,
      attempt: attemptAt(3),
    })
    const before = await shownBy(log)

    const files = new LocalEventLog()
    await files.restore(ACCOUNT, await log.save(ACCOUNT))
    const between = await shownBy(files)
    await log.restore(ACCOUNT, await files.save(ACCOUNT))

    expect(between).toEqual(before)
    expect(await shownBy(log)).toEqual(before)
  })

  it('keeps any text', async () => {
    const { log } = await oneLog()
    const text = 'a\0b \ud83d c\ude00 👟 \\u0000 "\n\t'
    const campaign_id = `cmp_${text}`
    const body = JSON.stringify({ text })
    await log.add(ACCOUNT, rowsWith([eventOf(1, { body, campaign_id }), eventOf(2)]))
    const attempt = attemptAt(2, { response_body: text, error: text, url: text })
    const retry = { status: 'pending', next_attempt_at: 8, failure_reason: text } as const
    await changeTo(log, [idOf(1)], { ...retry, attempt })

    const found = await log.find(ACCOUNT, idOf(1))
    expect(found).toMatchObject({ ...retry, campaign_id, body, attempts: [attempt] })
    for (const q of [text, 'A\0B', 'c\ude00']) {
      expect((await log.deliveries(ACCOUNT, { q }, WHOLE)).total).toBe(1)
    }
    expect((await log.deliveries(ACCOUNT, { campaign_id }, WHOLE)).total).toBe(1)
  })

  it('deletes the rows of forgotten accounts, also those that a killed process left', async () => {
    const { sql, log } = await oneLog()
    for (const account of ['acc_a', 'acc_b', 'acc_c']) {
      await log.add(account, rowsOf(1, 2))
      await log.stage(account, rowsOf(3))
      const keys = await log.matching(account, {})
      await log.change(account, keys, () => ({ ...DONE, attempt: attemptAt(1) }))
    }
    await sql.query(`UPDATE sandbox.event_log SET account_id = NULL WHERE account_id = 'acc_b'`)
    await log.forget('acc_a')

    const tables = ['event_log', 'event', 'delivery', 'attempt', 'staged']
    const counts = tables.map((table) => `(SELECT count(*) FROM sandbox.${table}) AS ${table}`)
    const [left] = await sql.query(`SELECT ${counts.join(', ')}`)
    expect(left).toEqual({ event_log: 1, event: 2, delivery: 2, attempt: 2, staged: 1 })
  })
})

async function oneLog() {
  const sql = await (await testDatabase()).open({ poolSize: 4 })
  return { sql, log: new PostgresEventLog(sql) }
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
  const sql = await (await testDatabase()).open({ poolSize: 4 })
  const takeOver = async (): Promise<number> => {
    const [held] = await sql.query<{ fence: number }>(
      `INSERT INTO sandbox.account_hold AS hold VALUES ($1, 1, 'replica')
      ON CONFLICT (account_id) DO UPDATE SET fence = hold.fence + 1 RETURNING fence`,
      [ACCOUNT],
    )
    return held?.fence ?? 0
  }
  return { takeOver, logs: Array.from({ length: count }, () => new PostgresEventLog(sql)) }
}
