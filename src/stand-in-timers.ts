import process from 'node:process'
import type timers from 'node:timers'
import { scheduler } from 'node:timers/promises'
import util from 'node:util'

type Callback = (...given: unknown[]) => void

/** Its `wait` and `yield` are always Node's: fakes have their own as members of `scheduler` itself. */
const real = Object.getPrototypeOf(scheduler) as typeof scheduler

export const isBun = process.versions.bun !== undefined

const LONGEST_MS = 2 ** 31 - 1

/** Whether timers are Node's own and no fakes: Node lists those that keep the process alive, and Bun lists none. */
export function areReal(given: typeof timers): boolean {
  if (isBun) return true
  const count = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = count()
  const timeout = given.setTimeout(() => {}, 1000)
  const isReal = count() > before
  given.clearTimeout(timeout)
  return isReal
}

/** As the timers of Node, for where fakes have taken their place in `node:timers` as well. */
export const standInTimers = {
  setTimeout: (callback: Callback, ms = 1, ...given: unknown[]) =>
    new Timer(() => callback(...given), ms, false),
  setInterval: (callback: Callback, ms = 1, ...given: unknown[]) =>
    new Timer(() => callback(...given), ms, true),
  setImmediate: (callback: Callback, ...given: unknown[]) =>
    new Timer(() => callback(...given), 0, false),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
} as unknown as typeof timers

function clear(timer: Timer | undefined): void {
  timer?.close()
}

class Timer {
  readonly #callback: () => void
  readonly #ms: number
  readonly #repeats: boolean
  /** Ends the wait; undefined after it. */
  #waiting: ReturnType<typeof util.transferableAbortController> | undefined
  #keepsAlive = true

  constructor(callback: () => void, ms: number, repeats: boolean) {
    this.#callback = callback
    this.#ms = Math.max(1, Math.min(Number(ms) || 1, LONGEST_MS))
    this.#repeats = repeats
    this.refresh()
  }

  refresh(): this {
    this.close()
    const waiting = util.transferableAbortController()
    this.#waiting = waiting
    // The types lack `ref`.
    const options: object = { signal: waiting.signal, ref: this.#keepsAlive }
    real.wait.call(scheduler, this.#ms, options).then(
      () => {
        this.#waiting = undefined
        if (this.#repeats) this.refresh()
        this.#callback()
      },
      () => {},
    )
    return this
  }

  close(): this {
    this.#waiting?.abort()
    this.#waiting = undefined
    return this
  }

  ref(): this {
    return this.#keepAlive(true)
  }

  unref(): this {
    return this.#keepAlive(false)
  }

  hasRef(): boolean {
    return this.#keepsAlive
  }

  #keepAlive(keepsAlive: boolean): this {
    this.#keepsAlive = keepsAlive
    return this.#waiting ? this.refresh() : this
  }
}
