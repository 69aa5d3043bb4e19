import { isDeepStrictEqual } from 'node:util'
import type { Patch } from 'immer'
import type { Account } from '../../accounts/account.ts'
import { type Credentials, credentialsOf } from '../../store/credentials.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import type { CredentialRef } from '../../store/store.ts'
import { areWritable } from '../../store/transaction.ts'
import { type Sql, sql } from '../sql.ts'
import type { Held, Version } from './account-cache.ts'
import {
  collectionOf,
  type Entry,
  entryColumns,
  entryOf,
  hasRows,
  idsOf,
  membersText,
} from './account-rows.ts'
import { storable } from './storable-text.ts'

/** The effect of a change on the rows of an account. */
export interface RowChanges {
  /** Entries that were added or changed. */
  written: Entry[]
  removed: Omit<Entry, 'value'>[]
  credentials: CredentialChanges
  /** How many more campaigns there are. */
  growth: number
  /** Whether a member without rows has changed. */
  hasMembers: boolean
  hasClock: boolean
}

interface CredentialChanges {
  added: [string, CredentialRef][]
  /** Hashes that name another key or session than before. */
  changed: [string, CredentialRef][]
  removed: string[]
}

/** `patches` lead from `before` to `after`. */
export function rowChanges(before: Account, after: Account, patches: readonly Patch[]): RowChanges {
  const written: Entry[] = []
  const removed: RowChanges['removed'] = []
  for (const [collection, ids] of touchedEntries(before, after, patches)) {
    const [was, is] = [collectionOf(before, collection), collectionOf(after, collection)]
    for (const id of ids) {
      const value = entryOf(is, id)
      if (value === undefined) removed.push({ collection, id })
      else if (value !== entryOf(was, id)) written.push({ collection, id, value })
    }
  }
  return {
    ...{ written, removed, credentials: credentialChanges(before, after) },
    growth: after.campaigns.size - before.campaigns.size,
    hasMembers: patches.some(({ path }) => !hasRows(String(path[0]))),
    // A clock that shows an earlier time because the machine does was not set.
    hasClock: patches.some(({ path }) => path[0] === 'clock' && path[1] !== 'setBack'),
  }
}

/** Ids of entries that may differ, by collection; new ones in the order in which they were added. */
function touchedEntries(
  before: Account,
  after: Account,
  patches: readonly Patch[],
): Map<string, Set<string>> {
  const touched = new Map<string, Set<string>>()
  for (const { path } of patches) {
    const [name, id] = path.map(String) as [string, string | undefined]
    if (!hasRows(name)) continue
    const ids = touched.get(name) ?? new Set()
    touched.set(name, ids)
    if (id !== undefined) ids.add(id)
    // The whole collection was replaced.
    else {
      for (const each of [before, after]) {
        for (const present of idsOf(collectionOf(each, name))) ids.add(present)
      }
    }
  }
  return touched
}

function credentialChanges(before: Credentials, after: Credentials): CredentialChanges {
  const changes: CredentialChanges = { added: [], changed: [], removed: [] }
  if (before.keys === after.keys && before.sessions === after.sessions) return changes
  const [was, is] = [new Map(credentialsOf(before)), new Map(credentialsOf(after))]
  for (const [hash, ref] of is) {
    const known = was.get(hash)
    if (!known) changes.added.push([hash, ref])
    else if (!isDeepStrictEqual(known, ref)) changes.changed.push([hash, ref])
  }
  changes.removed = [...was.keys()].filter((hash) => !is.has(hash))
  return changes
}

/** Longer patches are not worth keeping: replicas load the account again. */
const LONGEST_KEPT = 256 * 1024
/** Changes that are kept for replicas that hold an earlier state. */
export const CHANGES_KEPT = 500

/**
 * Writes a change of the account that `base` holds. Resolves with its new version; undefined if the account was changed since,
 * and then nothing is written.
 */
export async function writeChange(
  db: Sql,
  base: Held<Account>,
  { after, patches, changes, delay, secrets }: Written,
): Promise<(Version & { growth: number }) | undefined> {
  const { id } = base.state
  const text = areWritable(patches) ? JSON.stringify(secrets.sealedPatches(id, patches)) : undefined
  const kept = text !== undefined && text.length <= LONGEST_KEPT ? [text] : []
  const value = changes.hasMembers ? membersText(secrets.sealed(id, after)) : null
  const sealed = changes.written.map((entry) => {
    const { collection, id: entryId } = entry
    return { ...entry, value: secrets.sealed(id, entry.value, [collection, entryId]) }
  })
  const entries = entryColumns(sealed)
  const { credentials, removed } = changes
  const [added, changed] = [columnsOf(credentials.added), columnsOf(credentials.changed)]
  const [row] = await db.query<Omit<Version, 'clockRevision'> & { clock_revision: number }>(sql`
    WITH moved AS (
      UPDATE sandbox.account SET revision = revision + 1, campaigns = campaigns + ${changes.growth},
        clock_revision = CASE WHEN ${changes.hasClock}::boolean THEN nextval('sandbox.turn') ELSE clock_revision END,
        value = coalesce(${value}, value)
      WHERE id = ${storable(id)} AND incarnation = ${base.incarnation} AND revision = ${base.revision}
      RETURNING id, incarnation, revision, clock_revision, campaigns
    ), entries_written AS (
      INSERT INTO sandbox.entry AS e (account_id, collection, id, value, type, frequency, status, search)
      SELECT m.id, u.collection, u.id, u.value, u.type, u.frequency, u.status, u.search
      FROM moved m, unnest(${entries.collection}::text[], ${entries.id}::text[], ${entries.value}::text[],
        ${entries.type}::text[], ${entries.frequency}::text[], ${entries.status}::text[], ${entries.search}::text[])
        WITH ORDINALITY AS u (collection, id, value, type, frequency, status, search, n) ORDER BY u.n
      ON CONFLICT (account_id, collection, id) DO UPDATE SET value = excluded.value, type = excluded.type,
        frequency = excluded.frequency, status = excluded.status, search = excluded.search
    ), entries_removed AS (
      DELETE FROM sandbox.entry e USING moved m,
        unnest(${removed.map(({ collection }) => collection)}::text[],
          ${removed.map((entry) => storable(entry.id))}::text[]) AS u (collection, id)
      WHERE e.account_id = m.id AND e.collection = u.collection AND e.id = u.id
    ), credentials_added AS (
      INSERT INTO sandbox.credential (hash, account_id, key_id, session_id)
      SELECT u.hash, m.id, u.key_id, u.session_id FROM moved m,
        unnest(${added.hash}::text[], ${added.key}::text[], ${added.session}::text[]) AS u (hash, key_id, session_id)
    ), credentials_changed AS (
      UPDATE sandbox.credential c SET key_id = u.key_id, session_id = u.session_id FROM moved m,
        unnest(${changed.hash}::text[], ${changed.key}::text[], ${changed.session}::text[]) AS u (hash, key_id, session_id)
      WHERE c.hash = u.hash AND c.account_id = m.id
    ), credentials_removed AS (
      DELETE FROM sandbox.credential c USING moved m
      WHERE c.account_id = m.id AND c.hash = ANY (${credentials.removed.map(storable)}::text[])
    ), noted AS (
      INSERT INTO sandbox.change (account_id, incarnation, revision, patches)
      SELECT m.id, m.incarnation, m.revision, u.patches FROM moved m, unnest(${kept}::text[]) AS u (patches)
    ), trimmed AS (
      DELETE FROM sandbox.change c USING moved m
      WHERE c.account_id = m.id AND c.incarnation = m.incarnation AND c.revision <= m.revision - ${CHANGES_KEPT}
    )
    SELECT incarnation, revision, clock_revision, campaigns,
      CASE WHEN ${delay !== undefined}::boolean THEN sandbox.wake(id, ${delay ?? 0}::double precision) END
    FROM moved`)
  if (!row) return undefined
  const { incarnation, revision, clock_revision: clockRevision, campaigns } = row
  const growth = base.growth + (text?.length ?? 0)
  return { incarnation, revision, clockRevision, campaigns, growth }
}

interface Written {
  after: Account
  patches: readonly Patch[]
  changes: RowChanges
  /** Milliseconds until the account has to be looked at; undefined if the change does not require it. */
  delay: number | undefined
  secrets: SecretBox
}

/** Credentials as columns. */
export function columnsOf(credentials: readonly [string, CredentialRef][]) {
  return {
    hash: credentials.map(([hash]) => storable(hash)),
    account: credentials.map(([, { accountId }]) => storable(accountId)),
    key: credentials.map(([, { keyId }]) => storable(keyId)),
    session: credentials.map(([, { sessionId }]) =>
      sessionId === undefined ? null : storable(sessionId),
    ),
  }
}
