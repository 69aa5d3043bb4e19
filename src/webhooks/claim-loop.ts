import type { Conditions } from './conditions.ts'

/** Deliveries of an account that are claimed at once, so that the others can still be given up together. */
export const CLAIMED_AT_ONCE = 2_000

interface Parts {
  /** The number of claimed deliveries; `conditions` are checked after each change of it. */
  claimed: () => number
  conditions: Conditions
  closing: AbortSignal
}

/** Claims the deliveries of an account that are due, until none is: one loop for all who ask for it. */
export class ClaimLoop {
  readonly #parts: Parts
  #running: Promise<void> | undefined
  /** Whether more may be due since the last claim began. */
  #isAsked = false
  /** Whether some that are due may wait for room. */
  #isFull = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Resolves when nothing is due and nothing is claimed any more. `claim` resolves with whether it claimed all that is due;
   * if not, it is called again when half of the claimed ones are settled.
   */
  run(claim: () => Promise<boolean>): Promise<void> {
    this.#isAsked = true
    this.#parts.conditions.check()
    this.#running ??= this.#run(claim)
    return this.#running
  }

  /** Resolves when all that is due is claimed, and at most `most` are not settled. */
  roomForMore(most: number): Promise<void> {
    const { conditions, claimed } = this.#parts
    return conditions.until(() => !this.#isAsked && !this.#isFull && claimed() <= most)
  }

  async #run(claim: () => Promise<boolean>): Promise<void> {
    const { conditions, claimed, closing } = this.#parts
    try {
      while (!closing.aborted) {
        this.#isAsked = false
        this.#isFull = true
        this.#isFull = !(await claim())
        if (!this.#isAsked && !this.#isFull && claimed() === 0) return
        conditions.check()
        const left = this.#isFull ? CLAIMED_AT_ONCE / 2 : 0
        await conditions.until(() => this.#isAsked || claimed() <= left)
      }
    } finally {
      // At once: the next call must not share an end that has passed.
      this.#running = undefined
      this.#isAsked = false
      this.#isFull = false
      conditions.check()
    }
  }
}
