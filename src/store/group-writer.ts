import { answer, Groups, type Waiting } from './groups.ts'
import type { Changed, Outcome } from './transaction.ts'

interface WriterParts<S, C> {
  /** Makes the changes of a group. */
  make(state: S, changes: readonly C[]): Changed<S>
  /** Gets what a group of changes has made, and resolves when it is durable. */
  persist(made: Changed<S>, changes: readonly C[]): Promise<void>
  /** Runs then, before the promises of the changes resolve. */
  committed(after: S, before: S): void
}

/** A state that is changed in groups, whose changes are made in order and written together. */
export class GroupWriter<S extends object, C> {
  readonly #parts: WriterParts<S, C>
  readonly #groups = new Groups<C>((group) => this.#write(group))
  #state: S

  constructor(state: S, parts: WriterParts<S, C>) {
    this.#state = state
    this.#parts = parts
  }

  /** The last durable state. */
  get state(): S {
    return this.#state
  }

  get isIdle(): boolean {
    return this.#groups.isIdle
  }

  /** Rejects with the error of `change` or `persist`; then the change is undone. */
  submit(change: C): Promise<unknown> {
    return this.#groups.submit(change)
  }

  idle(): Promise<void> {
    return this.#groups.idle()
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
    answer(group, outcomes)
  }
}

/** The error of a change is final, unless the change was made after others that were undone. */
function reasonAfterFailure(outcome: Outcome | undefined, failure: unknown): unknown {
  return outcome?.ok === false && !outcome.tentative ? outcome.error : failure
}
