import type { Page } from '../schema/page.ts'
import type { Answer } from './account-state.ts'

export interface LogLimits {
  /** Maximum number of entries of one account, and of those without an account. */
  perAccount: number
  /** Approximate maximum size of all entries. */
  bytes: number
}

interface Owned {
  /** Counts all entries since the start. */
  sequence: number
  accountId: string | undefined
}

interface Log<Entry> {
  /** The oldest first. */
  entries: Entry[]
  bytes: number
  /** Sequence of the newest entry that was dropped to make room. */
  dropped: number
}

export interface LogPage<Entry> {
  items: Entry[]
  total: number
}

/** As the owner of entries: no account. */
export const NO_ACCOUNT = ''

/** Whose entries to read: those of one account, of several, or all. */
export type Owners = string | readonly string[] | undefined

/** A log that can be read while it grows. */
export interface FollowableLog<Entry> {
  /** Sequence of the newest entry; 0 if there is none yet. */
  newest(): Answer<number>
  /** The entries after `sequence`, oldest first; all unless there is a `limit`. */
  after(sequence: number, owners: Owners, limit?: number): Answer<Entry[]>
  /** A page of the entries, newest first, and the number of all. */
  page(owners: Owners, range: Page): Answer<LogPage<Entry>>
  /** Sequence of the newest entry that was dropped to make room; 0 if there is none. */
  dropped(owners: Owners): Answer<number>
  /** Resolves when there is an entry after `sequence`, of any account, or when `signal` is aborted. */
  changed(sequence: number, signal: AbortSignal): Promise<void>
}

/**
 * The last entries of each account, in memory. If all entries together take too much memory, the oldest entries
 * of the largest account are dropped.
 */
export class LocalEntryLog<Entry extends Owned> implements FollowableLog<Entry> {
  readonly #limits: LogLimits
  readonly #sizeOf: (entry: Entry) => number
  readonly #logs = new Map<string, Log<Entry>>()
  readonly #waiting = new Set<() => void>()
  #sequence = 0
  #bytes = 0

  /** `sizeOf`: the approximate size of an entry in bytes, which does not change. */
  constructor(limits: LogLimits, sizeOf: (entry: Entry) => number) {
    this.#limits = limits
    this.#sizeOf = sizeOf
  }

  newest(): number {
    return this.#sequence
  }

  /** Numbers the entry in place. */
  add(unnumbered: Omit<Entry, 'sequence'>): Entry {
    const entry = unnumbered as Entry
    entry.sequence = ++this.#sequence
    const owner = entry.accountId ?? NO_ACCOUNT
    const log = this.#logs.get(owner) ?? { entries: [], bytes: 0, dropped: 0 }
    this.#logs.set(owner, log)
    const size = this.#sizeOf(entry)
    log.entries.push(entry)
    log.bytes += size
    this.#bytes += size
    if (log.entries.length > this.#limits.perAccount) this.#drop(log, 1)
    while (this.#bytes > this.#limits.bytes) this.#dropFromLargest()
    for (const finish of [...this.#waiting]) finish()
    return entry
  }

  changed(sequence: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted || this.newest() > sequence) return resolve()
      const finish = () => {
        signal.removeEventListener('abort', finish)
        this.#waiting.delete(finish)
        resolve()
      }
      this.#waiting.add(finish)
      signal.addEventListener('abort', finish)
    })
  }

  after(sequence: number, owners: Owners, limit?: number): Entry[] {
    const later = ({ entries }: Log<Entry>) =>
      entries.slice(entries.findLastIndex((each) => each.sequence <= sequence) + 1)
    const found = this.#of(owners).flatMap(later)
    return found.sort((a, b) => a.sequence - b.sequence).slice(0, limit)
  }

  page(owners: Owners, { limit, offset }: Page): LogPage<Entry> {
    const all = this.after(0, owners).reverse()
    return { items: all.slice(offset, offset + limit), total: all.length }
  }

  dropped(owners: Owners): number {
    return Math.max(0, ...this.#of(owners).map(({ dropped }) => dropped))
  }

  /** Removes entries, by default all; returns their number. */
  clear(owners?: Owners): number {
    const logs = this.#of(owners)
    const count = logs.reduce((sum, { entries }) => sum + entries.length, 0)
    for (const { bytes } of logs) this.#bytes -= bytes
    for (const owner of this.#ownersIn(owners)) this.#logs.delete(owner)
    return count
  }

  forget(accountId: string): void {
    this.clear(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#logs.has(accountId)
  }

  #of(owners: Owners): Log<Entry>[] {
    return this.#ownersIn(owners).flatMap((owner) => this.#logs.get(owner) ?? [])
  }

  #ownersIn(owners: Owners): readonly string[] {
    return owners === undefined ? [...this.#logs.keys()] : [owners].flat()
  }

  #dropFromLargest(): void {
    const logs = [...this.#logs.values()]
    const largest = logs.reduce((most, log) => (log.bytes > most.bytes ? log : most))
    // Several at once, so that a full log does not search for the largest account with every entry.
    this.#drop(largest, Math.ceil(largest.entries.length / 10))
  }

  #drop(log: Log<Entry>, count: number): void {
    for (let left = count; left > 0; left--) {
      const entry = log.entries.shift() as Entry
      const size = this.#sizeOf(entry)
      log.bytes -= size
      this.#bytes -= size
      log.dropped = entry.sequence
    }
  }
}
