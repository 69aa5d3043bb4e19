import { OPTIONS } from '../config/options.ts'
import { StoreError } from '../store/store-error.ts'
import { type Sql, sql } from './sql.ts'

/** The options that a replica was started with; undefined if an option was not given. */
export interface WantedSettings {
  seed: number | undefined
  /** Epoch milliseconds that the clock should show now (`--now`). */
  startAt: number | undefined
  /** SHA-256 of the OpenAPI document with its overlays; undefined for a command that serves none. */
  documentHash: string | undefined
  fixture: string | undefined
}

/** The settings that all replicas of a database share. */
export interface Settings {
  seed: number
  /** Milliseconds that the server's clock is ahead of real time. */
  offsetMs: number
  /** The fixture that a reset uses, unless this replica was given another one. */
  fixture: string
  /** Whether no replica has served this document before, so that stored accounts may not fit it. */
  isDocumentNew: boolean
  /** Whether it is the document that was replaced last: its replicas may restart until they are replaced. */
  isDocumentOld: boolean
}

interface Row {
  seed: number
  offset_ms: number
  document_hash: string
  document_before: string | null
  fixture: string
  /** Null before the first replica. */
  hash_before: string | null
}

/**
 * The settings of the first replica. Rejects with a StoreError if this one was started with another document or
 * seed, because callers would get different figures from different replicas. `startAt` of later replicas is ignored:
 * all of them have the same command line, but do not start in the same millisecond, and a restart must not turn the
 * clock back.
 */
export async function openSettings(
  db: Sql,
  wanted: WantedSettings,
  wallTime: number,
): Promise<Settings> {
  const { seed, startAt, documentHash, fixture } = wanted
  // One statement, so that of two replicas that start together, exactly one is the first.
  const [row] = await db.query<Row>(sql`
    INSERT INTO sandbox.settings AS s (seed, offset_ms, document_hash, fixture)
    VALUES (${seed ?? OPTIONS.seed.default}, ${startAt === undefined ? 0 : startAt - wallTime},
      ${documentHash ?? ''}, ${fixture ?? OPTIONS.fixture.default})
    ON CONFLICT (is_only) DO UPDATE SET document_hash =
      CASE WHEN s.document_hash = '' AND s.document_before IS DISTINCT FROM excluded.document_hash
        THEN excluded.document_hash ELSE s.document_hash END
    RETURNING s.seed, s.offset_ms, s.document_hash, s.document_before, s.fixture,
      (SELECT document_hash FROM sandbox.settings) AS hash_before`)
  if (!row) throw new StoreError('The database returned no settings.')
  const isDocumentOld = documentHash !== undefined && row.document_before === documentHash
  if (documentHash !== undefined && row.document_hash !== documentHash && !isDocumentOld) {
    throw new StoreError(
      `The replicas of this database serve another OpenAPI document (SHA-256 ${short(row.document_hash)}, here ` +
        `${short(documentHash)}). Start this one with their --overlay, --api-version and release of svc-sandbox, or run ` +
        '`svc-sandbox migrate --new-document` to replace the document, and then restart all replicas.',
    )
  }
  if (seed !== undefined && row.seed !== seed) {
    throw new StoreError(
      `The data in this database was generated with --seed ${row.seed}; found --seed ${seed}. Leave it out, or use ` +
        'another database.',
    )
  }
  return {
    seed: row.seed,
    offsetMs: row.offset_ms,
    fixture: fixture ?? row.fixture,
    isDocumentNew: row.hash_before !== documentHash && !isDocumentOld,
    isDocumentOld,
  }
}

/** Lets the next replica that starts bring another document. Those with the present one may still restart. */
export async function replaceDocument(db: Sql): Promise<void> {
  await db.query(`
    UPDATE sandbox.settings SET document_hash = '',
      document_before = CASE WHEN document_hash = '' THEN document_before ELSE document_hash END`)
}

/** Forgets a new document, which does not fit the accounts. */
export async function forgetDocument(db: Sql): Promise<void> {
  await db.query("UPDATE sandbox.settings SET document_hash = ''")
}

function short(hash: string): string {
  return hash.slice(0, 8)
}
