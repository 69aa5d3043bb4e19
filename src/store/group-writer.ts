import { setImmediate } from 'node:timers/promises'
import type { Patch } from 'immer'
import { applyChanges, type Change, type Outcome } from './transaction.ts'

interface Waiting<S> {
  change: Change<S>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * A state that is changed in groups. Changes that are submitted during a write are collected, then made in
 * order and written together. So 20 writers need one write instead of 20, and there is never more than one
 * write at a time.
 */
export class GroupWriter<S extends object> {
  readonly #persist: (state: S, patches: Patch[]) => Promise<void>
  readonly #committed: (after: S, before: S) => void
  #state: S
  #waiting: Waiting<S>[] = []
  /** The number of changes that are waiting or being written. */
  #unanswered = 0
  #draining: Promise<void> | undefined

  /**
   * `persist` gets the state and its difference from the last durable one, and resolves when the state is durable.
   * Then `committed` runs, before the promises of the changes resolve.
   */
  constructor(
    state: S,
    persist: (state: S, patches: Patch[]) => Promise<void>,
    committed: (after: S, before: S) => void,
  ) {
    this.#state = state
    this.#persist = persist
    this.#committed = committed
  }

  /** The last durable state. */
  get state(): S {
    return this.#state
  }

  get isIdle(): boolean {
    return this.#unanswered === 0
  }

  /** Rejects with the error of `change` or `persist`; then the change is undone. */
  submit<T>(change: (draft: S) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (result: unknown) => void, reject })
      this.#unanswered += 1
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when no change is waiting or being written. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop, so that requests that arrive together, and writers that
      // continue after the last write, share this write instead of waiting for the next.
      await setImmediate()

      const group = this.#waiting
      this.#waiting = []
      await this.#write(group)
    }

    // In the same turn as the check above; otherwise a change submitted in between would be lost.
    this.#draining = undefined
  }

  async #write(group: Waiting<S>[]): Promise<void> {
    const before = this.#state
    const { state, outcomes, patches } = applyChanges(
      before,
      group.map(({ change }) => change),
    )

    try {
      if (state !== before) await this.#persist(state, patches)
    } catch (failure) {
      this.#unanswered -= group.length
      for (const [index, { reject }] of group.entries()) {
        reject(reasonAfterFailure(outcomes[index], failure))
      }
      return
    }

    if (state !== before) {
      this.#state = state
      this.#committed(state, before)
    }

    this.#unanswered -= group.length
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) resolve(outcome.result)
      else reject(outcome?.error)
    }
  }
}

/** The error of a change is final, unless the change was made after others that were undone. */
function reasonAfterFailure(outcome: Outcome | undefined, failure: unknown): unknown {
  return outcome?.ok === false && !outcome.tentative ? outcome.error : failure
}
