export interface Numbered {
  /** Counts all entries since the start. */
  sequence: number
}

/** What is left of an entry that was removed. */
export interface RemovedEntry {
  sequence: number
  /** Approximate size in bytes. */
  size: number
}

/** The entries of a log, oldest first. */
export interface EntryQueue<Entry extends Numbered> {
  readonly length: number
  /** `size`: its approximate size in bytes. */
  push(entry: Entry, size: number): void
  /** Removes the oldest entry. The queue must not be empty. */
  shift(): RemovedEntry
  sequenceAt(place: number): number
  at(place: number): Entry
}

/** Holds entries as they are, so they may still change. */
export class ObjectQueue<Entry extends Numbered> implements EntryQueue<Entry> {
  readonly #items: { entry: Entry; size: number }[] = []

  get length(): number {
    return this.#items.length
  }

  push(entry: Entry, size: number): void {
    this.#items.push({ entry, size })
  }

  shift(): RemovedEntry {
    const { entry, size } = this.#items.shift() as { entry: Entry; size: number }
    return { sequence: entry.sequence, size }
  }

  sequenceAt(place: number): number {
    return this.at(place).sequence
  }

  at(place: number): Entry {
    return (this.#items[place] as { entry: Entry }).entry
  }
}
