import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import { AbortController } from '../node-globals.ts'
import { inBackground } from '../runtime/account-state.ts'
import type { AccountWork, SharedWork } from '../simulation/scheduler.ts'
import type { Clock } from '../time/clock.ts'
import type { Database } from './database.ts'
import { type Statement, sql } from './sql.ts'

/** Real milliseconds between two signs of life of a replica, and the longest between two looks for due accounts. */
export const LOOK_EVERY_MS = 4_000
/** A replica that was silent for so long has ended, and its accounts are free. */
const SILENT_MS = 16_000
/** Real milliseconds until a look after one that found an account locked. */
const AGAIN_MS = 20
/** Real milliseconds until the next look after something failed. */
const RETRY_MS = 1_000
/** Real milliseconds for which a closing sandbox waits for the accounts that it is moving on. */
const LAST_HOLDS_MS = 10_000
/** Accounts that a replica moves on at the same time. */
const ACCOUNTS_AT_ONCE = 24
/** Accounts that it takes at once, so that others get some. */
const TAKEN_AT_ONCE = 4

interface Parts {
  database: Database
  clock: Clock
  log: Log
  closing: AbortSignal
  /** Learns which accounts this process holds. */
  holds: Holds
  /** Id of this replica. */
  replica?: string | undefined
}

/** Parts that are notified when this process takes or releases an account. */
export interface Holds {
  hold(accountId: string, fence: number): void
  letGo(accountId: string): void
}

interface Found {
  /** Null for none. */
  accounts: { id: string; fence: number }[] | null
  /** Milliseconds until the next account is due; null if none is planned. */
  wait: number | null
}

/**
 * Takes accounts that are due from a table with a row for each account (`account_hold`), and holds each until it was
 * moved on. Replicas look when the next account is due, and when a notice says so. A replica that is killed stays silent:
 * another one frees its accounts.
 */
export class PostgresWork implements SharedWork {
  readonly #parts: Parts
  readonly #replicaId: string
  /** Accounts that are being moved on, with what notices have asked for meanwhile. */
  readonly #held = new Map<string, Set<Promise<void>>>()
  /** The same, until the table shows their end. */
  readonly #taken = new Map<string, Promise<void>>()
  #work: AccountWork | undefined
  #running: Promise<void> | undefined
  /** Ends the pause before the next look. */
  #woken = new AbortController()
  /** `Clock.elapsed()` of the next sign of life. */
  #nextBeat = 0
  #isClosing = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#replicaId = parts.replica ?? randomUUID()
  }

  start(work: AccountWork): void {
    this.#work = work
    this.#parts.database.notices.listen('work', (accountId) => {
      for (const id of accountId === undefined ? this.#held.keys() : [accountId])
        this.#nudge(id, work)
      this.#woken.abort()
    })
    this.#running = this.#run()
  }

  async wake(accountId: string): Promise<void> {
    await this.#parts.database.query(sql`SELECT sandbox.wake(${accountId}, 0)`)
    this.#notify(accountId)
  }

  /** The database has a new time at which an account is due, in so many milliseconds. */
  notePlanned(accountId: string, delayMs: number): void {
    // Its holder plans the next look itself. Of later times, every replica learns in time.
    if (delayMs < LOOK_EVERY_MS && !this.#taken.has(accountId)) this.#notify(accountId)
  }

  async close(): Promise<void> {
    const { clock, database } = this.#parts
    this.#isClosing = true
    this.#woken.abort()
    const done = new AbortController()
    const ended = Promise.resolve(this.#running)
      .then(() => Promise.all(this.#taken.values()))
      .then(() => done.abort())
    await Promise.race([ended, clock.wait(LAST_HOLDS_MS, done.signal)])
    await database
      .query(sql`DELETE FROM sandbox.replica WHERE id = ${this.#replicaId}`)
      .catch(() => {})
    if (this.#running) database.notices.publish('work')
  }

  #nudge(accountId: string, work: AccountWork): void {
    const nudges = this.#held.get(accountId)
    if (!nudges) return
    const nudge = work.nudge(accountId)
    nudges.add(nudge)
    void nudge.then(() => nudges.delete(nudge))
  }

  #notify(accountId: string): void {
    this.#parts.database.notices.publish('work', accountId)
  }

  get #isEnding(): boolean {
    return this.#isClosing || this.#parts.closing.aborted
  }

  async #run(): Promise<void> {
    const { clock, closing, database, log } = this.#parts
    let [isPlanned, hasFailed] = [false, false]
    while (!this.#isEnding) {
      this.#woken = new AbortController()
      let wait = RETRY_MS
      try {
        if (!isPlanned) await database.query(PLAN_ALL)
        isPlanned = true
        wait = await this.#look()
        hasFailed = false
      } catch (error) {
        // During an outage, each look fails.
        if (!hasFailed && !this.#isEnding)
          log.failure('Due accounts could not be looked for', error)
        hasFailed = true
      }
      if (!this.#isEnding) await clock.pause(wait, hasFailed ? closing : this.#woken.signal)
    }
  }

  /** Takes accounts that are due; resolves with the milliseconds until the next look. */
  async #look(): Promise<number> {
    const { clock, database } = this.#parts
    const taken = [...this.#taken.keys()]
    // First of all: only the accounts of replicas that have shown life stay theirs.
    if (clock.elapsed() >= this.#nextBeat) {
      await database.query(beat(this.#replicaId, taken))
      this.#nextBeat = clock.elapsed() + LOOK_EVERY_MS
    }
    const untilBeat = Math.max(0, this.#nextBeat - clock.elapsed())
    const most = Math.min(TAKEN_AT_ONCE, ACCOUNTS_AT_ONCE - taken.length)
    if (most <= 0) return untilBeat
    const [found] = await database.query<Found>(take(this.#replicaId, taken, most))
    const { accounts = [], wait } = found ?? {}
    for (const { id, fence } of accounts ?? []) this.#taken.set(id, this.#hold(id, fence))
    if (accounts?.length === most) return 0
    return Math.min(untilBeat, Math.max(AGAIN_MS, wait ?? LOOK_EVERY_MS))
  }

  /** Moves an account on, and plans when it is looked at again. */
  async #hold(accountId: string, fence: number): Promise<void> {
    const { database, holds } = this.#parts
    holds.hold(accountId, fence)
    const nudges = new Set<Promise<void>>()
    this.#held.set(accountId, nudges)
    let delay: number | null = RETRY_MS
    const failure = `Due events of account ${accountId} could not be processed`
    await inBackground(
      failure,
      async () => {
        delay = (await this.#work?.moveOn(accountId)) ?? null
      },
      this.#parts,
    )
    // What a nudge has begun to send, the next holder would send again.
    while (nudges.size > 0) await Promise.all(nudges)
    this.#held.delete(accountId)
    holds.letGo(accountId)
    // If this fails, the next sign of life frees the account.
    await database.query(release(accountId, fence, delay)).catch(() => {})
    this.#taken.delete(accountId)
    this.#woken.abort()
  }
}

/**
 * A sign of life of a replica, which holds `taken`. Frees the accounts of replicas that are silent, and those that this one
 * took without learning of it, because the answer of the database was lost.
 */
function beat(replica: string, taken: readonly string[]): Statement {
  return sql`
    WITH beat AS (
      INSERT INTO sandbox.replica (id, seen_at) VALUES (${replica}, now())
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
    ), alive AS MATERIALIZED (
      SELECT id FROM sandbox.replica WHERE seen_at >= now() - ${SILENT_MS}::float8 * interval '1 millisecond'
    ), gone AS (
      DELETE FROM sandbox.replica WHERE id <> ${replica} AND id NOT IN (SELECT id FROM alive)
    ), lost AS MATERIALIZED (
      SELECT account_id, fence FROM sandbox.account_hold
      WHERE replica_id IS NOT NULL AND CASE WHEN replica_id = ${replica} THEN account_id <> ALL (${taken}::text[])
        ELSE replica_id NOT IN (SELECT id FROM alive) END
    )
    UPDATE sandbox.account_hold hold SET replica_id = NULL, due_at = now()
    FROM lost WHERE hold.account_id = lost.account_id AND hold.fence = lost.fence AND hold.replica_id IS NOT NULL`
}

/** Takes accounts that are due, and not `taken` already. Rows of removed accounts are deleted. */
function take(replica: string, taken: readonly string[], most: number): Statement {
  return sql`
    WITH due AS MATERIALIZED (
      SELECT account_id FROM sandbox.account_hold
      WHERE replica_id IS NULL AND due_at <= now() AND account_id <> ALL (${taken}::text[])
      ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM sandbox.account_hold hold USING due
      WHERE hold.account_id = due.account_id AND NOT EXISTS (SELECT FROM sandbox.account WHERE id = due.account_id)
    ), taken AS (
      UPDATE sandbox.account_hold hold SET replica_id = ${replica}, due_at = NULL, fence = nextval('sandbox.turn')
      FROM due JOIN sandbox.account ON id = due.account_id WHERE hold.account_id = due.account_id
      RETURNING hold.account_id, hold.fence
    ), next AS (
      SELECT due_at FROM sandbox.account_hold
      WHERE replica_id IS NULL AND due_at IS NOT NULL AND account_id <> ALL (${taken}::text[])
        AND account_id NOT IN (SELECT account_id FROM due)
      ORDER BY due_at LIMIT 1
    )
    SELECT (SELECT json_agg(json_build_object('id', account_id, 'fence', fence)) FROM taken) AS accounts,
      (SELECT extract(epoch FROM due_at - now()) * 1000 FROM next) AS wait`
}

/** Frees an account that is due again in `delay` milliseconds; null: not at all. */
function release(accountId: string, fence: number, delay: number | null): Statement {
  return sql`
    UPDATE sandbox.account_hold
    SET replica_id = NULL, due_at = least(due_at, now() + ${delay}::float8 * interval '1 millisecond')
    WHERE account_id = ${accountId} AND fence = ${fence}`
}

/** An account for which nothing is planned is looked at once: this replica may serve events that others did not. */
const PLAN_ALL = sql`
  INSERT INTO sandbox.account_hold AS hold (account_id, fence, due_at)
  SELECT id, 0, now() + random() * interval '1 second'
  FROM sandbox.account LEFT JOIN sandbox.account_hold ON account_id = id
  WHERE account_id IS NULL OR (due_at IS NULL AND replica_id IS NULL)
  ON CONFLICT (account_id) DO UPDATE SET due_at = least(hold.due_at, excluded.due_at)`
