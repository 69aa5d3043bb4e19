import type { ServiceEvent } from '../accounts/event.ts'
import type { AccountState, Answer } from './account-state.ts'

/** What the simulation remembers of accounts. */
export interface SimulationMemory extends AccountState {
  /** Time on the account's clock before which nothing is due. In memory, because it is not worth a write. */
  idleUntil(accountId: string): number | undefined
  setIdleUntil(accountId: string, time: number | undefined): void
  /** The last events that were triggered by request, oldest first. */
  triggered(accountId: string): Answer<readonly ServiceEvent[]>
  addTriggered(accountId: string, event: ServiceEvent): Answer<void>
}

/** The number of triggered events that are stored for an account. */
const MAX_TRIGGERED = 100

export class LocalSimulationMemory implements SimulationMemory {
  readonly #idleUntil = new Map<string, number>()
  readonly #triggered = new Map<string, readonly ServiceEvent[]>()

  idleUntil(accountId: string): number | undefined {
    return this.#idleUntil.get(accountId)
  }

  setIdleUntil(accountId: string, time: number | undefined): void {
    if (time === undefined) this.#idleUntil.delete(accountId)
    else this.#idleUntil.set(accountId, time)
  }

  triggered(accountId: string): readonly ServiceEvent[] {
    return this.#triggered.get(accountId) ?? []
  }

  addTriggered(accountId: string, event: ServiceEvent): void {
    this.#triggered.set(accountId, [...this.triggered(accountId), event].slice(-MAX_TRIGGERED))
  }

  forget(accountId: string): void {
    this.#idleUntil.delete(accountId)
    this.#triggered.delete(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#idleUntil.has(accountId) || this.#triggered.has(accountId)
  }
}
