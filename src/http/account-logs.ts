export interface LogLimits {
  /** Entries of one account, and of all without one. */
  perAccount: number
  /** About what all of them may take. */
  bytes: number
}

interface Numbered {
  /** Counts all entries since the start, in the order in which they came. */
  sequence: number
  accountId: string | undefined
}

interface Log<Entry> {
  entries: Entry[]
  bytes: number
  /** Sequence of the newest that was dropped to make room. */
  dropped: number
}

/**
 * The last entries of each account, in memory. Accounts do not push out each other's: when all of them take
 * too much, the oldest of the one that takes most go.
 */
export class AccountLogs<Entry extends Numbered> {
  readonly #limits: LogLimits
  readonly #sizeOf: (entry: Entry) => number
  readonly #logs = new Map<string | undefined, Log<Entry>>()
  #sequence = 0
  #bytes = 0

  /** `sizeOf`: about how many bytes an entry takes, the same each time it is asked. */
  constructor(limits: LogLimits, sizeOf: (entry: Entry) => number) {
    this.#limits = limits
    this.#sizeOf = sizeOf
  }

  /** Sequence of the newest entry; 0 when there was none yet. */
  get newest(): number {
    return this.#sequence
  }

  /** Makes what it is given the entry. */
  add(unnumbered: Omit<Entry, 'sequence'>): Entry {
    const entry = unnumbered as Entry
    entry.sequence = ++this.#sequence
    let log = this.#logs.get(entry.accountId)
    if (log === undefined) {
      log = { entries: [], bytes: 0, dropped: 0 }
      this.#logs.set(entry.accountId, log)
    }
    log.entries.push(entry)
    const size = this.#sizeOf(entry)
    log.bytes += size
    this.#bytes += size
    if (log.entries.length > this.#limits.perAccount) this.#drop(log, 1)
    while (this.#bytes > this.#limits.bytes) this.#dropFromLargest()
    return entry
  }

  /** Those after `sequence`, the oldest first: of one account, or of all and of nobody. */
  after(sequence: number, accountId: string | undefined): Entry[] {
    const found = this.#of(accountId).flatMap(({ entries }) => {
      // Those who follow the log ask for its very end.
      let at = entries.length
      while (at > 0 && (entries[at - 1] as Entry).sequence > sequence) at--
      return entries.slice(at)
    })
    return accountId === undefined ? found.sort((a, b) => a.sequence - b.sequence) : found
  }

  /** Sequence of the newest entry that was dropped to make room; 0 when there is none. */
  dropped(accountId: string | undefined): number {
    return Math.max(0, ...this.#of(accountId).map(({ dropped }) => dropped))
  }

  /** Forgets the entries of an account, or of all and of nobody; tells how many there were. */
  clear(accountId?: string): number {
    const logs = this.#of(accountId)
    const count = logs.reduce((sum, { entries }) => sum + entries.length, 0)
    for (const { bytes } of logs) this.#bytes -= bytes
    if (accountId === undefined) this.#logs.clear()
    else this.#logs.delete(accountId)
    return count
  }

  #of(accountId: string | undefined): Log<Entry>[] {
    if (accountId === undefined) return [...this.#logs.values()]
    const log = this.#logs.get(accountId)
    return log === undefined ? [] : [log]
  }

  #dropFromLargest(): void {
    const logs = [...this.#logs.values()]
    const largest = logs.reduce((most, log) => (log.bytes > most.bytes ? log : most))
    // Several at once, so that a full log does not look for the largest with every entry.
    this.#drop(largest, Math.ceil(largest.entries.length / 10))
  }

  #drop(log: Log<Entry>, count: number): void {
    for (let left = count; left > 0; left--) {
      // A full log does so with every entry, and splice moves all that is behind, which takes 20 µs.
      const entry = log.entries.shift() as Entry
      const size = this.#sizeOf(entry)
      log.bytes -= size
      this.#bytes -= size
      log.dropped = entry.sequence
    }
  }
}
