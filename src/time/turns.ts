/** Runs one task at a time for each subject, in order. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  isTaken(subject: string): boolean {
    return this.#last.has(subject)
  }

  take<T>(subject: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(subject) ?? Promise.resolve()
    const result = before.then(task)
    const settled = result
      .catch(() => {})
      .then(() => {
        if (this.#last.get(subject) === settled) this.#last.delete(subject)
      })
    this.#last.set(subject, settled)
    return result
  }

  /** Resolves when no task is left. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }
}
