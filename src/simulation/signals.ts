/** Signals that something happened in an account. Listeners look up what it was. */
export interface Signals {
  /** Whether anyone listens. Events that nobody listens to need not be kept. */
  hasListeners(accountId: string): boolean
  publish(accountId: string): void
  /** Resolves once other replicas can know of the listeners of an account. */
  announce(accountId: string): Promise<void>
  /** Resolves once `hasListeners` knows of all that were announced before. */
  catchUp(): Promise<void>
  /** Returns a function that ends the subscription. */
  listen(accountId: string, listener: () => void): () => void
}

/** Signals within this process. */
export class LocalSignals implements Signals {
  readonly #listeners = new Map<string, Set<() => void>>()

  hasListeners(accountId: string): boolean {
    return this.#listeners.has(accountId)
  }

  /** Without an account, of all: listeners look again. */
  publish(accountId?: string): void {
    const of = accountId === undefined ? this.#listeners.values() : [this.#listeners.get(accountId)]
    for (const listeners of of) for (const listener of listeners ?? []) listener()
  }

  async announce(): Promise<void> {}

  async catchUp(): Promise<void> {}

  listen(accountId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set()
    // Its own, so that the same function can listen twice.
    const own = () => listener()
    listeners.add(own)
    this.#listeners.set(accountId, listeners)
    return () => {
      listeners.delete(own)
      if (listeners.size === 0) this.#listeners.delete(accountId)
    }
  }
}
