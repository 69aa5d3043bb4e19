import { describe, expect, it, vi } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  eventOf,
  idOf,
  inMemory,
  rowsOf,
  rowsWith,
  shownBy,
  WHOLE,
} from '../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { accountWith } from '../../test/support/records/deliveries.ts'
import type { Account } from '../accounts/account.ts'
import type { EventLogLimits } from '../store/events/event-log.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { PostgresStore } from './postgres-store.ts'

const DONE = { status: 'delivered', next_attempt_at: null } as const

describe.skipIf(!postgres.isAvailable)('an event log in PostgreSQL', () => {
  it('wakes the account when there are new deliveries', async () => {
    const database = await (await testDatabase()).open()
    const log = new PostgresEventLog(database, { wakes: true })
    const heard: (string | undefined)[] = []
    const isWoken = async () => {
      const planned = await database.query('DELETE FROM sandbox.account_hold RETURNING account_id')
      return planned.length + heard.splice(0).length
    }
    const stop = database.notices.listen('work', (accountId) => {
      if (accountId !== undefined) heard.push(accountId)
    })

    await log.add(ACCOUNT, rowsOf(1))
    const added = [await isWoken()]
    await log.add(ACCOUNT, rowsOf(1))
    await log.add(ACCOUNT, rowsWith([eventOf(2)], []))
    added.push(await isWoken())
    // As a replay does.
    await log.add(ACCOUNT, { ...rowsWith([eventOf(2)], ['whk_c']), events: [] })
    added.push(await isWoken())
    await log.restore(ACCOUNT, await log.save(ACCOUNT))
    added.push(await isWoken())
    await changeTo(log, [idOf(1)], {})
    added.push(await isWoken())
    stop()

    expect(added).toEqual([2, 0, 2, 2, 0])
  })

  it('adds nothing if a part cannot be written', async () => {
    const { sql, log, other: replica } = await twoLogs()
    await log.add(ACCOUNT, rowsOf(1))
    const before = await shownBy(log)
    await sql.query(`ALTER TABLE sandbox.delivery ADD CHECK (value NOT LIKE '%whk_b%')`)

    const adding = log.add(ACCOUNT, rowsWith([eventOf(2)], ['whk_a', 'whk_b']))
    await expect(adding).rejects.toMatchObject({ code: '23514' })
    const { log: other } = inMemory()
    await other.add(ACCOUNT, rowsWith([eventOf(3)], ['whk_a', 'whk_b']))
    const restoring = log.restore(ACCOUNT, await other.save(ACCOUNT))
    await expect(restoring).rejects.toMatchObject({ code: '23514' })

    expect(await shownBy(log)).toEqual(before)

    await expect(log.add(ACCOUNT, rowsWith([eventOf(2)], ['whk_b']))).rejects.toThrow()
    // It has the number of the change that failed.
    await replica.log.add(ACCOUNT, rowsOf(4))
    expect(await shownBy(log)).toEqual(await shownBy(replica.log))
  })

  it('adds rows together with a change of the account, or neither', async () => {
    const sql = await (await testDatabase()).open({ poolSize: 4 })
    const store = new PostgresStore(sql)
    await store.add({ ...accountWith([]), name: 'before' })
    const log = new PostgresEventLog(sql, { store })
    const naming =
      (name: string, isMade = true) =>
      (account: Account) => {
        account.name = name
        return isMade
      }
    const shown = async () => [(await store.read(ACCOUNT)).name, (await shownBy(log)).pending]
    const failing = () => {
      throw new Error('It is not due.')
    }

    const results = [await log.add(ACCOUNT, rowsOf(1), naming('made'))]
    const made = await shown()
    results.push(await log.add(ACCOUNT, rowsOf(2), naming('not made', false)))
    await expect(log.add(ACCOUNT, rowsOf(2), failing)).rejects.toThrow('It is not due.')
    await expect(log.add('acc_none', rowsOf(2), naming('none'))).rejects.toThrow(
      /no account acc_none/,
    )
    await sql.query(`ALTER TABLE sandbox.delivery ADD CHECK (value NOT LIKE '%whk_b%')`)
    const refused = log.add(ACCOUNT, rowsWith([eventOf(3)], ['whk_b']), naming('refused'))
    await expect(refused).rejects.toMatchObject({ code: '23514' })
    const together = [4, 5, 6].map((n) => log.add(ACCOUNT, rowsOf(n), naming(`made ${n}`)))
    await Promise.all([...together, store.update(ACCOUNT, (account) => ++account.sequence)])

    expect(results).toEqual([0, undefined])
    expect(made).toEqual(['made', 1])
    expect(await shown()).toEqual(['made 6', 4])
    expect(await log.remembers('acc_none')).toBe(false)
  })

  it('changes rows together with the account, or neither', async () => {
    const sql = await (await testDatabase()).open({ poolSize: 4 })
    const store = new PostgresStore(sql)
    await store.add({ ...accountWith([]), name: 'before' })
    const log = new PostgresEventLog(sql, { store })
    await log.add(ACCOUNT, rowsOf(1))
    const rows = await log.claim(ACCOUNT, 9, 9)
    const shown = async () => [
      (await store.read(ACCOUNT)).name,
      (await log.find(ACCOUNT, idOf(1)))?.status,
    ]
    const record = (change: (account: Account) => void) =>
      log.change(ACCOUNT, rows, () => ({ ...DONE, attempt: attemptAt(1) }), change)
    const failing = () => {
      throw new Error('It is too late.')
    }

    await expect(record(failing)).rejects.toThrow('It is too late.')
    const refused = await shown()
    await record((account) => {
      account.name = 'after'
    })
    const gone = await log.change('acc_none', rows, () => DONE, failing)

    expect(refused).toEqual(['before', 'pending'])
    expect(await shown()).toEqual(['after', 'delivered'])
    expect(gone).toBe(0)
  })

  it('reads only what another replica has changed, and all rows if a change is missing', async () => {
    const { sql, log, other } = await twoLogs()
    const query = vi.spyOn(other.sql, 'query')
    const loads = () =>
      query.mock.calls.filter((call) => JSON.stringify(call).includes('sandbox.event e')).length
    await log.add(ACCOUNT, rowsOf(1))
    await shownBy(other.log)
    const first = loads()

    await log.add(ACCOUNT, rowsOf(2))
    await changeTo(log, [idOf(1)], DONE)
    expect(await shownBy(other.log)).toEqual(await shownBy(log))
    expect([first, loads()]).toEqual([1, 1])

    await log.add(ACCOUNT, rowsOf(3))
    await sql.query('DELETE FROM sandbox.event_change')
    await log.add(ACCOUNT, rowsOf(4))
    expect(await shownBy(other.log)).toEqual(await shownBy(log))
  })

  it('shows restored events to no reader of the rows before, on another replica, too', async () => {
    const { log, other } = await twoLogs()
    await log.add(ACCOUNT, rowsOf(1, 2))
    const position = await log.position(ACCOUNT, eventOf(1))
    await log.restore(ACCOUNT, await log.save(ACCOUNT))

    expect(await other.log.eventsAfter(ACCOUNT, position, 9)).toEqual([])
    await log.add(ACCOUNT, rowsOf(3))
    const found = await other.log.eventsAfter(ACCOUNT, position, 9)
    expect(found.map(({ id }) => id)).toEqual([eventOf(3).id])
  })

  it('restores more rows than one statement writes, in their order', async () => {
    const { log, other } = await twoLogs()
    await log.add(ACCOUNT, rowsOf(...Array.from({ length: 2_100 }, (_, n) => n + 1)))
    const before = await shownBy(log)

    await log.restore(ACCOUNT, await log.save(ACCOUNT))

    expect(await shownBy(log)).toEqual(before)
    expect(await shownBy(other.log)).toEqual(before)
  })

  it('drops the same rows of a full log on each replica, whatever is under way there', async () => {
    const { log, other } = await twoLogs({ finished: 2 })
    await log.add(ACCOUNT, rowsOf(1, 2, 3))
    await log.claim(ACCOUNT, 1, 1)
    await changeTo(log, [idOf(2), idOf(3)], DONE)
    await shownBy(other.log)

    await other.log.giveUp(ACCOUNT, 'whk_a', 'The webhook is gone.')

    expect(await shownBy(log)).toEqual(await shownBy(other.log))
    expect(await log.find(ACCOUNT, idOf(1))).toBeUndefined()
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
      const keys = await log.matching(account, {})
      await log.change(account, keys, () => ({ ...DONE, attempt: attemptAt(1) }))
    }
    await sql.query(`UPDATE sandbox.event_log SET account_id = NULL WHERE account_id = 'acc_b'`)
    await log.forget('acc_a')

    const tables = ['event_log', 'event', 'delivery', 'event_change']
    const counts = tables.map((table) => `(SELECT count(*) FROM sandbox.${table}) AS ${table}`)
    const [left] = await sql.query(`SELECT ${counts.join(', ')}`)
    expect(left).toEqual({ event_log: 1, event: 2, delivery: 2, event_change: 2 })
  })
})

async function twoLogs(limits: Partial<EventLogLimits> = {}) {
  const test = await testDatabase()
  const [sql, others] = await Promise.all([test.open(), test.open()])
  const other = { sql: others, log: new PostgresEventLog(others, { limits }) }
  return { sql, log: new PostgresEventLog(sql, { limits }), other }
}

async function oneLog() {
  const sql = await (await testDatabase()).open({ poolSize: 4 })
  return { sql, log: new PostgresEventLog(sql) }
}
