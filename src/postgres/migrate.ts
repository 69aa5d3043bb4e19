import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { packageRoot } from '../package/package-root.ts'
import { StoreError } from '../store/store-error.ts'
import { connectionTo, cut } from './connection.ts'
import { codeOf, connectionFailure, startFailure, statementFailure } from './database-error.ts'
import { replaceDocument } from './settings.ts'
import type { Sql, Statement } from './sql.ts'

/** Changing large tables takes longer than any request. */
const MIGRATION_TIMEOUT_MS = 600_000

const SCHEMA = 'sandbox'

/** The state of the schema, compared with the migrations that this program knows. */
export interface SchemaState {
  /** Migrations to be run, in order. */
  pending: string[]
  /** Migrations of a newer release. */
  unknown: string[]
  /** Whether this program can work on the schema, if nothing is pending. */
  isCompatible: boolean
}

/** Names of the migrations that this program has, such as `001-sandbox`, in order. */
export async function knownMigrations(folder = migrationsFolder()): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

export async function schemaState(sql: Sql, folder = migrationsFolder()): Promise<SchemaState> {
  const known = await knownMigrations(folder)
  const done = await rowsOf<{ name: string }>(sql, `SELECT name FROM ${SCHEMA}.migrations`)
  const [row] = await rowsOf<{ needs: number }>(sql, `SELECT needs FROM ${SCHEMA}.compatibility`)
  const names = done.map(({ name }) => name)
  const newest = Number.parseInt(known.at(-1) ?? '0', 10)
  return {
    pending: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
    isCompatible: (row?.needs ?? 0) <= newest,
  }
}

export interface MigrateOptions {
  /** Folder of the migrations, for tests. */
  folder?: string
  /** Lets the next replica serve another document. */
  newDocument?: boolean
  /** Called before migrations run, or are waited for while another replica runs them. */
  onPending?(): void
}

/**
 * Brings the schema up to date, while other replicas that start wait; returns the migrations that ran. All of them run
 * in one transaction. `url` must lead to PostgreSQL itself, not to pgbouncer. Rejects with a StoreError.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsFolder(), newDocument = false, onPending } = options
  return await withConnection(url, async (sql, client) => {
    await requireServer(sql)
    const before = await schemaState(sql, folder)
    requireCompatible(before)
    // Loading node-pg-migrate takes longer than this question, and mostly there is nothing to do.
    const isDone = before.pending.length === 0 || before.unknown.length > 0
    if (!isDone) onPending?.()
    const done = isDone ? [] : await runPending(client, folder)
    if (newDocument) await replaceDocument(sql)
    return done
  })
}

/** Like `schemaState`, on a connection of its own. */
export async function schemaStateOf(url: string): Promise<SchemaState> {
  return await withConnection(url, (sql) => schemaState(sql))
}

async function runPending(client: Client, folder: string): Promise<string[]> {
  const { runner } = await import('node-pg-migrate')
  const done = await runner({
    ...{ dbClient: client, dir: folder, direction: 'up', singleTransaction: true },
    ...{ migrationsTable: 'migrations', migrationsSchema: SCHEMA, createMigrationsSchema: true },
    advisoryLockMode: 'wait',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  return done.map(({ name }) => name)
}

async function withConnection<T>(
  url: string,
  use: (sql: Sql, client: Client) => Promise<T>,
): Promise<T> {
  const client = clientOf(url)
  client.on('error', () => {})
  try {
    await client.connect().catch((error) => {
      throw connectionFailure(error)
    })
    const result = await use(sqlOf(client), client)
    await client.end()
    return result
  } catch (error) {
    throw startFailure(statementFailure(error))
  } finally {
    cut(client)
  }
}

/** Throws a DatabaseError if a file that the address names cannot be read. */
function clientOf(url: string): Client {
  try {
    return new Client(connectionTo(url, MIGRATION_TIMEOUT_MS))
  } catch (error) {
    throw connectionFailure(error)
  }
}

/** The oldest release of PostgreSQL that works. */
const LEAST_POSTGRES = 14

/** Rejects with a StoreError if this program cannot work with the server or the encoding of the database. */
export async function requireServer(sql: Sql): Promise<void> {
  const [server] = await sql.query<{ release: string; number: number; encoding: string }>(
    `SELECT current_setting('server_version') AS release, current_setting('server_version_num')::int AS number,
      current_setting('server_encoding') AS encoding`,
  )
  if (!server) return
  const { release, number, encoding } = server
  if (number < LEAST_POSTGRES * 10_000) {
    throw new StoreError(
      `The database is PostgreSQL ${release}; the sandbox needs ${LEAST_POSTGRES} or newer.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(
      `The database has the encoding ${encoding}; the sandbox needs UTF8. ` +
        "Create another one: CREATE DATABASE sandbox ENCODING 'UTF8' TEMPLATE template0.",
    )
  }
}

/** Rejects with a StoreError that says what to do if this program cannot work on the schema. */
export async function requireSchema(sql: Sql, folder = migrationsFolder()): Promise<void> {
  await requireServer(sql)
  const state = await schemaState(sql, folder)
  requireCompatible(state)
  if (state.pending.length > 0 && state.unknown.length === 0) {
    throw new StoreError(
      `The database lacks ${state.pending.join(', ')}, and --no-migrate was given. ` +
        'Run `svc-sandbox migrate --database URL` first.',
    )
  }
}

function requireCompatible({ unknown, isCompatible }: SchemaState): void {
  if (isCompatible) return
  throw new StoreError(
    `A newer release of svc-sandbox changed the database (${unknown.join(', ')}) in a way that this one cannot ` +
      'work with. Start the newer release.',
  )
}

/** Ships with the package, because node-pg-migrate reads files. */
function migrationsFolder(): string {
  return join(packageRoot(), 'src/postgres/migrations')
}

function sqlOf(client: Client): Sql {
  return {
    async query<Row extends object>(statement: Statement | string, given?: readonly unknown[]) {
      const { text, values = [] } =
        typeof statement === 'string' ? { text: statement, values: given } : statement
      return (await client.query<Row>(text, [...values])).rows
    },
  }
}

/** No rows, if the schema or the table does not exist yet. */
async function rowsOf<Row extends object>(sql: Sql, text: string): Promise<Row[]> {
  try {
    return await sql.query<Row>(text)
  } catch (error) {
    if (['3F000', '42P01'].includes(codeOf(error) ?? '')) return []
    throw error
  }
}
