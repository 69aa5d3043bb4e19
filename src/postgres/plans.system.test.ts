import { describe, expect, it } from 'vitest'
import { ACCOUNT, attemptAt, rowsOf } from '../../test/support/event-rows.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { accountWith, campaigns } from '../../test/support/store-accounts.ts'
import type { Database } from './database.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { PostgresStore } from './postgres-store.ts'
import type { Sql } from './sql.ts'
import { campaignRow, campaignRows } from './store/campaign-lists.ts'

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

  it.each(['b', 'bi', '15', 's 15', '%', '日本', 'campaign 15'])(
    'of a list of the campaigns with "%s" read no rows of other accounts',
    async (search) => {
      const database = await (await testDatabase()).open({ poolSize: 4 })
      await fill(database)
      await database.query('ANALYZE')
      const { explaining, plans } = explained(database)

      const { total } = await campaignRows('acc_7', { search, limit: 5, offset: 0 }, explaining)
      await campaignRows('acc_7', { type: 'serp', limit: 5, offset: 0 }, explaining)
      await campaignRow('acc_7', 'cmp_1', explaining)

      for (const plan of plans) expect(plan).not.toContain('Seq Scan')
      const wanted = await database.query(
        `SELECT FROM sandbox.entry WHERE account_id = 'acc_7' AND position($1 in search) > 0`,
        [search],
      )
      expect(total).toBe(wanted.length)
    },
  )

  it('are two for a change of an account that another replica has changed, besides the charge', async () => {
    const database = await (await testDatabase()).open({ poolSize: 4 })
    const { explaining, plans } = explained(database)
    const [one, other] = [new PostgresStore(database), new PostgresStore(explaining)]
    await one.add(accountWith(campaigns(20)))
    const { hash } = Object.values((await other.read('acc_a')).keys)[0] as { hash: string }
    await other.findOwner(hash)
    const change = (store: PostgresStore) => store.update('acc_a', (account) => ++account.sequence)
    await change(one)
    plans.splice(0)

    await other.findOwner(hash)
    const sequence = await change(other)

    expect(plans.length).toBe(2)
    expect(sequence).toBe((await one.read('acc_a')).sequence)
  })

  it('of an account read no rows of other accounts', async () => {
    const database = await (await testDatabase()).open({ poolSize: 4 })
    await fill(database)
    const secrets = new PostgresStore(database)
    await secrets.add(accountWith(campaigns(20)))
    await database.query('ANALYZE')
    const { explaining, plans } = explained(database)
    const store = new PostgresStore(explaining, { planning: { after: () => 5, notePlanned() {} } })
    const { hash } = Object.values((await secrets.read('acc_a')).keys)[0] as { hash: string }

    await store.findOwner(hash)
    await store.readHead('acc_a')
    await store.read('acc_a')
    await store.update('acc_a', (account) => {
      account.campaigns.delete('cmp_3')
      account.name = 'Other'
    })
    await store.read('acc_a')
    await store.replace(accountWith(campaigns(3)))
    await store.remove('acc_a')

    expect(plans.length).toBeGreaterThan(10)
    for (const plan of plans) expect(plan).not.toContain('Seq Scan')
  })
})

/** Adds 3,000 accounts with campaigns and events. */
async function fill(database: Database): Promise<void> {
  for (const statement of [
    `INSERT INTO sandbox.account (id, campaigns, value) SELECT 'acc_' || n, 5, '{}' FROM generate_series(1, 3000) n`,
    `INSERT INTO sandbox.entry (account_id, collection, id, value, type, frequency, status, search)
      SELECT id, 'campaigns', 'cmp_' || n, '{}', 'serp', 'daily', 'active', 'campaign bikes ' || n
      FROM sandbox.account, generate_series(1, 20) n`,
    `INSERT INTO sandbox.change SELECT id, incarnation, n, '[]' FROM sandbox.account, generate_series(1, 3) n`,
    `INSERT INTO sandbox.credential SELECT 'hash ' || id, id, 'key_a' FROM sandbox.account`,
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
