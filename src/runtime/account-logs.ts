import { yieldToEventLoop } from '../time/steps.ts'
import type { Answer } from './account-state.ts'
import { type EntryQueue, type Numbered, ObjectQueue } from './entry-queue.ts'

export interface LogLimits {
  /** Maximum number of entries of one account, and of those without an account. */
  perAccount: number
  /** Approximate maximum size of all entries. */
  bytes: number
}

interface Owned extends Numbered {
  accountId: string | undefined
}

interface Log<Entry extends Owned> {
  entries: EntryQueue<Entry>
  bytes: number
  /** Sequence of the newest entry that was dropped to make room. */
  dropped: number
}

export interface LogRange {
  limit: number
  offset: number
}

export interface LogPage<Entry> {
  items: Entry[]
  total: number
}

/** Reading an entry may take 50 µs. */
const READ_AT_ONCE = 20

/** As an `accountId`, the entries that belong to no account. */
export const NO_ACCOUNT = ''

/** A log that can be read while it grows. An undefined `accountId` means all entries. */
export interface FollowableLog<Entry> {
  /** Sequence of the newest entry; 0 if there is none yet. */
  newest(): Answer<number>
  /** The entries after `sequence`, oldest first; all unless there is a `limit`. */
  after(sequence: number, accountId: string | undefined, limit?: number): Answer<Entry[]>
  /** A page of the entries, newest first, and the number of all. */
  page(accountId: string | undefined, range: LogRange): Answer<LogPage<Entry>>
  /** Sequence of the newest entry that was dropped to make room; 0 if there is none. */
  dropped(accountId: string | undefined): Answer<number>
  /** Resolves when there is an entry after `sequence`, of any account, or when `signal` is aborted. */
  changed(sequence: number, signal: AbortSignal): Promise<void>
}

/**
 * The last entries of each account, in memory. If all entries together take too much memory, the oldest entries
 * of the largest account are dropped.
 */
export class AccountLogs<Entry extends Owned> implements FollowableLog<Entry> {
  readonly #limits: LogLimits
  readonly #sizeOf: (entry: Entry) => number
  readonly #createQueue: () => EntryQueue<Entry>
  readonly #logs = new Map<string, Log<Entry>>()
  readonly #waiting = new Set<() => void>()
  #sequence = 0
  #bytes = 0

  /** `sizeOf`: the approximate size of an entry in bytes. */
  constructor(
    limits: LogLimits,
    sizeOf: (entry: Entry) => number,
    createQueue: () => EntryQueue<Entry> = () => new ObjectQueue<Entry>(),
  ) {
    this.#limits = limits
    this.#sizeOf = sizeOf
    this.#createQueue = createQueue
  }

  newest(): number {
    return this.#sequence
  }

  /** Numbers the entry in place. */
  add(unnumbered: Omit<Entry, 'sequence'>): Entry {
    const entry = unnumbered as Entry
    entry.sequence = ++this.#sequence
    const owner = entry.accountId ?? NO_ACCOUNT
    const log = this.#logs.get(owner) ?? { entries: this.#createQueue(), bytes: 0, dropped: 0 }
    this.#logs.set(owner, log)
    const size = this.#sizeOf(entry)
    log.entries.push(entry, size)
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

  after(sequence: number, accountId: string | undefined, limit?: number): Answer<Entry[]> {
    const places = this.#placesAfter(sequence, accountId).slice(0, limit)
    return places.length > READ_AT_ONCE ? readInTurns(places) : places.map(read)
  }

  page(accountId: string | undefined, { limit, offset }: LogRange): LogPage<Entry> {
    const places = this.#placesAfter(0, accountId).reverse()
    return { items: places.slice(offset, offset + limit).map(read), total: places.length }
  }

  dropped(accountId: string | undefined): number {
    return Math.max(0, ...this.#of(accountId).map(({ dropped }) => dropped))
  }

  /** Removes the entries of an account, or all entries; returns their number. */
  clear(accountId?: string): number {
    const logs = this.#of(accountId)
    const count = logs.reduce((sum, { entries }) => sum + entries.length, 0)
    for (const { bytes } of logs) this.#bytes -= bytes
    if (accountId === undefined) this.#logs.clear()
    else this.#logs.delete(accountId)
    return count
  }

  forget(accountId: string): void {
    this.clear(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#logs.has(accountId)
  }

  /** Where the entries after `sequence` are, oldest first. */
  #placesAfter(sequence: number, accountId: string | undefined): Place<Entry>[] {
    const places: Place<Entry>[] = []
    for (const { entries } of this.#of(accountId)) {
      // Followers of the log ask for its last entries.
      for (let place = entries.length - 1; place >= 0; place--) {
        const found = entries.sequenceAt(place)
        if (found <= sequence) break
        places.push({ sequence: found, entries, place })
      }
    }
    return places.sort((a, b) => a.sequence - b.sequence)
  }

  #of(accountId: string | undefined): Log<Entry>[] {
    if (accountId === undefined) return [...this.#logs.values()]
    const log = this.#logs.get(accountId)
    return log === undefined ? [] : [log]
  }

  #dropFromLargest(): void {
    const logs = [...this.#logs.values()]
    const largest = logs.reduce((most, log) => (log.bytes > most.bytes ? log : most))
    // Several at once, so that a full log does not search for the largest account with every entry.
    this.#drop(largest, Math.ceil(largest.entries.length / 10))
  }

  #drop(log: Log<Entry>, count: number): void {
    for (let left = count; left > 0; left--) {
      const { sequence, size } = log.entries.shift()
      log.bytes -= size
      this.#bytes -= size
      log.dropped = sequence
    }
  }
}

interface Place<Entry extends Owned> {
  sequence: number
  entries: EntryQueue<Entry>
  place: number
}

function read<Entry extends Owned>({ entries, place }: Place<Entry>): Entry {
  return entries.at(place)
}

/** Without those that are dropped meanwhile. */
async function readInTurns<Entry extends Owned>(places: Place<Entry>[]): Promise<Entry[]> {
  const found: Entry[] = []
  for (const { entries, sequence } of places) {
    const place = placeOf(entries, sequence)
    if (place !== undefined) found.push(entries.at(place))
    await yieldToEventLoop()
  }
  return found
}

function placeOf<Entry extends Owned>(
  entries: EntryQueue<Entry>,
  sequence: number,
): number | undefined {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries.sequenceAt(middle) < sequence) low = middle + 1
    else high = middle
  }
  return low < entries.length && entries.sequenceAt(low) === sequence ? low : undefined
}
