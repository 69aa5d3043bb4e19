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
import type { Sql } from './sql.ts'
import { openedRows, parsed, type StoredEntry, wholeFrom } from './store/account-rows.ts'

/** Entries that are loaded by one statement: its time is limited. */
const PAGE = 10_000

interface SnapshotRow {
  name: string
  saved_at: number
  shows: number
  campaigns: number
}

const COLUMNS = 'name, saved_at, shows, campaigns'
const OF_NAME = 'WHERE account_id = $1 AND name = $2'

/** Begins the stored names of moments, and of no snapshot. */
const MOMENT = '~'

/** Snapshots as copies of the rows of accounts, which the database makes without sending them. */
export class PostgresSnapshots implements Snapshots {
  readonly #database: Database
  readonly #secrets: SecretBox
  readonly #prefix: string
  /** Selects the rows of this kind. */
  readonly #ofKind: string

  /** `secrets` decrypts those of accounts. `moments`: keeps moments, apart from the snapshots that users save. */
  constructor(database: Database, secrets = PLAIN, { moments = false } = {}) {
    this.#database = database
    this.#secrets = secrets
    this.#prefix = moments ? MOMENT : ''
    this.#ofKind = `left(name, 1) ${moments ? '=' : '<>'} '${MOMENT}'`
  }

  async list(accountId: string): Promise<(SavedSnapshot | DamagedSnapshot)[]> {
    const rows = await this.#database.query<SnapshotRow>(
      `SELECT ${COLUMNS} FROM sandbox.snapshot WHERE account_id = $1 AND ${this.#ofKind} ORDER BY name`,
      [accountId],
    )
    return rows.map((row) => this.#shown(row))
  }

  async find(accountId: string, name: string): Promise<SavedSnapshot | undefined> {
    const [row] = await this.#database.query<SnapshotRow>(
      `SELECT ${COLUMNS} FROM sandbox.snapshot ${OF_NAME}`,
      [accountId, this.#prefix + name],
    )
    return row && this.#shown(row)
  }

  async account(accountId: string, name: string): Promise<Readonly<Account>> {
    return this.#database.transaction(async (sql) => {
      await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      const [row] = await sql.query<{ value: string }>(
        `SELECT value FROM sandbox.snapshot ${OF_NAME}`,
        [accountId, this.#prefix + name],
      )
      if (row === undefined) throw new StoreError(`There is no snapshot ${name}.`)
      const found = { ...row, entries: await entriesOf(accountId, this.#prefix + name, sql) }
      const { value, entries } = openedRows(accountId, found, this.#secrets)
      return wholeFrom(value, entries)
    })
  }

  async save(
    accountId: string,
    name: string,
    { rows, timesOf }: SnapshotParts,
  ): Promise<SavedSnapshot | undefined> {
    return this.#database.transaction(async (sql) => {
      // Changes and other snapshots of the account wait until its rows are copied.
      const [account] = await sql.query<{ value: string; campaigns: number }>(
        'SELECT value, campaigns FROM sandbox.account WHERE id = $1 FOR UPDATE',
        [accountId],
      )
      if (account === undefined) throw new UnknownAccountError(accountId)
      const { clock } = parsed<AccountHead>(account.value)
      const { savedAt, shows } = timesOf({ id: accountId, clock })
      const known = await sql.query<{ name: string }>(
        `SELECT name FROM sandbox.snapshot WHERE account_id = $1 AND ${this.#ofKind}`,
        [accountId],
      )
      const stored = this.#prefix + name
      const isKnown = known.some((each) => each.name === stored)
      if (known.length >= MAX_SNAPSHOTS && !isKnown) return undefined

      if (isKnown) await removeRows(accountId, stored, sql)
      await sql.query(
        `INSERT INTO sandbox.snapshot (account_id, ${COLUMNS}, value, events)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [accountId, stored, savedAt, shows, account.campaigns, account.value, rows],
      )
      await sql.query(COPY, [accountId, stored])
      return { name, savedAt, shows, campaigns: account.campaigns }
    })
  }

  async rows(accountId: string, name: string): Promise<string> {
    const [row] = await this.#database.query<{ events: string }>(
      `SELECT events FROM sandbox.snapshot ${OF_NAME}`,
      [accountId, this.#prefix + name],
    )
    return row?.events ?? ''
  }

  async remove(accountId: string, name: string): Promise<void> {
    await this.#database.transaction((sql) => removeRows(accountId, this.#prefix + name, sql))
  }

  async forget(accountId: string): Promise<void> {
    await this.#database.query(
      `WITH entries AS (DELETE FROM sandbox.snapshot_entry WHERE account_id = $1 AND ${this.#ofKind})
       DELETE FROM sandbox.snapshot WHERE account_id = $1 AND ${this.#ofKind}`,
      [accountId],
    )
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(
      `SELECT 1 FROM sandbox.snapshot WHERE account_id = $1 AND ${this.#ofKind} LIMIT 1`,
      [accountId],
    )
    return found.length > 0
  }

  #shown({ name, saved_at, shows, campaigns }: SnapshotRow): SavedSnapshot {
    return { name: name.slice(this.#prefix.length), savedAt: saved_at, shows, campaigns }
  }
}

async function removeRows(accountId: string, name: string, sql: Sql): Promise<void> {
  for (const table of ['snapshot', 'snapshot_entry']) {
    await sql.query(`DELETE FROM sandbox.${table} ${OF_NAME}`, [accountId, name])
  }
}

async function entriesOf(accountId: string, name: string, sql: Sql): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = []
  for (let last = { collection: '', id: '' }; ; ) {
    const page = await sql.query<StoredEntry>(
      `SELECT collection, id, place, value FROM sandbox.snapshot_entry ${OF_NAME}
       AND (collection, id) > ($3, $4) ORDER BY collection, id LIMIT ${PAGE}`,
      [accountId, name, last.collection, last.id],
    )
    for (const entry of page) entries.push(entry)
    if (page.length < PAGE) return entries
    last = page.at(-1) as StoredEntry
  }
}

const COPY = `
INSERT INTO sandbox.snapshot_entry (account_id, name, collection, id, place, value)
SELECT $1, $2, collection, id, place, value FROM sandbox.entry WHERE account_id = $1`
