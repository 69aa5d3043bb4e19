import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { silentLog } from '../../src/log.ts'
import { Database, type DatabaseOptions } from '../../src/postgres/database.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { createClock } from '../../src/time/clock.ts'
import { binaries } from './postgres-binaries.ts'
import { PostgresServer } from './postgres-server.ts'

/** Whether there are PostgreSQL binaries for this platform: `describe.skipIf(!postgres.isAvailable)`. */
export const postgres: { isAvailable: boolean } = { isAvailable: binaries !== undefined }

export interface TestDatabase {
  url: string
  /** Closed when the test ends. */
  open(options?: DatabaseOptions): Promise<Database>
  /** Shared by the tests of a worker: start it again after stopping it. */
  server: PostgresServer
}

const TEMPLATE = 'sandbox_template'

let shared: Promise<PostgresServer> | undefined

/** A database of the test's own with all migrations, dropped afterwards. The server starts with the first one. */
export async function testDatabase(): Promise<TestDatabase> {
  shared ??= serverWithTemplate({})
  return await databaseOn(await shared)
}

/** A database on a server of the test's own, which can be killed and restarted, with all migrations. */
export async function ownServer(options: { fsync?: boolean } = {}): Promise<TestDatabase> {
  const server = await serverWithTemplate(options)
  onTestFinished(() => server.remove())
  return await databaseOn(server, false)
}

async function serverWithTemplate(options: { fsync?: boolean }): Promise<PostgresServer> {
  const server = await PostgresServer.start(options)
  await administer(server, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(server.urlOf(TEMPLATE))
  return server
}

async function databaseOn(server: PostgresServer, isDropped = true): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = server.urlOf(name)
  const opened: Database[] = []
  const closing = new AbortController()
  onTestFinished(async () => {
    closing.abort()
    await Promise.all(opened.map((database) => database.close()))
    if (isDropped) await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return {
    url,
    server,
    async open(options) {
      const parts = { clock: createClock(), log: silentLog, closing: closing.signal }
      const database = await Database.open(url, parts, options)
      opened.push(database)
      return database
    },
  }
}

async function administer(server: PostgresServer, statement: string): Promise<void> {
  const client = new Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
