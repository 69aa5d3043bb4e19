import { nextTurn } from '../time/turn.ts'
import type { Outcome } from './transaction.ts'

/** A change that somebody waits for. */
export interface Waiting<C> {
  change: C
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Changes that are written in groups: those that are submitted during a write are collected, and then written together. So
 * 20 writers need one write instead of 20, and there is never more than one write at a time.
 */
export class Groups<C> {
  readonly #write: (group: readonly Waiting<C>[]) => Promise<void>
  #waiting: Waiting<C>[] = []
  /** The number of changes that are waiting or being written. */
  #unanswered = 0
  #draining: Promise<void> | undefined

  /** `write` answers each change of a group, and does not reject. */
  constructor(write: (group: readonly Waiting<C>[]) => Promise<void>) {
    this.#write = write
  }

  get isIdle(): boolean {
    return this.#unanswered === 0
  }

  submit(change: C): Promise<unknown> {
    this.#unanswered += 1
    return new Promise((resolve, reject) => {
      const answering = (answer: (value: unknown) => void) => (value: unknown) => {
        this.#unanswered -= 1
        answer(value)
      }
      this.#waiting.push({ change, resolve: answering(resolve), reject: answering(reject) })
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
}

/** Answers the changes of a group that was written. */
export function answer(group: readonly Waiting<unknown>[], outcomes: readonly Outcome[]): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok) resolve(outcome.result)
    else reject(outcome?.error)
  }
}
