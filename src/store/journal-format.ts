import { enablePatches, Immer, type Patch } from 'immer'
import {
  parseJson,
  refusal,
  requireFormat,
  requireShape,
  requireVersion,
  type StoredAccount,
} from './account-file.ts'

/** One write of an account: a line of its journal. */
export interface JournalEntry {
  /** That of the account after the write. */
  revision: number
  /** As of RFC 6902, with paths as lists, within the stored account. */
  patches: Patch[]
}

const FORMAT = 'svc-sandbox/journal'
const VERSION = 1

enablePatches()
const immer = new Immer({ autoFreeze: false })

/** The first line of the journal of an account. */
export function journalHeader(accountId: string): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, account: accountId })}\n`
}

/** The line of an entry; undefined for changes that it can't express, of a collection as a whole. */
export function journalLine({ revision, patches }: JournalEntry): string | undefined {
  if (patches.some(({ value }) => value instanceof Map)) return undefined
  return `${JSON.stringify({ revision, patches })}\n`
}

/**
 * Reads a journal; throws a StoreError that names `path` for any but a sound one of this account. What
 * follows the last line break is left out: it was being written when the process was killed, so nobody
 * was told that it is kept.
 */
export function parseJournal(text: string, accountId: string, path: string): JournalEntry[] {
  const lines = text.split('\n').slice(0, -1)
  const [header, ...entries] = lines.map((line) => parseJson(line, path))
  if (header === undefined) return []

  requireFormat(header, { format: FORMAT, holds: 'a journal', path })
  const { version, account } = header as { version: unknown; account: unknown }
  requireVersion(version, VERSION, path)
  if (account !== accountId) {
    throw refusal(path, `is of account ${account}, but its name says ${accountId}`)
  }
  for (const [index, entry] of entries.entries()) {
    if (!isEntry(entry)) throw refusal(path, `is damaged: line ${index + 2} is no change`)
  }
  return entries as JournalEntry[]
}

/**
 * The account after the entries that its file does not have yet, and its revision then. Throws a
 * StoreError that names `path` when they do not continue it without a gap, or do not fit it.
 */
export function replayed(
  { account, revision }: { account: StoredAccount; revision: number },
  entries: readonly JournalEntry[],
  path: string,
): { account: StoredAccount; revision: number } {
  // Of a process that was killed between a new file and the end of the journal before it.
  const missing = entries.filter((entry) => entry.revision > revision)
  for (const [index, entry] of missing.entries()) {
    if (entry.revision !== revision + index + 1) {
      throw refusal(path, `is damaged: no change leads to revision ${revision + index + 1}`)
    }
  }
  const patches = missing.flatMap((entry) => entry.patches)
  const after = applied(account, patches, path)
  requireShape(after, path)
  return { account: after, revision: revision + missing.length }
}

function applied(account: StoredAccount, patches: Patch[], path: string): StoredAccount {
  try {
    return immer.applyPatches(account, patches)
  } catch (error) {
    throw refusal(path, `does not fit its account: ${(error as Error).message}`, error)
  }
}

function isEntry(value: unknown): value is JournalEntry {
  const { revision, patches } = (value ?? {}) as Partial<JournalEntry>
  return Number.isSafeInteger(revision) && Array.isArray(patches)
}
