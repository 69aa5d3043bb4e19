/**
 * Reads that are wanted while one of the same key is under way share the next one, which is sent after all of them
 * asked: each gets the state of its call or a later one.
 */
export class SharedReads<T> {
  readonly #underWay = new Map<string, Promise<T>>()
  readonly #next = new Map<string, Promise<T>>()

  /** Rejects as `read` does. */
  read(key: string, read: () => Promise<T>): Promise<T> {
    const underWay = this.#underWay.get(key)
    if (!underWay) return this.#begin(key, read)
    const next =
      this.#next.get(key) ??
      underWay
        .catch(() => {})
        .then(() => {
          this.#next.delete(key)
          return this.#begin(key, read)
        })
    this.#next.set(key, next)
    return next
  }

  #begin(key: string, read: () => Promise<T>): Promise<T> {
    const begun = read()
    this.#underWay.set(key, begun)
    const end = () => {
      if (this.#underWay.get(key) === begun && !this.#next.has(key)) this.#underWay.delete(key)
    }
    begun.then(end, end)
    return begun
  }
}
