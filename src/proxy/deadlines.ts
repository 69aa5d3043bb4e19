import type { Clock } from '../time/clock.ts'

/**
 * Deadlines of equal length, of which nearly none passes: they share a timer. A timer and a signal for each would take a
 * tenth of the proxy's time for a request.
 */
export class Deadlines {
  readonly #clock: Pick<Clock, 'elapsed' | 'pause'>
  readonly #ms: number
  /** Callbacks and their times; the next one is the first. */
  readonly #open = new Map<() => void, number>()
  #isWaiting = false

  constructor(clock: Pick<Clock, 'elapsed' | 'pause'>, ms: number) {
    this.#clock = clock
    this.#ms = ms
  }

  /** Calls `late` after the time, unless it is given to `end` before. */
  begin(late: () => void): void {
    this.#open.set(late, this.#clock.elapsed() + this.#ms)
    if (!this.#isWaiting) void this.#wait()
  }

  end(late: () => void): void {
    this.#open.delete(late)
  }

  async #wait(): Promise<void> {
    this.#isWaiting = true
    for (let left: number | undefined = this.#ms; left !== undefined; left = this.#expire()) {
      await this.#clock.pause(left)
    }
    this.#isWaiting = false
  }

  /** Calls what is late, and returns the milliseconds until the next one; undefined if there is no other. */
  #expire(): number | undefined {
    const now = this.#clock.elapsed()
    for (const [late, at] of this.#open) {
      // A timer may be early by a part of a millisecond.
      if (at - now >= 1) return at - now
      this.#open.delete(late)
      late()
    }
    return undefined
  }
}
