import type { ServiceEvent } from './event.ts'

type Listener = (event: ServiceEvent) => void

/** Of what somebody asked for, which does not follow from campaigns, this many are remembered. */
const REMEMBERED = 100

/** Tells whoever listens to an account of its events, as they come. */
export class EventBus {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #asked = new Map<string, ServiceEvent[]>()

  /** Whether anybody listens, so that events need not be made for nobody. */
  hasListeners(accountId: string): boolean {
    return this.#listeners.has(accountId)
  }

  publish(accountId: string, event: ServiceEvent): void {
    for (const listener of this.#listeners.get(accountId) ?? []) listener(event)
  }

  /** As `publish`, of an event that somebody asked for: it is remembered for those who were away. */
  publishAsked(accountId: string, event: ServiceEvent): void {
    const events = [...this.asked(accountId), event].slice(-REMEMBERED)
    this.#asked.set(accountId, events)
    this.publish(accountId, event)
  }

  /** The last events that somebody asked for, oldest first. */
  asked(accountId: string): readonly ServiceEvent[] {
    return this.#asked.get(accountId) ?? []
  }

  /** The account is another now, or none: what was asked for of it did not happen to that. Listeners stay. */
  forget(accountId: string): void {
    this.#asked.delete(accountId)
  }

  /** Returns what ends the listening. */
  listen(accountId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(accountId, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(accountId)
    }
  }
}
