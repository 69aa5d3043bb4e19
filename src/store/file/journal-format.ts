import type { Patch } from 'immer'
import type { StoredChange } from '../account-storage.ts'
import type { HeldRows, RowsChange } from '../events/held-rows.ts'
import type { SecretBox } from '../secret-box.ts'
import { areWritable, withPatches } from '../transaction.ts'
import {
  accountText,
  parseJson,
  refusal,
  requireFormat,
  requireShape,
  requireVersion,
  type StoredAccount,
  soundAccount,
} from './account-file.ts'
import { isRowsChange } from './row-shape.ts'

/**
 * One write of an account: a line of its journal. Members without a change are absent. So what happened to the account, to
 * its events and to its deliveries is durable together or not at all.
 */
interface JournalEntry extends RowsChange {
  /** The revision of the account after the write. */
  revision: number
  /** Of the stored account, as of RFC 6902, with paths as lists. */
  patches?: Patch[]
  /** The whole account, after a change that patches cannot express, as a reset. */
  account?: StoredAccount
  /** In the last line of an account that is being removed. */
  removed?: true
}

const FORMAT = 'svc-sandbox/journal'
const VERSION = 2

/** The first line of the journal of an account. */
export function journalHeader(accountId: string): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, account: accountId })}\n`
}

/** The line of a change. */
export function journalLine(
  revision: number,
  accountId: string,
  { account, patches, ...rows }: StoredChange,
  secrets: SecretBox,
): string {
  const entry: Omit<JournalEntry, 'account'> = { revision, ...rows }
  if (patches && areWritable(patches)) entry.patches = secrets.sealedPatches(accountId, patches)
  const text = JSON.stringify(entry)
  if (!account || entry.patches) return `${text}\n`
  return `${text.slice(0, -1)},"account":${[...accountText(account, secrets)].join('')}}\n`
}

/** The line of an account whose files are removed next, or are not after all. */
export function removalLine(revision: number, removed: boolean): string {
  return `${JSON.stringify({ revision, ...(removed && { removed }) })}\n`
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
 * The account and its revision after the entries that are not in its file; its rows are changed by them. Throws a StoreError
 * that names `path` if the entries have a gap or do not fit the account.
 */
export function replayed(
  file: { account: StoredAccount; revision: number },
  rows: HeldRows,
  entries: readonly JournalEntry[],
  { path, secrets }: { path: string; secrets: SecretBox },
): { account: StoredAccount; revision: number } {
  let { account, revision } = file
  const requireId = ({ id }: StoredAccount) => {
    if (id !== file.account.id) throw refusal(path, `is damaged: it has the account ${id}`)
  }
  let patches: Patch[] = []
  for (const { revision: next, account: whole, patches: some, removed: _, ...change } of entries) {
    // From a process that was killed after it wrote the file and before it removed the journal.
    if (next <= revision) continue
    // A whole account needs no other changes.
    if (next !== revision + 1 && !(whole && change.replaces)) {
      throw refusal(path, `is damaged: no change leads to revision ${revision + 1}`)
    }
    revision = next
    if (whole) [account, patches] = [soundAccount(whole, path, secrets), []]
    requireId(account)
    if (some) patches.push(...secrets.openedPatches(account.id, some))
    rows.apply(change)
  }
  if (patches.length === 0) return { account, revision }
  const after = fitted(account, patches, path)
  requireShape(after, path)
  requireId(after)
  return { account: after, revision }
}

function fitted(account: StoredAccount, patches: Patch[], path: string): StoredAccount {
  try {
    return withPatches(account, patches)
  } catch (error) {
    throw refusal(path, `does not fit its account: ${(error as Error).message}`, error)
  }
}

function isEntry(value: unknown): value is JournalEntry {
  const { revision, patches = [], removed } = (value ?? {}) as Partial<JournalEntry>
  return (
    Number.isSafeInteger(revision) &&
    Array.isArray(patches) &&
    patches.every(isPatch) &&
    (removed === undefined || removed === true) &&
    isRowsChange(value)
  )
}

function isPatch(value: unknown): value is Patch {
  const { op, path } = (value ?? {}) as Partial<Patch>
  return typeof op === 'string' && Array.isArray(path) && path.every(isStep)
}

function isStep(step: unknown): step is string | number {
  return typeof step === 'string' || typeof step === 'number'
}
