import { nextTurn } from '../time/turn.ts'
import type { Changed, Outcome } from './transaction.ts'

interface Waiting<C> {
  change: C
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface WriterParts<S, C> {
  /** Makes the changes of a group. */
  make(state: S, changes: readonly C[]): Changed<S>
  /** Gets what a group of changes has made, and resolves when it is durable. */
  persist(made: Changed<S>, changes: readonly C[]): Promise<void>
  /** Runs then, before the promises of the changes resolve. */
  committed(after: S, before: S): void
}

/**
 * A state that is changed in groups. Changes that are submitted during a write are collected, then made in
 * order and written together. So 20 writers need one write instead of 20, and there is never more than one
 * write at a time.
 */
export class GroupWriter<S extends object, C> {
  readonly #parts: WriterParts<S, C>
  #state: S
  #waiting: Waiting<C>[] = []
  /** The number of changes that are waiting or being written. */
  #unanswered = 0
  #draining: Promise<void> | undefined

  constructor(state: S, parts: WriterParts<S, C>) {
    this.#state = state
    this.#parts = parts
  }

  /** The last durable state. */
  get state(): S {
    return this.#state
  }

  get isIdle(): boolean {
    return this.#unanswered === 0
  }

  /** Rejects with the error of `change` or `persist`; then the change is undone. */
  submit(change: C): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject })
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
      await nextTurn()

      const group = this.#waiting
      this.#waiting = []
      await this.#write(group)
    }

    // In the same turn as the check above; otherwise a change submitted in between would be lost.
    this.#draining = undefined
  }

  async #write(group: readonly Waiting<C>[]): Promise<void> {
    const { make, persist, committed } = this.#parts
    const before = this.#state
    const changes = group.map(({ change }) => change)
    let made: Changed<S> | undefined
    try {
      made = make(before, changes)
      await persist(made, changes)
    } catch (failure) {
      this.#unanswered -= group.length
      for (const [index, { reject }] of group.entries()) {
        reject(reasonAfterFailure(made?.outcomes[index], failure))
      }
      return
    }

    const { state, outcomes } = made
    if (state !== before) {
      this.#state = state
      committed(state, before)
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
