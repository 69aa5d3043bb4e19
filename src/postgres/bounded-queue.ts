/** Items that wait in memory: when they are too many or too large, the oldest are dropped and counted. */
export class BoundedQueue<Item> {
  readonly #limits: { items: number; bytes: number }
  readonly #sizeOf: (item: Item) => number
  #items: Item[] = []
  #bytes = 0
  #dropped = 0

  /** `sizeOf`: the approximate size of an item in bytes, which must not change. */
  constructor(limits: { items: number; bytes: number }, sizeOf: (item: Item) => number) {
    this.#limits = limits
    this.#sizeOf = sizeOf
  }

  get size(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#bytes += this.#sizeOf(item)
    this.#limit()
  }

  /** Removes the oldest items, up to `count`. */
  take(count: number): Item[] {
    const taken = this.#items.splice(0, count)
    for (const item of taken) this.#bytes -= this.#sizeOf(item)
    return taken
  }

  /** Puts items that were taken back before all others. */
  putBack(items: readonly Item[]): void {
    this.#items = [...items, ...this.#items]
    for (const item of items) this.#bytes += this.#sizeOf(item)
    this.#limit()
  }

  /** Counts items that were taken as dropped. */
  noteDropped(count: number): void {
    this.#dropped += count
  }

  /** The number of items that were dropped since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  #limit(): void {
    while (this.#items.length > this.#limits.items || this.#bytes > this.#limits.bytes) {
      this.#bytes -= this.#sizeOf(this.#items.shift() as Item)
      this.#dropped += 1
    }
  }
}
