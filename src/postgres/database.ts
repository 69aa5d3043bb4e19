import { Pool, type PoolClient, types } from 'pg'
import type { Log } from '../log.ts'
import { AbortController } from '../node-globals.ts'
import type { Clock } from '../time/clock.ts'
import { Availability } from './availability.ts'
import { connectionTo, cut, probe, serverLimits } from './connection.ts'
import { breaksConnection, DatabaseError, statementFailure } from './database-error.ts'
import { Notices } from './notices.ts'
import type { Sql, Statement } from './sql.ts'

export type { Sql } from './sql.ts'

export interface DatabaseParts {
  clock: Clock
  log: Log
  /** Ends all background work. */
  closing: AbortSignal
}

export interface DatabaseOptions {
  /** PostgreSQL itself, if the pool is pgbouncer: for listening and migrations. */
  directUrl?: string | undefined
  /** Default: 8. */
  poolSize?: number | undefined
  /** Time for a statement. Default: 5,000. */
  queryTimeoutMs?: number | undefined
  /** Time to wait for a connection. Default: 3,000. */
  connectTimeoutMs?: number | undefined
  /** Id of this replica. */
  replica?: string | undefined
}

/**
 * A PostgreSQL database. Its pool may be pgbouncer in transaction mode: there is no session state, and no statement has
 * a name.
 *
 * Everything rejects with a DatabaseError if the database is away, full, read-only or too slow, and with pg's own
 * error, which has a SQLSTATE in `code`, if a statement is refused. Nothing is sent twice: after a lost connection,
 * nobody knows whether a statement was executed.
 */
export class Database implements Sql {
  readonly pool: Pool
  readonly notices: Notices
  readonly directUrl: string
  readonly #clock: Clock
  readonly #queryTimeoutMs: number
  readonly #availability: Availability
  readonly #doubters: (() => void)[] = []
  readonly #clients = new Set<PoolClient>()
  /** Connections to be closed instead of used again. */
  readonly #broken = new WeakSet<object>()
  /** The number of outages when a connection was opened. */
  readonly #opened = new WeakMap<object, number>()
  #closing: Promise<void> | undefined

  /** Connects once, so that a wrong address or password shows at the start; rejects with a DatabaseError. */
  static async open(
    url: string,
    parts: DatabaseParts,
    options: DatabaseOptions = {},
  ): Promise<Database> {
    const database = new Database(url, parts, options)
    try {
      await database.query('SELECT 1')
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  private constructor(url: string, parts: DatabaseParts, options: DatabaseOptions) {
    const { directUrl, poolSize = 8, queryTimeoutMs = 5000, connectTimeoutMs, replica } = options
    this.directUrl = directUrl ?? url
    this.#clock = parts.clock
    this.#queryTimeoutMs = queryTimeoutMs
    this.pool = new Pool({
      ...connectionTo(url, queryTimeoutMs, { connectTimeoutMs, replica }),
      ...(this.directUrl === url ? serverLimits(queryTimeoutMs) : {}),
      max: poolSize,
      idleTimeoutMillis: 60_000,
    })
    this.#availability = new Availability({
      ...parts,
      probe: () => probe(url),
      onDoubt: () => {
        for (const listener of this.#doubters) listener()
      },
    })
    const onLost = () => this.#availability.suspect()
    this.notices = new Notices({ ...parts, sql: this, directUrl: this.directUrl, replica, onLost })
    // Without listeners, a connection that ends would end the process.
    this.pool.on('error', () => this.#availability.suspect())
    this.pool.on('connect', (client) => {
      this.#clients.add(client)
      this.#opened.set(client, this.#availability.outages)
      client.on('error', () => {})
    })
    this.pool.on('remove', (client) => this.#clients.delete(client))
  }

  /** Whether the database can be reached, as far as is known. */
  get isAvailable(): boolean {
    return this.#closing === undefined && this.#availability.failure === undefined
  }

  /** The connections of the pool that are used now, and whether the database is away, as far as is known. */
  connections(): { inUse: number; isAway: boolean } {
    const { totalCount, idleCount } = this.pool
    return { inUse: totalCount - idleCount, isAway: !this.isAvailable }
  }

  /**
   * Calls `listener` when a connection was lost: after a failover, the database may lack the last changes, and number
   * others like them, so that nothing that was read before is to be trusted.
   */
  onDoubt(listener: () => void): void {
    this.#doubters.push(listener)
  }

  /** Asks the database; resolves to false if it fails. */
  async isReachable(): Promise<boolean> {
    return await this.query('SELECT 1').then(
      () => true,
      () => false,
    )
  }

  async query<Row extends object>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    return await this.#withClient((client) => this.#send<Row>(client, statement, values))
  }

  /**
   * Runs `work` in a transaction (READ COMMITTED), which is undone if `work` throws. If the connection is lost while it
   * commits, the outcome is unknown.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return await this.#withClient(async (client) => {
      await this.#send(client, 'BEGIN')
      let isOpen = true
      const sql: Sql = {
        query: async (statement: Statement | string, values?: readonly unknown[]) => {
          if (!isOpen) throw new Error('A statement was sent after the end of its transaction.')
          return await this.#send(client, statement, values)
        },
      }
      try {
        const result = await work(sql)
        isOpen = false
        await this.#commit(client)
        return result
      } catch (error) {
        isOpen = false
        if (!this.#broken.has(client)) {
          await client.query('ROLLBACK').catch(() => this.#broken.add(client))
        }
        throw error
      }
    })
  }

  /** Waits for statements that are running. Later ones are refused. */
  close(): Promise<void> {
    this.#closing ??= this.notices.close().then(() => this.#end())
    return this.#closing
  }

  async #end(): Promise<void> {
    const ended = new AbortController()
    const end = this.pool.end().then(() => ended.abort())
    await this.#clock.wait(this.#queryTimeoutMs, ended.signal)
    // These do not answer.
    for (const client of this.#clients) cut(client)
    await end
  }

  async #withClient<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#checkOut()
    try {
      return await use(client)
    } finally {
      const isBroken = this.#broken.has(client)
      if (isBroken) cut(client)
      client.release(isBroken)
    }
  }

  async #checkOut(): Promise<PoolClient> {
    while (true) {
      if (this.#closing) throw new DatabaseError('closed', 'The database is closed.')
      const client = await this.#availability.connected(
        () => this.pool.connect(),
        (unused) => unused.release(),
      )
      if (this.#opened.get(client) === this.#availability.outages) return client
      cut(client)
      client.release(true)
    }
  }

  async #send<Row extends object>(
    client: PoolClient,
    statement: Statement | string,
    given: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { text, values } =
      typeof statement === 'string' ? { text: statement, values: given } : statement
    try {
      const config = { text, values: [...values], types: PARSERS }
      return (await client.query<Row>(config)).rows
    } catch (thrown) {
      const error = statementFailure(thrown)
      if (breaksConnection(error)) {
        this.#broken.add(client)
        this.#availability.suspect()
      }
      throw error
    }
  }

  async #commit(client: PoolClient): Promise<void> {
    try {
      const { command } = await client.query('COMMIT')
      // PostgreSQL answers so if a statement had failed and `work` did not pass on its error.
      if (command === 'ROLLBACK') {
        throw new Error('A transaction was undone because one of its statements had failed.')
      }
    } catch (thrown) {
      const error = statementFailure(thrown)
      if (breaksConnection(error)) this.#broken.add(client)
      throw error
    }
  }
}

const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

/** Given with each statement: node-pg-migrate expects pg's own types. */
const PARSERS = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    if (NUMBERS.includes(type)) return Number
    return types.getTypeParser(type, format as 'text')
  },
} as typeof types
