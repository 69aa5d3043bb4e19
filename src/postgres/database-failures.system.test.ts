import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { ownServer, postgres, testDatabase } from '../../test/support/postgres.ts'
import { TcpProxy } from '../../test/support/tcp-proxy.ts'
import { silentLog } from '../log.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { DatabaseError } from './database-error.ts'

describe.skipIf(!postgres.isAvailable)('a database that fails', () => {
  it('refuses to open while the database is away', async () => {
    const test = await ownServer()
    await test.server.stop()

    await expect(test.open()).rejects.toMatchObject({ problem: 'away', code: 'ECONNREFUSED' })
  })

  it('answers at once while the database is away, and recovers by itself', async () => {
    const test = await ownServer()
    const database = await test.open()
    await test.server.stop()
    await failure(database)

    const connect = vi.spyOn(database.pool, 'connect')
    for (let i = 0; i < 100; i++) {
      expect(await failure(database)).toMatchObject({ problem: 'away' })
    }
    // Nobody waits for a connection.
    expect(connect).not.toHaveBeenCalled()
    expect(database.isAvailable).toBe(false)

    await test.server.start()
    await recovered(database)
  })

  it('notices an outage without a request, if it listens', async () => {
    const test = await ownServer()
    const database = await test.open()
    await new Promise<void>((resolve) => void database.notices.listen('work', () => resolve()))

    await test.server.kill()

    await expect.poll(() => database.isAvailable).toBe(false)
  })

  it('logs the beginning and the end of an outage, once, and no password', async () => {
    const test = await ownServer()
    const logged: string[] = []
    const note = (...said: unknown[]) => logged.push(inspect(said, { depth: 9 }))
    const url = test.url.replace('sandbox@', 'sandbox:s3cret@')
    const database = await test.open({ url, log: { ...silentLog, failure: note, notice: note } })
    await test.server.stop()
    for (let i = 0; i < 5; i++) await failure(database)
    await test.server.start()
    await recovered(database)

    expect(logged).toEqual([
      expect.stringContaining('The database is away'),
      expect.stringContaining('The database is back after'),
    ])
    expect(logged.join()).not.toContain('s3cret')
  })

  it('survives a crash of the database with what was committed', async () => {
    const test = await ownServer({ fsync: true })
    const database = await test.open()
    await database.query('UPDATE sandbox.compatibility SET needs = 7')
    const open = database.transaction(async (sql) => {
      await sql.query('UPDATE sandbox.compatibility SET needs = 8')
      await test.server.kill()
      await sql.query('SELECT 1')
    })
    await expect(open).rejects.toBeInstanceOf(DatabaseError)

    await test.server.start()
    await recovered(database)

    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 7 }])
  })

  it('waits for an answer no longer than the limit, then answers at once until there is one', async () => {
    const { database, proxy } = await behindProxy({ queryTimeoutMs: 200, connectTimeoutMs: 300 })
    proxy.hang()

    expect(await failure(database)).toMatchObject({ problem: 'unknown outcome' })
    await expect.poll(() => database.isAvailable).toBe(false)
    const connect = vi.spyOn(database.pool, 'connect')
    expect(await failure(database)).toMatchObject({ problem: 'away' })
    expect(connect).not.toHaveBeenCalled()

    proxy.resume()
    await recovered(database)
  })

  it('answers those who wait for a connection as soon as the database is known to be away', async () => {
    const { database, proxy } = await behindProxy({
      queryTimeoutMs: 200,
      connectTimeoutMs: 60_000,
      poolSize: 1,
    })
    proxy.hang()

    const [sent, waiting] = await Promise.all([failure(database), failure(database)])

    expect(sent).toMatchObject({ problem: 'unknown outcome' })
    expect(waiting).toMatchObject({ problem: 'away' })
  })

  it('does not use connections of before an outage', async () => {
    const { database, proxy } = await behindProxy({ queryTimeoutMs: 1000, poolSize: 3 })
    await Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.05)')))
    proxy.hang()
    await failure(database)
    await expect.poll(() => database.isAvailable).toBe(false)
    proxy.healForNewConnections()
    await expect.poll(() => database.isAvailable, { interval: 20 }).toBe(true)

    // Each of the old ones would hang.
    await Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.05)')))
  })

  it('never repeats a statement whose connection was lost', async () => {
    const { database, proxy } = await behindProxy()
    proxy.cutAfter('needs + 1')

    const lost = database.query('UPDATE sandbox.compatibility SET needs = needs + 1')

    await expect(lost).rejects.toMatchObject({ problem: 'unknown outcome' })
    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 2 }])
  })

  it('reports an unknown outcome when the connection is lost during COMMIT', async () => {
    const { database, proxy } = await behindProxy()
    proxy.cutAfter('COMMIT')

    const lost = database.transaction((sql) =>
      sql.query('UPDATE sandbox.compatibility SET needs = needs + 1'),
    )

    await expect(lost).rejects.toMatchObject({ problem: 'unknown outcome' })
    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 2 }])
  })

  it('does not commit when a failed statement was ignored', async () => {
    const database = await (await testDatabase()).open()

    const commit = database.transaction(async (sql) => {
      await sql.query('UPDATE sandbox.compatibility SET needs = 9')
      await sql.query('SELECT 1 / 0').catch(() => {})
    })

    await expect(commit).rejects.toThrow('was undone')
    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 1 }])
  })

  it('refuses when all connections are in use, and the others go on', async () => {
    const database = await (await testDatabase()).open({ poolSize: 1, connectTimeoutMs: 100 })
    let release = () => {}
    const held = database.transaction(() => new Promise<void>((resolve) => (release = resolve)))

    expect(await failure(database)).toMatchObject({ problem: 'exhausted' })
    expect(database.isAvailable).toBe(true)

    release()
    await held
    await database.query('SELECT 1')
  })

  it.each([
    ['a statement that the database cancelled', "57014'", 'cancelled'],
    ['a deadlock', "40P01'", 'cancelled'],
    ['a full disk', "53100'", 'full'],
    ['a shutdown', "57P01'", 'away'],
  ])('names %s', async (_, code, problem) => {
    const database = await (await testDatabase()).open()

    const refused = database.query(
      `DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${code}; END $$`,
    )

    await expect(refused).rejects.toMatchObject({ problem, code: code.slice(0, -1) })
    await database.query('SELECT 1')
  })

  it('has a statement cancelled that takes too long, without effect', async () => {
    // The database cancels it a tenth of this time before this side gives it up, which a busy machine must not use up.
    const database = await (await testDatabase()).open({ queryTimeoutMs: 1000 })

    const slow = database.query(
      'UPDATE sandbox.compatibility SET needs = 2 + pg_sleep(60)::text::int',
    )

    await expect(slow).rejects.toMatchObject({ problem: 'cancelled', code: '57014' })
    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 1 }])
  })

  it('refuses changes of a read-only database, and continues when it is writable', async () => {
    const test = await testDatabase()
    const database = await test.open()
    const name = new URL(test.url).pathname.slice(1)
    const setReadOnly = (value: string) =>
      test.administer(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
    const change = () => database.query('UPDATE sandbox.compatibility SET needs = 2')
    await setReadOnly('on')
    const ended = await test.endConnections()
    expect(ended).toMatchObject({ rowCount: 1 })

    await expect.poll(() => change().then(() => '', String)).toContain('it is read-only')
    expect(database.isAvailable).toBe(false)

    await setReadOnly('off')
    await expect.poll(() => change().then(() => 'changed', String)).toBe('changed')
  })

  it('continues on another server after a failover', async () => {
    const { database, proxy, name } = await behindProxy()
    const standby = await ownServer({ name })
    const other = await standby.open()
    await other.query('UPDATE sandbox.compatibility SET needs = 5')

    proxy.leadTo(standby.server.port)

    await recovered(database)
    expect(await database.query('SELECT needs FROM sandbox.compatibility')).toEqual([{ needs: 5 }])
  })

  it('closes while the database hangs', async () => {
    const { database, proxy } = await behindProxy({ queryTimeoutMs: 200 })
    proxy.hang()

    await database.close()

    expect(await failure(database)).toMatchObject({ problem: 'closed' })
  })
})

async function behindProxy(options: DatabaseOptions = {}) {
  const test = await testDatabase()
  const proxy = await TcpProxy.open(test.server.port)
  const url = proxy.urlFor(test.url)
  const database = await test.open({ ...options, url })
  return { database, proxy, name: new URL(url).pathname.slice(1) }
}

/** The error that a statement rejects with. */
async function failure(database: Database): Promise<unknown> {
  return await database.query('SELECT 1').then(
    () => undefined,
    (error) => error,
  )
}

async function recovered(database: Database): Promise<void> {
  await expect.poll(() => failure(database), { interval: 20 }).toBe(undefined)
}
