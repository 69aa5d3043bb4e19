import type { Account, AccountHead } from '../accounts/account.ts'
import {
  type DamagedSnapshot,
  MAX_SNAPSHOTS,
  type SavedSnapshot,
  type SnapshotParts,
  type Snapshots,
} from '../runtime/snapshots.ts'
import { PLAIN, type SecretBox } from '../store/secret-box.ts'
import { StoreError, UnknownAccountError } from '../store/store-error.ts'
import type { Database } from './database.ts'
import { type Statement, sql } from './sql.ts'
import { openedRows, parsed, type StoredEntry, wholeFrom } from './store/account-rows.ts'

interface SnapshotRow {
  name: string
  saved_at: number
  shows: number
  campaigns: number
}

/** Begins the stored names of moments, and of no snapshot. */
const MOMENT = '~'

/** Snapshots as copies of the rows of accounts, which the database makes without sending them. */
export class PostgresSnapshots implements Snapshots {
  readonly #database: Database
  readonly #secrets: SecretBox
  readonly #prefix: string
  /** Selects the rows of this kind. */
  readonly #ofKind: Statement

  /** `secrets` decrypts those of accounts. `moments`: keeps moments, apart from the snapshots that users save. */
  constructor(database: Database, secrets = PLAIN, { moments = false } = {}) {
    this.#database = database
    this.#secrets = secrets
    this.#prefix = moments ? MOMENT : ''
    this.#ofKind = moments ? sql`left(name, 1) = ${MOMENT}` : sql`left(name, 1) <> ${MOMENT}`
  }

  async list(accountId: string): Promise<(SavedSnapshot | DamagedSnapshot)[]> {
    const rows = await this.#database.query<SnapshotRow>(sql`
      SELECT name, saved_at, shows, campaigns FROM sandbox.snapshot
      WHERE account_id = ${accountId} AND ${this.#ofKind} ORDER BY name`)
    return rows.map((row) => this.#shown(row))
  }

  async find(accountId: string, name: string): Promise<SavedSnapshot | undefined> {
    const [row] = await this.#database.query<SnapshotRow>(sql`
      SELECT name, saved_at, shows, campaigns FROM sandbox.snapshot ${this.#named(accountId, name)}`)
    return row && this.#shown(row)
  }

  async account(accountId: string, name: string): Promise<Readonly<Account>> {
    const [row] = await this.#database.query<{ value: string; entries: string }>(sql`
      SELECT value, entries FROM sandbox.snapshot ${this.#named(accountId, name)}`)
    if (row === undefined) throw new StoreError(`There is no snapshot ${name}.`)
    const found = { value: row.value, entries: JSON.parse(row.entries) as StoredEntry[] }
    const { value, entries } = openedRows(accountId, found, this.#secrets)
    return wholeFrom(value, entries)
  }

  async save(
    accountId: string,
    name: string,
    { rows, timesOf }: SnapshotParts,
  ): Promise<SavedSnapshot | undefined> {
    return this.#database.transaction(async (db) => {
      // Changes and other snapshots of the account wait until its rows are copied.
      const [account] = await db.query<{ value: string; campaigns: number }>(sql`
        SELECT value, campaigns FROM sandbox.account WHERE id = ${accountId} FOR UPDATE`)
      if (account === undefined) throw new UnknownAccountError(accountId)
      const { clock } = parsed<AccountHead>(account.value)
      const { savedAt, shows } = timesOf({ id: accountId, clock })
      const [others] = await db.query<{ count: number }>(sql`
        SELECT count(*) AS count FROM sandbox.snapshot
        WHERE account_id = ${accountId} AND ${this.#ofKind} AND name <> ${this.#prefix + name}`)
      if ((others?.count ?? 0) >= MAX_SNAPSHOTS) return undefined
      const { campaigns, value } = account
      await db.query(sql`
        INSERT INTO sandbox.snapshot (account_id, name, saved_at, shows, campaigns, value, events, entries)
        SELECT ${accountId}, ${this.#prefix + name}, ${savedAt}, ${shows}, ${campaigns}, ${value}, ${rows},
          coalesce(json_agg(e), '[]') FROM (
            SELECT collection, id, place, value FROM sandbox.entry WHERE account_id = ${accountId}) e
        ON CONFLICT (account_id, name) DO UPDATE SET saved_at = excluded.saved_at, shows = excluded.shows,
          campaigns = excluded.campaigns, value = excluded.value, events = excluded.events,
          entries = excluded.entries`)
      return { name, savedAt, shows, campaigns }
    })
  }

  async rows(accountId: string, name: string): Promise<string> {
    const [row] = await this.#database.query<{ events: string }>(sql`
      SELECT events FROM sandbox.snapshot ${this.#named(accountId, name)}`)
    return row?.events ?? ''
  }

  async remove(accountId: string, name: string): Promise<void> {
    await this.#database.query(sql`DELETE FROM sandbox.snapshot ${this.#named(accountId, name)}`)
  }

  async forget(accountId: string): Promise<void> {
    await this.#database.query(sql`
      DELETE FROM sandbox.snapshot WHERE account_id = ${accountId} AND ${this.#ofKind}`)
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(sql`
      SELECT FROM sandbox.snapshot WHERE account_id = ${accountId} AND ${this.#ofKind} LIMIT 1`)
    return found.length > 0
  }

  #named(accountId: string, name: string): Statement {
    return sql`WHERE account_id = ${accountId} AND name = ${this.#prefix + name}`
  }

  #shown({ name, saved_at, shows, campaigns }: SnapshotRow): SavedSnapshot {
    return { name: name.slice(this.#prefix.length), savedAt: saved_at, shows, campaigns }
  }
}
