import type { Patch } from 'immer'
import { applied, areWritable } from '../patches.ts'
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
  /** The revision of the account after the write. */
  revision: number
  /** As of RFC 6902, with paths as lists, within the stored account. */
  patches: Patch[]
}

const FORMAT = 'svc-sandbox/journal'
const VERSION = 1

/** The first line of the journal of an account. */
export function journalHeader(accountId: string): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, account: accountId })}\n`
}

/** The line of an entry; undefined for a change of a whole collection, which it cannot express. */
export function journalLine({ revision, patches }: JournalEntry): string | undefined {
  if (!areWritable(patches)) return undefined
  return `${JSON.stringify({ revision, patches })}\n`
}

/**
 * Parses a journal. Throws a StoreError that names `path` if it is invalid or belongs to another account.
 * Text after the last line break is ignored: it was being written when the process was killed, so its
 * change was not acknowledged.
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
    if (!isEntry(entry)) throw refusal(path, `is damaged: line ${index + 2} is not a change`)
  }
  return entries as JournalEntry[]
}

/**
 * The account and its revision after the entries that are not in its file. Throws a StoreError that names
 * `path` if the entries have a gap or do not fit the account.
 */
export function replayed(
  { account, revision }: { account: StoredAccount; revision: number },
  entries: readonly JournalEntry[],
  path: string,
): { account: StoredAccount; revision: number } {
  // The other entries are from a process that was killed after writing the file and before removing the journal.
  const missing = entries.filter((entry) => entry.revision > revision)
  for (const [index, entry] of missing.entries()) {
    if (entry.revision !== revision + index + 1) {
      throw refusal(path, `is damaged: no change leads to revision ${revision + index + 1}`)
    }
  }
  if (missing.length === 0) return { account, revision }
  const patches = missing.flatMap((entry) => entry.patches)
  const after = fitted(account, patches, path)
  requireShape(after, path)
  return { account: after, revision: revision + missing.length }
}

function fitted(account: StoredAccount, patches: Patch[], path: string): StoredAccount {
  try {
    return applied(account, patches)
  } catch (error) {
    throw refusal(path, `does not fit its account: ${(error as Error).message}`, error)
  }
}

function isEntry(value: unknown): value is JournalEntry {
  const { revision, patches } = (value ?? {}) as Partial<JournalEntry>
  return Number.isSafeInteger(revision) && Array.isArray(patches) && patches.every(isPatch)
}

function isPatch(value: unknown): value is Patch {
  const { op, path } = (value ?? {}) as Partial<Patch>
  return typeof op === 'string' && Array.isArray(path) && path.every(isStep)
}

function isStep(step: unknown): step is string | number {
  return typeof step === 'string' || typeof step === 'number'
}
