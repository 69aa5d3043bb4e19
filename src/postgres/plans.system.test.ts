import { describe, expect, it } from 'vitest'
import { ACCOUNT, attemptAt, rowsOf } from '../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import type { Database } from './database.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import type { Sql } from './sql.ts'

const DONE = { status: 'delivered', next_attempt_at: null } as const

describe.skipIf(!postgres.isAvailable)('the statements of a request', () => {
  it('of events and deliveries read no rows of other accounts', async () => {
    const database = await (await testDatabase()).open({ poolSize: 4 })
    await fill(database)
    await new PostgresEventLog(database).add(ACCOUNT, rowsOf(1, 2, 3))
    await database.query('ANALYZE')
    const { explaining, plans } = explained(database)
    const log = new PostgresEventLog(explaining, { wakes: true })

    await log.deliveries(ACCOUNT, { q: 'ra' }, { limit: 5, offset: 0 })
    const keys = await log.claim(ACCOUNT, 9, 9)
    await log.change(ACCOUNT, keys, () => ({ ...DONE, attempt: attemptAt(1) }))
    await log.add(ACCOUNT, rowsOf(21))
    await log.waiting()

    expect(plans.length).toBeGreaterThan(8)
    for (const plan of plans) expect(plan).not.toContain('Seq Scan')
  })
})

/** Adds 3,000 accounts with events. */
async function fill(database: Database): Promise<void> {
  for (const statement of [
    `INSERT INTO sandbox.event_log (account_id, pending)
      SELECT 'acc_' || n, n % 100 / 99 FROM generate_series(1, 3000) n`,
    'INSERT INTO sandbox.account_hold SELECT account_id, 1 FROM sandbox.event_log',
    `INSERT INTO sandbox.event SELECT log, 'evt_' || n, n, '{}' FROM sandbox.event_log, generate_series(1, 5) n`,
    `INSERT INTO sandbox.delivery (log, id, value) SELECT log, 'dlv_' || number, '{}' FROM sandbox.event`,
    `INSERT INTO sandbox.event_change SELECT log, number, '{}' FROM sandbox.event`,
  ]) {
    await database.query(statement)
  }
}

/** The database, which notes the plan of each statement. */
function explained(database: Database) {
  const plans: string[] = []
  const through = (db: Sql): Sql['query'] =>
    async function query(statement, values) {
      const text = typeof statement === 'string' ? statement : statement.text
      const given = typeof statement === 'string' ? values : statement.values
      if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text)) {
        const lines = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, given)
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      }
      return db.query(statement, values)
    }
  const explaining = new Proxy(database, {
    get(target, name) {
      if (name === 'query') return through(target)
      if (name === 'transaction') {
        return (work: (sql: Sql) => Promise<unknown>) =>
          target.transaction((db) => work({ query: through(db) }))
      }
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { explaining, plans }
}
