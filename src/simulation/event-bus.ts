import type { ServiceEvent } from '../accounts/event.ts'

type Listener<T> = (event: T) => void

/** Passes the events of an account to its listeners. */
export class EventBus<T = ServiceEvent> {
  readonly #listeners = new Map<string, Set<Listener<T>>>()

  /** Without listeners, events need not be made. */
  hasListeners(accountId: string): boolean {
    return this.#listeners.has(accountId)
  }

  publish(accountId: string, event: T): void {
    for (const listener of this.#listeners.get(accountId) ?? []) listener(event)
  }

  /** Returns a function that ends the subscription. */
  listen(accountId: string, listener: Listener<T>): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set<Listener<T>>()
    listeners.add(listener)
    this.#listeners.set(accountId, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(accountId)
    }
  }
}
