import type { CredentialRef } from '../../store/store.ts'
import type { Database } from '../database.ts'
import type { Sql } from '../sql.ts'
import type { Version } from './account-cache.ts'
import { CAMPAIGN_COLLECTIONS, HEAD_COLLECTIONS, type StoredEntry } from './account-rows.ts'
import { restored, storable } from './storable-text.ts'

/** A database that can read several times at one moment. */
export type Snapshots = Sql & Pick<Database, 'transaction'>

/** The version of an account, and the way to it from a known one. */
export interface VersionRow {
  incarnation: number
  revision: number
  clock_revision: number
  campaigns: number
  /** The revision from which `patches` lead to the present one; null if they do not. */
  known: number | null
  /** JSON of a list of lists of patches, one list for each revision; null if there are none. */
  patches: string | null
}

/** All rows that were wanted, of one moment. */
export interface FoundRows extends Version {
  value: string
  entries: StoredEntry[]
  /** Length of the JSON of all of them. */
  size: number
  growth: 0
}

/** $2: known incarnation, $3: known revision. */
const VERSION_COLUMNS = `a.incarnation, a.revision, a.clock_revision, a.campaigns,
    CASE WHEN a.incarnation = $2::bigint AND a.log_from <= $3::bigint AND a.revision > $3 THEN $3 END AS known,
    CASE WHEN a.incarnation = $2 AND a.log_from <= $3 AND a.revision > $3 THEN (
      SELECT '[' || string_agg(c.patches, ',' ORDER BY c.revision) || ']'
      FROM sandbox.change c WHERE c.account_id = a.id AND c.revision > $3
    ) END AS patches`

/** $1: account. */
const VERSION = `SELECT ${VERSION_COLUMNS} FROM sandbox.account a WHERE a.id = $1`

interface CredentialRow {
  account_id: string
  key_id: string
  session_id: string | null
}

/** The owner of the token with this hash. */
export async function findCredential(hash: string, sql: Sql): Promise<CredentialRef | undefined> {
  const [row] = await sql.query<CredentialRow>(
    'SELECT account_id, key_id, session_id FROM sandbox.credential WHERE hash = $1',
    [storable(hash)],
  )
  return row && credentialOf(row)
}

/** Like `findCredential`, with the version of its account; `known` is of the account that had it last. */
export async function ownerRow(
  hash: string,
  known: Version | undefined,
  sql: Sql,
): Promise<{ credential: CredentialRef; row: VersionRow } | undefined> {
  const [row] = await sql.query<CredentialRow & VersionRow>(
    `SELECT k.account_id, k.key_id, k.session_id, ${VERSION_COLUMNS}
    FROM sandbox.credential k JOIN sandbox.account a ON a.id = k.account_id WHERE k.hash = $1`,
    [storable(hash), known?.incarnation ?? 0, known?.revision ?? 0],
  )
  return row && { credential: credentialOf(row), row }
}

function credentialOf({ account_id, key_id, session_id }: CredentialRow): CredentialRef {
  const owner = { accountId: restored(account_id), keyId: restored(key_id) }
  return session_id === null ? owner : { ...owner, sessionId: restored(session_id) }
}

/** The present version; undefined if there is no such account. */
export async function versionRow(
  id: string,
  known: Version | undefined,
  sql: Sql,
): Promise<VersionRow | undefined> {
  const [row] = await sql.query<VersionRow>(VERSION, [
    ...[storable(id), known?.incarnation ?? 0, known?.revision ?? 0],
  ])
  return row
}

type EntryRow = StoredEntry & Partial<VersionRow>

const ACCOUNT = `
  SELECT '' AS collection, a.id, 0 AS place, a.value, a.incarnation, a.revision, a.clock_revision, a.campaigns
  FROM sandbox.account a WHERE a.id = $1`

const NO_VERSION = 'NULL::bigint, NULL::bigint, NULL::bigint, NULL::int'

const RECORDS = `
  SELECT r.collection, r.id, r.place, r.value, ${NO_VERSION}
  FROM sandbox.record r WHERE r.account_id = $1 AND r.collection = ANY ($2::text[])`

const CAMPAIGNS = `
  SELECT 'campaigns' AS collection, c.id, c.place, c.value, ${NO_VERSION}
  FROM sandbox.campaign c WHERE c.account_id = $1`

/** The head of an account; undefined if there is no such account. */
export async function headRows(id: string, sql: Sql): Promise<FoundRows | undefined> {
  const values = [storable(id), HEAD_COLLECTIONS]
  return found(await sql.query<EntryRow>(`${ACCOUNT} UNION ALL ${RECORDS}`, values))
}

/** Campaigns that are loaded by one statement: its time is limited. */
const PAGE = 10_000

/** All rows of an account with about this many campaigns; undefined if there is no such account. */
export async function wholeRows(
  id: string,
  campaigns: number,
  sql: Snapshots | Sql,
): Promise<FoundRows | undefined> {
  const collections = [...HEAD_COLLECTIONS, ...CAMPAIGN_COLLECTIONS]
  if (campaigns <= PAGE) {
    const text = `${ACCOUNT} UNION ALL ${RECORDS} UNION ALL ${CAMPAIGNS}`
    return found(await sql.query<EntryRow>(text, [storable(id), collections]))
  }
  if (!('transaction' in sql)) return pagedRows(id, sql)
  return sql.transaction(async (snapshot) => {
    await snapshot.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return pagedRows(id, snapshot)
  })
}

async function pagedRows(id: string, sql: Sql): Promise<FoundRows | undefined> {
  const head = [`${ACCOUNT} UNION ALL ${RECORDS}`, [storable(id), HEAD_COLLECTIONS]] as const
  const rows = await sql.query<EntryRow>(...head)
  for (let last = -1; ; ) {
    const text = `${CAMPAIGNS} AND c.place > $2 ORDER BY c.place LIMIT ${PAGE}`
    const page = await sql.query<EntryRow>(text, [storable(id), last])
    for (const row of page) rows.push(row)
    if (page.length < PAGE) break
    last = (page.at(-1) as EntryRow).place
  }
  for (const collection of CAMPAIGN_COLLECTIONS) {
    for (let last = ''; ; ) {
      const text = `${RECORDS} AND r.id > $3 ORDER BY r.id LIMIT ${PAGE}`
      const page = await sql.query<EntryRow>(text, [storable(id), [collection], last])
      for (const row of page) rows.push(row)
      if (page.length < PAGE) break
      last = (page.at(-1) as EntryRow).id
    }
  }
  return found(rows)
}

function found(rows: readonly EntryRow[]): FoundRows | undefined {
  const account = rows.find(({ collection }) => collection === '')
  if (!account) return undefined
  const { incarnation, revision, clock_revision, campaigns, value } = account as Required<EntryRow>
  const entries = rows.filter((row) => row !== account)
  const size = rows.reduce((sum, row) => sum + row.value.length, 0)
  const version = { incarnation, revision, clockRevision: clock_revision, campaigns }
  return { ...version, value, entries, size, growth: 0 }
}
