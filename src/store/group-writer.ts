import { setImmediate } from 'node:timers/promises'
import type { Patch } from 'immer'
import { applyChanges, type Change, type Outcome } from './transaction.ts'

interface Waiting<S> {
  change: Change<S>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * A state that is changed in groups: while one write is in flight the changes asked for are
 * collected, and when it ends they are made in order and written at once. So 20 writers cost one
 * write and not 20, and there are never two writes in flight.
 */
export class GroupWriter<S extends object> {
  readonly #persist: (state: S, patches: Patch[]) => Promise<void>
  readonly #committed: (after: S, before: S) => void
  #state: S
  #waiting: Waiting<S>[] = []
  /** Changes asked for and not answered yet: those waiting and those being written. */
  #unanswered = 0
  #draining: Promise<void> | undefined

  /**
   * `persist` resolves when the state is durable, and hears what tells it from the last one that
   * became so; `committed` is told of each state that became
   * so, before anyone who asked for the change is.
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

  /** Rejects with what `change` throws, or with what `persist` does; either way it is undone. */
  submit<T>(change: (draft: S) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (result: unknown) => void, reject })
      this.#unanswered += 1
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing is waiting or being written. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop, so that requests that arrive together, and writers that
      // were answered just now and come again, share this write instead of waiting for the next.
      await setImmediate()

      const group = this.#waiting
      this.#waiting = []
      await this.#write(group)
    }

    // In the same turn as the check above, or a change submitted in between would never be made.
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

/** A refusal stands, unless it was made in view of changes that have just been undone. */
function reasonAfterFailure(outcome: Outcome | undefined, failure: unknown): unknown {
  return outcome?.ok === false && !outcome.tentative ? outcome.error : failure
}
