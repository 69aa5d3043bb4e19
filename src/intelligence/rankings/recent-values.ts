/**
 * Values of objects, of which at least the last ones are known, and at most twice as many. Unlike a WeakMap, it forgets
 * values of objects that live on: what follows from thousands of records need not stay in memory with them.
 */
export class RecentValues<Key extends object, Value> {
  readonly #most: number
  #newer = new WeakMap<Key, Value>()
  #older = new WeakMap<Key, Value>()
  #size = 0

  /** `most`: the sum of the sizes that are kept. */
  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  set(key: Key, value: Value, size = 1): void {
    if (this.#size + size > this.#most) {
      this.#older = this.#newer
      this.#newer = new WeakMap()
      this.#size = 0
    }
    this.#newer.set(key, value)
    this.#size += size
  }
}
