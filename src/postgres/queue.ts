import type { EventEmitter } from 'node:events'
import { Logger, type Runner, run, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'
import { connectionTo } from './connection.ts'

/** Accounts that a replica moves on at the same time. */
const ACCOUNTS_AT_ONCE = 24
/** Real milliseconds between two looks for jobs that have become due. */
const POLL_MS = 1_000
/** Connections of a replica to its queue: one listens, the others take jobs. */
const CONNECTIONS = 3
const QUERY_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 15_000

/** Failures are in the log of the sandbox. */
const logger = new Logger(() => () => {})

/** Creates or updates the tables of the queue, which are in the schema `graphile_worker`. */
export async function migrateQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, logger })
}

export interface Queue {
  runner: Runner
  /** Closes its connections, after the runner has ended. */
  close(): Promise<void>
}

/** Calls `moveOn` for accounts whose job is due; a failed job is tried again. `events` reports the pool of its workers. */
export async function runQueue(
  url: string,
  events: EventEmitter,
  moveOn: (accountId: string) => Promise<void>,
): Promise<Queue> {
  const pgPool = new Pool({
    ...connectionTo(url, QUERY_TIMEOUT_MS),
    // Includes waiting for one that is used.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: CONNECTIONS,
  })
  // Without listeners, a connection that ends would end the process.
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const close = () => pgPool.end().catch(() => {})
  try {
    const runner = await run({
      pgPool,
      concurrency: ACCOUNTS_AT_ONCE,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      noPreparedStatements: true,
      events,
      logger,
      // Without a batch, nobody catches the failure to complete a job, which would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: { account: (payload) => moveOn((payload as { account: string }).account) },
    })
    return { runner, close }
  } catch (error) {
    await close()
    throw error
  }
}
