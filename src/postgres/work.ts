import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Runner } from 'graphile-worker'
import type { Log } from '../log.ts'
import type { AccountWork, SharedWork } from '../simulation/shared-work.ts'
import { inBackground } from '../state/account-state.ts'
import type { Clock } from '../time/clock.ts'
import type { Database } from './database.ts'
import { runQueue } from './queue.ts'

/** Real milliseconds between two signs of life of a replica. */
const HEARTBEAT_MS = 4_000
/** A replica that was silent for so long has ended, and its accounts are free. */
const SILENT_MS = 16_000
/** Real milliseconds until the queue is started again after the database was away. */
const RESTART_MS = 500
/** Real milliseconds until an account is looked at again in which something failed. */
const RETRY_MS = 1_000
/** Real milliseconds for which a closing sandbox waits for the jobs that are being done. */
const LAST_JOBS_MS = 10_000

interface Parts {
  database: Database
  clock: Clock
  log: Log
  closing: AbortSignal
  /** Learns which accounts this process holds. */
  holds: Holds
}

/** Parts that are notified when this process takes or releases an account. */
export interface Holds {
  hold(accountId: string, fence: number): void
  letGo(accountId: string): void
}

/**
 * A queue with one job for each account in which something will be due (graphile-worker). Whoever takes the job holds
 * the account until the job ends. A replica that is killed stays silent: another one frees its jobs.
 */
export class QueuedWork implements SharedWork {
  readonly #parts: Parts
  readonly #replicaId = randomUUID()
  readonly #held = new Set<string>()
  #workers = new Set<string>()
  #work: AccountWork | undefined
  #runner: Runner | undefined
  #running: Promise<unknown> | undefined
  #isClosing = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(work: AccountWork): void {
    this.#work = work
    const { notices } = this.#parts.database
    notices.listen('work', (accountId) => {
      const changed = accountId === undefined ? [...this.#held] : [accountId]
      for (const id of changed) if (this.#held.has(id)) work.nudge(id)
    })
    this.#running = Promise.all([this.#takeJobs(), this.#showLife()])
  }

  async wake(accountId: string): Promise<void> {
    const { database } = this.#parts
    await database.query('SELECT sandbox.wake($1, 0)', [accountId])
    // Its holder need not end its job first.
    database.notices.publish('work', accountId)
  }

  async close(): Promise<void> {
    const { clock, database } = this.#parts
    this.#isClosing = true
    const stopped = this.#runner?.stop().catch(() => {})
    const done = new AbortController()
    const ended = Promise.all([stopped, this.#running]).then(() => done.abort())
    // While the database is away, the queue would try for minutes to end its jobs.
    await Promise.race([ended, clock.wait(LAST_JOBS_MS, done.signal)])
    await database
      .query('DELETE FROM sandbox.replica WHERE id = $1', [this.#replicaId])
      .catch(() => {})
  }

  /** Takes jobs until the sandbox closes. A queue whose database goes away ends, and is started again. */
  async #takeJobs(): Promise<void> {
    const { clock, closing } = this.#parts
    while (!closing.aborted && !this.#isClosing) {
      await inBackground(
        'The queue of due accounts was interrupted',
        () => this.#run(),
        this.#parts,
      )
      if (!closing.aborted && !this.#isClosing) await clock.pause(RESTART_MS, closing)
    }
  }

  async #run(): Promise<void> {
    const { database } = this.#parts
    // Jobs of the workers before would stay locked.
    const earlier = [...this.#workers]
    await database.query('SELECT graphile_worker.force_unlock_workers($1)', [earlier])
    await database.query(DROP_ENDED)
    await database.query(PLAN_ALL)
    this.#workers = new Set()
    const events = new EventEmitter()
    // Jobs are locked by the pool of the workers, under its id.
    events.on('pool:create', ({ workerPool }) => this.#workers.add(workerPool.id))
    const { runner, close } = await runQueue(database.directUrl, events, (id) => this.#hold(id))
    try {
      this.#runner = runner
      if (this.#isClosing) await runner.stop().catch(() => {})
      await runner.promise
    } finally {
      await close()
    }
  }

  /** Moves an account on, and plans when it is looked at again. */
  async #hold(accountId: string): Promise<void> {
    const { database, holds } = this.#parts
    const [held] = await database.query<{ fence: number }>(TAKE_HOLD, [accountId, this.#replicaId])
    if (!held) return
    holds.hold(accountId, held.fence)
    this.#held.add(accountId)
    let delay: number | undefined = RETRY_MS
    try {
      const failure = `Due events of account ${accountId} could not be processed`
      await inBackground(
        failure,
        async () => {
          delay = await this.#work?.moveOn(accountId)
        },
        this.#parts,
      )
    } finally {
      this.#held.delete(accountId)
      holds.letGo(accountId)
    }
    // If this fails, the database is away: then the queue starts again, and tries this job again.
    if (delay !== undefined) {
      await database.query('SELECT sandbox.wake($1, $2)', [accountId, delay])
    }
  }

  /** Shows that this replica is alive, and frees the jobs of those that are not. */
  async #showLife(): Promise<void> {
    const { clock, closing } = this.#parts
    while (!closing.aborted && !this.#isClosing) {
      await inBackground('The heartbeat could not be written', () => this.#beat(), this.#parts)
      await clock.pause(HEARTBEAT_MS, closing)
    }
  }

  async #beat(): Promise<void> {
    const { database } = this.#parts
    await database.query(BEAT, [this.#replicaId, [...this.#workers]])
    await database.query(FORGET_SILENT, [SILENT_MS])
    await database.query(FREE_SILENT, [SILENT_MS])
    await database.query(FREE_LOST, [[...this.#workers], [...this.#held], SILENT_MS])
  }
}

const BEAT = `
  INSERT INTO sandbox.replica (id, worker_ids, seen_at) VALUES ($1, $2, now())
  ON CONFLICT (id) DO UPDATE SET worker_ids = excluded.worker_ids, seen_at = now()`

const FORGET_SILENT = `
  DELETE FROM sandbox.replica WHERE seen_at < now() - $1::float8 * interval '1 millisecond'`

/** Frees the jobs of workers that no replica has. A replica that has just started has not named its workers yet. */
const FREE_SILENT = `
  WITH held AS (
    SELECT locked_by, locked_at FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
    UNION SELECT locked_by, locked_at FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL)
  SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM held
  WHERE locked_at < now() - $1::float8 * interval '1 millisecond'
    AND NOT EXISTS (SELECT FROM sandbox.replica WHERE locked_by = ANY (worker_ids))
  HAVING count(*) > 0`

/**
 * Frees the jobs that the workers of this replica took without learning of it, because the answer of the database was
 * lost or came too late.
 */
const FREE_LOST = `
  WITH lost AS (
    UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
    WHERE locked_by = ANY ($1::text[]) AND queue_name <> ALL ($2::text[])
      AND locked_at < now() - $3::float8 * interval '1 millisecond'
    RETURNING id)
  UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
  WHERE locked_by = ANY ($1::text[]) AND job_queue_id IN (SELECT id FROM lost)`

/** No row if the account was removed. */
const TAKE_HOLD = `
  INSERT INTO sandbox.account_hold AS hold (account_id, fence, replica_id)
  SELECT id, 1, $2 FROM sandbox.account WHERE id = $1
  ON CONFLICT (account_id) DO UPDATE SET fence = hold.fence + 1, replica_id = excluded.replica_id
  RETURNING fence`

/** A job that was replaced while a killed replica did it is never done again. */
const DROP_ENDED = `
  DELETE FROM graphile_worker._private_jobs
  WHERE key IS NULL AND locked_at IS NULL AND attempts >= max_attempts`

/** Accounts without a planned job are looked at once: a restored backup may have none. */
const PLAN_ALL = `
  SELECT sandbox.wake(id, random() * 1000) FROM sandbox.account
  WHERE NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE key = account.id)`
