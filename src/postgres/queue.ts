import type { EventEmitter } from 'node:events'
import { Logger, type Runner, run, runMigrations } from 'graphile-worker'

/** Accounts that a replica moves on at the same time. */
const ACCOUNTS_AT_ONCE = 24
/** Real milliseconds between two looks for jobs that have become due. */
const POLL_MS = 1_000
/** Connections of a replica to its queue: one listens, the others take jobs. */
const CONNECTIONS = 3

/** Failures are in the log of the sandbox. */
const logger = new Logger(() => () => {})

/** Creates or updates the tables of the queue, which are in the schema `graphile_worker`. */
export async function migrateQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, logger })
}

/** Calls `moveOn` for accounts whose job is due; a failed job is tried again. `events` reports its workers. */
export function runQueue(
  connectionString: string,
  events: EventEmitter,
  moveOn: (accountId: string) => Promise<void>,
): Promise<Runner> {
  return run({
    connectionString,
    maxPoolSize: CONNECTIONS,
    concurrency: ACCOUNTS_AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    noPreparedStatements: true,
    events,
    logger,
    taskList: { account: (payload) => moveOn((payload as { account: string }).account) },
  })
}
