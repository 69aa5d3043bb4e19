import { isDeepStrictEqual } from 'node:util'
import type { Patch } from 'immer'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { type Credentials, credentialsOf } from '../../store/credentials.ts'
import type { CredentialRef } from '../../store/store.ts'
import { collectionOf, entryOf, hasRows, idsOf } from './account-rows.ts'

/** An entry of a collection other than the campaigns. */
export interface RecordEntry {
  collection: string
  id: string
  value: object
}

/** The effect of a change on the rows of an account. */
export interface RowChanges {
  campaigns: { added: Campaign[]; changed: Campaign[]; deleted: string[] }
  records: { added: RecordEntry[]; changed: RecordEntry[]; deleted: Omit<RecordEntry, 'value'>[] }
  credentials: CredentialChanges
  /** Whether a member without rows has changed. */
  hasMembers: boolean
  hasClock: boolean
}

export interface CredentialChanges {
  added: [string, CredentialRef][]
  /** Hashes that name another key or session than before. */
  changed: [string, CredentialRef][]
  deleted: string[]
}

/** `patches` lead from `before` to `after`; either may be a part of the account. */
export function rowChanges(before: Account, after: Account, patches: readonly Patch[]): RowChanges {
  const changes: RowChanges = {
    campaigns: { added: [], changed: [], deleted: [] },
    records: { added: [], changed: [], deleted: [] },
    credentials: credentialChanges(before, after),
    hasMembers: patches.some(({ path }) => !hasRows(String(path[0]))),
    // A clock that shows an earlier time because the machine does was not set.
    hasClock: patches.some(({ path }) => path[0] === 'clock' && path[1] !== 'setBack'),
  }
  for (const [name, ids] of touchedEntries(before, after, patches)) {
    const [was, is] = [collectionOf(before, name), collectionOf(after, name)]
    for (const id of ids) note(changes, { name, id, was: entryOf(was, id), is: entryOf(is, id) })
  }
  return changes
}

/** The changes with records as `seal` makes them from what is at a path of the account. */
export function sealedRecords(
  changes: RowChanges,
  seal: (path: string[], value: object) => object,
): RowChanges {
  const each = (records: RecordEntry[]) =>
    records.map((record) => ({
      ...record,
      value: seal([record.collection, record.id], record.value),
    }))
  const { added, changed, deleted } = changes.records
  return { ...changes, records: { added: each(added), changed: each(changed), deleted } }
}

interface ChangedEntry {
  name: string
  id: string
  was: object | undefined
  is: object | undefined
}

function note({ campaigns, records }: RowChanges, { name, id, was, is }: ChangedEntry): void {
  if (was === is) return
  const kind = was === undefined ? 'added' : 'changed'
  if (name === 'campaigns') {
    if (is === undefined) campaigns.deleted.push(id)
    else campaigns[kind].push(is as Campaign)
  } else if (is === undefined) records.deleted.push({ collection: name, id })
  else records[kind].push({ collection: name, id, value: is })
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
  const changes: CredentialChanges = { added: [], changed: [], deleted: [] }
  if (before.keys === after.keys && before.sessions === after.sessions) return changes
  const [was, is] = [new Map(credentialsOf(before)), new Map(credentialsOf(after))]
  for (const [hash, ref] of is) {
    const known = was.get(hash)
    if (!known) changes.added.push([hash, ref])
    else if (!isDeepStrictEqual(known, ref)) changes.changed.push([hash, ref])
  }
  changes.deleted = [...was.keys()].filter((hash) => !is.has(hash))
  return changes
}
