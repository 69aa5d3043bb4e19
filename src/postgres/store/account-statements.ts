import type { CredentialRef } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { type Sql, type Statement, sql } from '../sql.ts'
import type { Version } from './account-cache.ts'
import { HEAD_COLLECTIONS, type StoredEntry } from './account-rows.ts'
import { restored, storable } from './storable-text.ts'

/** A database in which several statements can be one change. */
export type Transactions = Sql & Pick<Database, 'transaction'>

/** The version of an account, and the way to it from a known one. */
export interface VersionRow {
  incarnation: number
  revision: number
  clock_revision: number
  campaigns: number
  /** The revision that the patches begin with. */
  known: number
  /** JSON of a list of lists of patches, one list for each later revision that is kept; null if there are none. */
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

const NO_VERSION = { incarnation: 0, revision: 0 }
type Known = Pick<Version, 'incarnation' | 'revision'>

/** The columns of a VersionRow, of an account `a`. */
function versionColumns({ incarnation, revision }: Known): Statement {
  return sql`a.incarnation, a.revision, a.clock_revision, a.campaigns, ${revision}::bigint AS known, (
      SELECT '[' || string_agg(c.patches, ',' ORDER BY c.revision) || ']' FROM sandbox.change c
      WHERE c.account_id = a.id AND c.incarnation = a.incarnation AND a.incarnation = ${incarnation}
        AND c.revision > ${revision}
    ) AS patches`
}

interface CredentialRow {
  account_id: string
  key_id: string
  session_id: string | null
}

/** The owner of the token with this hash. */
export async function findCredential(hash: string, db: Sql): Promise<CredentialRef | undefined> {
  const [row] = await db.query<CredentialRow>(sql`
    SELECT account_id, key_id, session_id FROM sandbox.credential WHERE hash = ${storable(hash)}`)
  return row && credentialOf(row)
}

/** Like `findCredential`, with the version of its account; `known` is of the account that had it last. */
export async function ownerRow(
  hash: string,
  known: Version | undefined,
  db: Sql,
): Promise<{ credential: CredentialRef; row: VersionRow } | undefined> {
  const [row] = await db.query<CredentialRow & VersionRow>(sql`
    SELECT k.account_id, k.key_id, k.session_id, ${versionColumns(known ?? NO_VERSION)}
    FROM sandbox.credential k JOIN sandbox.account a ON a.id = k.account_id
    WHERE k.hash = ${storable(hash)}`)
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
  db: Sql,
): Promise<VersionRow | undefined> {
  const [row] = await db.query<VersionRow>(sql`
    SELECT ${versionColumns(known ?? NO_VERSION)} FROM sandbox.account a
    WHERE a.id = ${storable(id)}`)
  return row
}

/** The rows of a head; undefined if there is no such account. */
export function headRows(id: string, db: Sql): Promise<FoundRows | undefined> {
  return foundRows(id, sql`AND e.collection = ANY (${HEAD_COLLECTIONS}::text[])`, db)
}

/** All rows of an account; undefined if there is no such account. */
export function wholeRows(id: string, db: Sql): Promise<FoundRows | undefined> {
  return foundRows(id, sql``, db)
}

type AccountRow = Omit<VersionRow, 'known' | 'patches'>

async function foundRows(id: string, wanted: Statement, db: Sql): Promise<FoundRows | undefined> {
  const account = storable(id)
  const rows = await db.query<StoredEntry & AccountRow>(sql`
    SELECT '' AS collection, a.id, 0 AS place, a.value, a.incarnation, a.revision, a.clock_revision, a.campaigns
    FROM sandbox.account a WHERE a.id = ${account}
    UNION ALL
    SELECT e.collection, e.id, e.place, e.value, NULL, NULL, NULL, NULL
    FROM sandbox.entry e WHERE e.account_id = ${account} ${wanted}`)
  const head = rows.find(({ collection }) => collection === '')
  if (!head) return undefined
  const { incarnation, revision, clock_revision: clockRevision, campaigns, value } = head
  const entries = rows.filter((row) => row !== head)
  const size = rows.reduce((sum, row) => sum + row.value.length, 0)
  return { incarnation, revision, clockRevision, campaigns, value, entries, size, growth: 0 }
}
