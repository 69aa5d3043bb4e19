import {
  type FollowableLog,
  type LogLimits,
  type LogPage,
  NO_ACCOUNT,
  type Owners,
} from '../runtime/account-logs.ts'
import type { Page } from '../schema/page.ts'
import { yieldToEventLoop } from '../time/steps.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

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
const COLUMNS = 'sequence, account_id, entry, status'

/** Restricts rows to the owners in $2; null for all. */
const OWNED = '($2::text[] IS NULL OR account_id = ANY($2))'

function listOf(owners: Owners): readonly string[] | null {
  return owners === undefined ? null : [owners].flat()
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
    const [row] = await this.#database.query<{ last: number }>(
      'SELECT last FROM sandbox.log_sequence WHERE log = $1',
      [this.#name],
    )
    return row?.last ?? 0
  }

  async after(
    sequence: number,
    owners: Owners,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Entry[]> {
    const entries: Entry[] = []
    for (let last = sequence; ; ) {
      const rows = await this.#database.query<EntryRow>(
        `SELECT ${COLUMNS} FROM sandbox.log_entry WHERE log = $1 AND ${OWNED} AND sequence > $3
         ORDER BY sequence LIMIT ${Math.min(PAGE, limit - entries.length)}`,
        [this.#name, listOf(owners), last],
      )
      for (const row of rows) {
        await yieldToEventLoop()
        entries.push(this.#entryOf(row))
      }
      if (rows.length < PAGE || entries.length === limit) return entries
      last = (rows.at(-1) as EntryRow).sequence
    }
  }

  async page(owners: Owners, { limit, offset }: Page): Promise<LogPage<Entry>> {
    const values = [this.#name, listOf(owners)]
    const [rows, counts] = await Promise.all([
      this.#database.query<EntryRow>(
        `SELECT ${COLUMNS} FROM sandbox.log_entry WHERE log = $1 AND ${OWNED}
         ORDER BY sequence DESC LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
        values,
      ),
      this.#database.query<{ total: number }>(
        `SELECT coalesce(sum(entries), 0) AS total FROM sandbox.log_account WHERE log = $1 AND ${OWNED}`,
        values,
      ),
    ])
    return { items: rows.map(this.#entryOf), total: counts[0]?.total ?? 0 }
  }

  async dropped(owners: Owners): Promise<number> {
    const [row] = await this.#database.query<{ dropped: number }>(
      `SELECT coalesce(max(dropped), 0) AS dropped FROM sandbox.log_account
       WHERE log = $1 AND ${OWNED}`,
      [this.#name, listOf(owners)],
    )
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
    const first = await this.#database.transaction(async (sql) => {
      const added = await sql.query<AddedRow>(ADD, [
        this.#name,
        entries.length,
        entries.map(({ accountId = NO_ACCOUNT }) => accountId),
        sizes,
        entries.map(({ text }) => text),
      ])
      const surplus = added.filter(({ entries }) => entries > this.#limits.perAccount)
      if (surplus.length > 0) {
        await this.#drop(
          sql,
          surplus.map((row) => ({ ...row, count: row.entries - this.#limits.perAccount })),
        )
      }
      if (isSizeDue) await this.#limitSize(sql)
      return added[0]?.first as number
    })
    this.#database.notices.publish(this.#name)
    return first
  }

  async setStatus(sequence: number, status: number): Promise<void> {
    await this.#database.query(
      `UPDATE sandbox.log_entry SET status = $3 WHERE log = $1 AND sequence = $2`,
      [this.#name, sequence, status],
    )
  }

  /** Removes entries, by default all; resolves with their number. */
  clear(owners?: Owners): Promise<number> {
    const values = [this.#name, listOf(owners)]
    return this.#database.transaction(async (sql) => {
      // Writers wait, so that the counts fit the entries.
      await sql.query('SELECT 1 FROM sandbox.log_sequence WHERE log = $1 FOR UPDATE', [this.#name])
      const [row] = await sql.query<{ count: number }>(
        `WITH deleted AS (DELETE FROM sandbox.log_entry WHERE log = $1 AND ${OWNED} RETURNING 1)
         SELECT count(*) AS count FROM deleted`,
        values,
      )
      await sql.query(`DELETE FROM sandbox.log_account WHERE log = $1 AND ${OWNED}`, values)
      return row?.count ?? 0
    })
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(
      'SELECT 1 FROM sandbox.log_account WHERE log = $1 AND account_id = $2',
      [this.#name, accountId],
    )
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

  async #limitSize(sql: Sql): Promise<void> {
    for (;;) {
      const [largest] = await sql.query<{ account_id: string; entries: number; total: number }>(
        `SELECT account_id, entries, (SELECT sum(bytes) FROM sandbox.log_account WHERE log = $1) AS total
         FROM sandbox.log_account WHERE log = $1 ORDER BY bytes DESC LIMIT 1`,
        [this.#name],
      )
      if (!largest || largest.total <= this.#limits.bytes) return
      // Several at once, so that a full log does not search for the largest account with every entry.
      await this.#drop(sql, [{ ...largest, count: Math.ceil(largest.entries / 10) }])
    }
  }

  /** Drops the oldest entries of accounts. */
  async #drop(sql: Sql, surplus: readonly { account_id: string; count: number }[]): Promise<void> {
    const accounts = surplus.map(({ account_id }) => account_id)
    await sql.query(DROP, [this.#name, accounts, surplus.map(({ count }) => count)])
  }
}

interface AddedRow {
  /** Sequence of the first new entry. */
  first: number
  account_id: string
  /** The number of entries of the account now. */
  entries: number
}

/** $1 log, $2 number of entries, $3 their accounts, $4 sizes and $5 texts. */
const ADD = `
WITH taken AS (
  UPDATE sandbox.log_sequence SET last = last + $2::bigint WHERE log = $1 RETURNING last - $2::bigint AS before
), added AS (
  INSERT INTO sandbox.log_entry (log, sequence, account_id, bytes, entry)
  SELECT $1, before + place, account_id, bytes, entry
  FROM taken, unnest($3::text[], $4::integer[], $5::text[]) WITH ORDINALITY AS new (account_id, bytes, entry, place)
  RETURNING account_id, bytes
), counted AS (
  INSERT INTO sandbox.log_account AS kept (log, account_id, entries, bytes, dropped)
  SELECT $1, account_id, count(*), sum(bytes), 0 FROM added GROUP BY account_id
  ON CONFLICT (log, account_id) DO UPDATE
  SET entries = kept.entries + excluded.entries, bytes = kept.bytes + excluded.bytes
  RETURNING account_id, entries
)
SELECT before + 1 AS first, account_id, entries FROM taken, counted`

/** $1 log, $2 accounts, $3 the number of their oldest entries to drop. */
const DROP = `
WITH surplus AS (
  SELECT account_id, (
    SELECT sequence FROM sandbox.log_entry AS old
    WHERE old.log = $1 AND old.account_id = surplus.account_id ORDER BY sequence OFFSET count - 1 LIMIT 1
  ) AS last
  FROM unnest($2::text[], $3::bigint[]) AS surplus (account_id, count)
), deleted AS (
  DELETE FROM sandbox.log_entry AS old USING surplus
  WHERE old.log = $1 AND old.account_id = surplus.account_id AND old.sequence <= surplus.last
  RETURNING old.account_id, old.bytes, old.sequence
), counted AS (
  SELECT account_id, count(*) AS entries, sum(bytes) AS bytes, max(sequence) AS newest FROM deleted GROUP BY account_id
)
UPDATE sandbox.log_account AS kept
SET entries = kept.entries - counted.entries, bytes = kept.bytes - counted.bytes,
    dropped = greatest(kept.dropped, counted.newest)
FROM counted WHERE kept.log = $1 AND kept.account_id = counted.account_id`
