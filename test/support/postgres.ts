import { randomBytes } from 'node:crypto'
import { Client, type QueryResult } from 'pg'
import { onTestFinished } from 'vitest'
import { type Log, silentLog } from '../../src/log.ts'
import { Database, type DatabaseOptions } from '../../src/postgres/database.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { createClock } from '../../src/time/clock.ts'
import { binaries } from './postgres-binaries.ts'
import { PostgresServer } from './postgres-server.ts'

/** Whether there are PostgreSQL binaries for this platform: `describe.skipIf(!postgres.isAvailable)`. */
export const postgres: { isAvailable: boolean } = { isAvailable: binaries !== undefined }

export interface TestDatabase {
  url: string
  /** Closed when the test ends. `url` may lead through a proxy. */
  open(options?: DatabaseOptions & { url?: string; log?: Log }): Promise<Database>
  /** Runs a statement in another database of the server. */
  administer(statement: string): Promise<unknown>
  /** Cuts all connections to this database; settings of a database hold for new ones. */
  endConnections(): Promise<unknown>
  /** Shared by the tests of a worker: stop or kill only one of `ownServer`. */
  server: PostgresServer
}

interface OwnServerOptions {
  /** Whether commits reach the disk before they return. Default: false. */
  fsync?: boolean
  /** Name of the database. */
  name?: string
}

interface DatabaseOnServer {
  name?: string | undefined
  /** Not dropped when the test ends. */
  isKept?: boolean
}

const TEMPLATE = 'sandbox_template'

let shared: Promise<PostgresServer> | undefined

/** Servers of tests that have ended, by their `fsync`. Making one takes as long as many tests. */
const left: [server: PostgresServer, fsync: boolean][] = []

/** A database of the test's own with all migrations, dropped afterwards. The server starts with the first one. */
export async function testDatabase(): Promise<TestDatabase> {
  shared ??= serverWithTemplate({})
  return await databaseOn(await shared)
}

/** A database with all migrations, to be dropped by its caller. */
export async function droppableDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  shared ??= serverWithTemplate({})
  const server = await shared
  const name = `test_${randomBytes(6).toString('hex')}`
  await create(server, name)
  return {
    url: server.urlOf(name),
    async drop() {
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** The address of a database without tables, dropped afterwards. */
export async function emptyDatabase(): Promise<string> {
  shared ??= serverWithTemplate({})
  return (await databaseOn(await shared, {}, 'template1')).url
}

/** A database on a server that no other test uses meanwhile, which can be killed and restarted, with all migrations. */
export async function ownServer({
  fsync = false,
  name,
}: OwnServerOptions = {}): Promise<TestDatabase> {
  const at = left.findIndex(([, isSynced]) => isSynced === fsync)
  const [found] = at < 0 ? [] : left.splice(at, 1)
  const server = found ? await emptied(found[0]) : await serverWithTemplate({ fsync })
  onTestFinished(() => void left.push([server, fsync]))
  return await databaseOn(server, { name, isKept: true })
}

/** Starts a server that an earlier test may have stopped, and drops the databases of that test. */
async function emptied(server: PostgresServer): Promise<PostgresServer> {
  await server.start()
  const { rows } = await administer(
    server,
    `SELECT datname FROM pg_database WHERE NOT datistemplate AND datname NOT IN ('postgres', '${TEMPLATE}')`,
  )
  for (const { datname } of rows)
    await administer(server, `DROP DATABASE "${datname}" WITH (FORCE)`)
  return server
}

async function serverWithTemplate(
  options: Pick<OwnServerOptions, 'fsync'>,
): Promise<PostgresServer> {
  const server = await PostgresServer.start({ ...options, isSmall: true })
  await administer(server, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(server.urlOf(TEMPLATE))
  return server
}

async function databaseOn(
  server: PostgresServer,
  { name = `test_${randomBytes(6).toString('hex')}`, isKept = false }: DatabaseOnServer = {},
  template = TEMPLATE,
): Promise<TestDatabase> {
  await create(server, name, template)
  const url = server.urlOf(name)
  const opened: Database[] = []
  const closing = new AbortController()
  onTestFinished(async () => {
    closing.abort()
    await Promise.all(opened.map((database) => database.close()))
    if (!isKept) await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return {
    url,
    server,
    administer: (statement) => administer(server, statement),
    endConnections: () =>
      administer(
        server,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      ),
    async open({ url: other = url, log = silentLog, ...options } = {}) {
      const parts = { clock: createClock(), log, closing: closing.signal }
      const database = await Database.open(other, parts, options)
      opened.push(database)
      return database
    },
  }
}

/**
 * Copies the files of the template. By default, PostgreSQL would write each page of it to its log, which takes three times as
 * much of a core; but with `fsync`, each copied file would be synchronized.
 */
async function create(server: PostgresServer, name: string, template = TEMPLATE): Promise<void> {
  const strategy = server.isDurable ? 'wal_log' : 'file_copy'
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${strategy}`)
}

async function administer(server: PostgresServer, statement: string): Promise<QueryResult> {
  const client = new Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
