import {
  type FollowableLog,
  type LogLimits,
  type LogPage,
  NO_ACCOUNT,
  type Owners,
} from '../runtime/account-logs.ts'
import type { Page } from '../schema/page.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import type { Database } from './database.ts'
import { type Sql, type Statement, sql } from './sql.ts'

/** An entry to add. */
export interface NewEntry {
  /** Undefined for a caller without an account. */
  accountId: string | undefined
  /** Its JSON. */
  text: string
}

/** A stored entry. */
export interface EntryRow {
  sequence: number
  /** NO_ACCOUNT for a caller without one. */
  account_id: string
  entry: string
  status: number | null
}

/** Approximate size of the columns and indexes of an entry, in bytes. */
const FIXED_BYTES = 200

/** Entries that are read by one statement: its time is limited. */
const PAGE = 500

/** Restricts rows to those of the owners. */
function ownedBy(owners: Owners): Statement {
  return owners === undefined ? sql`true` : sql`account_id = ANY (${[owners].flat()}::text[])`
}

/** The size of all entries is looked at whenever this part of the limit was added. */
const SIZE_CHECKS = 32

/**
 * A log that all replicas write and follow. A writer takes the next sequences by a lock that it holds until its
 * entries are committed, so a reader that has seen an entry has seen all entries before it. The tables are unlogged: a
 * crash of the database empties the log, and its sequences continue.
 */
export class EntryLog<Entry> implements FollowableLog<Entry> {
  readonly #database: Database
  readonly #name: 'requests' | 'received'
  readonly #limits: LogLimits
  readonly #entryOf: (row: EntryRow) => Entry
  readonly #waiting = new Map<() => void, number>()
  #looking = false
  #lookAgain = false
  #stopListening: (() => void) | undefined
  #unchecked = 0

  constructor(
    database: Database,
    name: 'requests' | 'received',
    { limits, entryOf }: { limits: LogLimits; entryOf: (row: EntryRow) => Entry },
  ) {
    this.#database = database
    this.#name = name
    this.#limits = limits
    this.#entryOf = entryOf
  }

  async newest(): Promise<number> {
    const [row] = await this.#database.query<{ last: number }>(sql`
      SELECT last FROM sandbox.log_sequence WHERE log = ${this.#name}`)
    return row?.last ?? 0
  }

  async after(
    sequence: number,
    owners: Owners,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Entry[]> {
    const entries: Entry[] = []
    for (let last = sequence; ; ) {
      const rows = await this.#database.query<EntryRow>(sql`
        SELECT sequence, account_id, entry, status FROM sandbox.log_entry
        WHERE log = ${this.#name} AND ${ownedBy(owners)} AND sequence > ${last}
        ORDER BY sequence LIMIT ${Math.min(PAGE, limit - entries.length)}`)
      for (const row of rows) {
        await yieldToEventLoop()
        entries.push(this.#entryOf(row))
      }
      if (rows.length < PAGE || entries.length === limit) return entries
      last = (rows.at(-1) as EntryRow).sequence
    }
  }

  async page(owners: Owners, { limit, offset }: Page): Promise<LogPage<Entry>> {
    const wanted = sql`log = ${this.#name} AND ${ownedBy(owners)}`
    const [rows, counts] = await Promise.all([
      this.#database.query<EntryRow>(sql`
        SELECT sequence, account_id, entry, status FROM sandbox.log_entry WHERE ${wanted}
        ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}`),
      this.#database.query<{ total: number }>(sql`
        SELECT coalesce(sum(entries), 0) AS total FROM sandbox.log_account WHERE ${wanted}`),
    ])
    return { items: rows.map(this.#entryOf), total: counts[0]?.total ?? 0 }
  }

  async dropped(owners: Owners): Promise<number> {
    const [row] = await this.#database.query<{ dropped: number }>(sql`
      SELECT coalesce(max(dropped), 0) AS dropped FROM sandbox.log_account
      WHERE log = ${this.#name} AND ${ownedBy(owners)}`)
    return row?.dropped ?? 0
  }

  async changed(sequence: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const finish = () => {
        signal.removeEventListener('abort', finish)
        this.#waiting.delete(finish)
        if (this.#waiting.size === 0) this.#stopListening?.()
        resolve()
      }
      if (this.#waiting.size === 0) {
        this.#stopListening = this.#database.notices.listen(this.#name, () => void this.#look())
      }
      this.#waiting.set(finish, sequence)
      signal.addEventListener('abort', finish)
      void this.#look()
    })
  }

  /** Adds entries; resolves with the sequence of the first when they are committed. Rejects with a DatabaseError. */
  async append(entries: readonly NewEntry[]): Promise<number> {
    const sizes = entries.map(({ text }) => Buffer.byteLength(text) + FIXED_BYTES)
    this.#unchecked += sizes.reduce((sum, size) => sum + size, 0)
    const isSizeDue = this.#unchecked >= this.#limits.bytes / SIZE_CHECKS
    if (isSizeDue) this.#unchecked = 0
    const first = await this.#database.transaction(async (db) => {
      const added = await db.query<AddedRow>(this.#adding(entries, sizes))
      const surplus = added.filter(({ entries }) => entries > this.#limits.perAccount)
      if (surplus.length > 0) {
        await this.#drop(
          db,
          surplus.map((row) => ({ ...row, count: row.entries - this.#limits.perAccount })),
        )
      }
      if (isSizeDue) await this.#limitSize(db)
      return added[0]?.first as number
    })
    this.#database.notices.publish(this.#name)
    return first
  }

  async setStatus(sequence: number, status: number): Promise<void> {
    await this.#database.query(sql`
      UPDATE sandbox.log_entry SET status = ${status}
      WHERE log = ${this.#name} AND sequence = ${sequence}`)
  }

  /** Removes entries, by default all; resolves with their number. */
  clear(owners?: Owners): Promise<number> {
    const wanted = sql`log = ${this.#name} AND ${ownedBy(owners)}`
    return this.#database.transaction(async (db) => {
      // Writers wait, so that the counts fit the entries.
      await db.query(sql`SELECT FROM sandbox.log_sequence WHERE log = ${this.#name} FOR UPDATE`)
      const [row] = await db.query<{ count: number }>(sql`
        WITH deleted AS (DELETE FROM sandbox.log_entry WHERE ${wanted} RETURNING 1)
        SELECT count(*) AS count FROM deleted`)
      await db.query(sql`DELETE FROM sandbox.log_account WHERE ${wanted}`)
      return row?.count ?? 0
    })
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(sql`
      SELECT FROM sandbox.log_account WHERE log = ${this.#name} AND account_id = ${accountId}`)
    return found.length > 0
  }

  /** Wakes all who wait for a new entry, with one query for all of them. */
  async #look(): Promise<void> {
    this.#lookAgain = true
    if (this.#looking) return
    this.#looking = true
    while (this.#lookAgain && this.#waiting.size > 0) {
      this.#lookAgain = false
      // The next notice looks again.
      const newest = await this.newest().catch(() => 0)
      for (const [finish, sequence] of [...this.#waiting]) if (newest > sequence) finish()
    }
    this.#looking = false
  }

  /** A statement that adds entries with these sizes. */
  #adding(entries: readonly NewEntry[], sizes: readonly number[]): Statement {
    const accounts = entries.map(({ accountId = NO_ACCOUNT }) => accountId)
    const texts = entries.map(({ text }) => text)
    return sql`
      WITH taken AS (
        UPDATE sandbox.log_sequence SET last = last + ${entries.length} WHERE log = ${this.#name}
        RETURNING last - ${entries.length} AS before
      ), added AS (
        INSERT INTO sandbox.log_entry (log, sequence, account_id, bytes, entry)
        SELECT ${this.#name}, before + place, account_id, bytes, entry
        FROM taken, unnest(${accounts}::text[], ${sizes}::int[], ${texts}::text[])
          WITH ORDINALITY AS new (account_id, bytes, entry, place)
        RETURNING account_id, bytes
      ), counted AS (
        INSERT INTO sandbox.log_account AS kept (log, account_id, entries, bytes, dropped)
        SELECT ${this.#name}, account_id, count(*), sum(bytes), 0 FROM added GROUP BY account_id
        ON CONFLICT (log, account_id) DO UPDATE
        SET entries = kept.entries + excluded.entries, bytes = kept.bytes + excluded.bytes
        RETURNING account_id, entries
      )
      SELECT before + 1 AS first, account_id, entries FROM taken, counted`
  }

  async #limitSize(db: Sql): Promise<void> {
    for (;;) {
      const [largest] = await db.query<{ account_id: string; entries: number; total: number }>(sql`
        SELECT account_id, entries, sum(bytes) OVER () AS total FROM sandbox.log_account
        WHERE log = ${this.#name} ORDER BY bytes DESC LIMIT 1`)
      if (!largest || largest.total <= this.#limits.bytes) return
      // Several at once, so that a full log does not search for the largest account with every entry.
      await this.#drop(db, [{ ...largest, count: Math.ceil(largest.entries / 10) }])
    }
  }

  /** Drops the oldest entries of accounts, so many of each. */
  async #drop(db: Sql, surplus: readonly { account_id: string; count: number }[]): Promise<void> {
    const accounts = surplus.map(({ account_id }) => account_id)
    const counts = surplus.map(({ count }) => count)
    await db.query(sql`
      WITH surplus AS (
        SELECT account_id, (
          SELECT sequence FROM sandbox.log_entry AS old
          WHERE old.log = ${this.#name} AND old.account_id = surplus.account_id
          ORDER BY sequence OFFSET count - 1 LIMIT 1) AS last
        FROM unnest(${accounts}::text[], ${counts}::bigint[]) AS surplus (account_id, count)
      ), deleted AS (
        DELETE FROM sandbox.log_entry AS old USING surplus
        WHERE old.log = ${this.#name} AND old.account_id = surplus.account_id AND old.sequence <= surplus.last
        RETURNING old.account_id, old.bytes, old.sequence
      ), counted AS (
        SELECT account_id, count(*) AS entries, sum(bytes) AS bytes, max(sequence) AS newest
        FROM deleted GROUP BY account_id
      )
      UPDATE sandbox.log_account AS kept
      SET entries = kept.entries - counted.entries, bytes = kept.bytes - counted.bytes,
        dropped = greatest(kept.dropped, counted.newest)
      FROM counted WHERE kept.log = ${this.#name} AND kept.account_id = counted.account_id`)
  }
}

interface AddedRow {
  /** Sequence of the first new entry. */
  first: number
  account_id: string
  /** The number of entries of the account now. */
  entries: number
}
