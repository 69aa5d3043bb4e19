import { appendFileSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
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
import { OWNER_ONLY, replaceNow } from './store-files.ts'

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
  return Number.isSafeInteger(revision) && Array.isArray(patches)
}

/**
 * The file to which changes of an account are appended, a line for each write, so that the time of a write
 * depends on the change and not on the size of the account.
 */
export class Journal {
  readonly path: string
  readonly #accountId: string
  /** Bytes of complete lines. */
  #size = 0
  /** Whether the file may have more than these. */
  #isTorn = false

  constructor(path: string, accountId: string) {
    this.path = path
    this.#accountId = accountId
  }

  /** Its text, whose last line may be incomplete; undefined if there is no file. */
  async read(): Promise<string | undefined> {
    try {
      const text = await readFile(this.path)
      this.#size = text.lastIndexOf('\n') + 1
      this.#isTorn = this.#size < text.length
      return text.toString()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** Bytes. */
  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#size === 0 && !this.#isTorn
  }

  /** Whether lines can be added. */
  get isSound(): boolean {
    return !this.#isTorn
  }

  /** Adds a line. If it throws, nothing was added. */
  append(line: string): void {
    const text = this.#size === 0 ? journalHeader(this.#accountId) + line : line
    try {
      // Synchronous, because the system buffers a few kilobytes at once. Using another thread takes longer:
      // a tenth of the time of a create.
      appendFileSync(this.path, text, { mode: OWNER_ONLY })
      this.#size += Buffer.byteLength(text)
    } catch (error) {
      this.#cut()
      throw error
    }
  }

  /** Removes everything. */
  clear(): void {
    // Synchronous, because a line that is added meanwhile would be lost.
    rmSync(this.path, { force: true })
    this.#size = 0
    this.#isTorn = false
  }

  /** Removes the first `length` bytes, which are complete lines; later ones stay. */
  removeFirst(length: number): void {
    if (length === this.#size) {
      this.clear()
      return
    }
    const later = readFileSync(this.path).subarray(length, this.#size)
    const text = Buffer.concat([Buffer.from(journalHeader(this.#accountId)), later])
    replaceNow(this.path, text)
    this.#size = text.length
    this.#isTorn = false
  }

  #cut(): void {
    try {
      if (this.#size === 0) rmSync(this.path, { force: true })
      else truncateSync(this.path, this.#size)
    } catch {
      // Nothing is added to an incomplete line; the next write replaces the file of the account instead.
      this.#isTorn = true
    }
  }
}
