import type { AccountState } from './account-state.ts'

/** What the simulation remembers of accounts. */
export interface SimulationMemory extends AccountState {
  /** Time on the account's clock before which nothing is due. In memory, because it is not worth a write. */
  idleUntil(accountId: string): number | undefined
  setIdleUntil(accountId: string, time: number | undefined): void
}

export class LocalSimulationMemory implements SimulationMemory {
  readonly #idleUntil = new Map<string, number>()

  idleUntil(accountId: string): number | undefined {
    return this.#idleUntil.get(accountId)
  }

  setIdleUntil(accountId: string, time: number | undefined): void {
    if (time === undefined) this.#idleUntil.delete(accountId)
    else this.#idleUntil.set(accountId, time)
  }

  forget(accountId: string): void {
    this.#idleUntil.delete(accountId)
  }

  remembers(accountId: string): boolean {
    return this.#idleUntil.has(accountId)
  }
}
