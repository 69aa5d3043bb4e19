import { demand, send, type Target } from '../../support/crash/client.ts'
import type { Random } from '../../support/random.ts'
import { untilAnswered } from './record-load.ts'

/** Requests of the key in an hour. */
export const LIMIT = 5
const AT_ONCE = 4
const REQUESTS = 12
const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2027, 0, 1, 0, 30)

export interface QuotaCounts {
  windows: number
  /** Windows in which exactly LIMIT requests were allowed. */
  exact: number
  /** Windows in which requests had no answer, so that fewer may be seen to be allowed. */
  unclear: number
  /** More than LIMIT, although the database did not crash meanwhile. */
  exceeded: string[]
  /** Fewer than LIMIT, although all requests were answered. */
  denied: string[]
  /** The most in a window in which the database crashed, and may have forgotten the last charges. */
  mostInCrash: number
}

export const noWindows = (): QuotaCounts => ({
  windows: 0,
  exact: 0,
  unclear: 0,
  exceeded: [],
  denied: [],
  mostInCrash: 0,
})

/** Hammers a key of 5 requests an hour, on a clock that is moved to the next hour time and again, or reset. */
export class QuotaLoad {
  readonly #target: Target
  readonly #counts: QuotaCounts
  /** How often the database was killed so far. */
  readonly #crashes: () => number
  #hour = 0

  constructor(target: Target, counts: QuotaCounts, crashes: () => number) {
    this.#target = target
    this.#counts = counts
    this.#crashes = crashes
  }

  async hammer(random: Random, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const before = this.#crashes()
      await this.#nextWindow(random)
      const statuses = await this.#useKey()
      this.#note(statuses, this.#crashes() > before)
    }
  }

  /** The time is absolute, so that a move may be repeated. */
  async #nextWindow(random: Random): Promise<void> {
    const account = `?account=${this.#target.accountId}`
    this.#hour += 1
    const now = new Date(BEGIN + this.#hour * HOUR_MS).toISOString()
    if (random.chance(20)) {
      // A reset without an answer may still happen, so the clock moves before and after it.
      await untilAnswered(() => demand(this.#target, 'POST', `/_sandbox/reset${account}`))
    }
    const clock = { now, frozen: true }
    await untilAnswered(() => demand(this.#target, 'POST', `/_sandbox/clock${account}`, clock))
  }

  async #useKey(): Promise<number[]> {
    const statuses: number[] = []
    const worker = async () => {
      while (statuses.length < REQUESTS) {
        const at = statuses.push(0) - 1
        statuses[at] = (await send(this.#target, 'GET', '/api/auth/me'))?.status ?? 0
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return statuses
  }

  #note(statuses: number[], hasCrashed: boolean): void {
    const counts = this.#counts
    const allowed = statuses.filter((status) => status === 200).length
    const isClear = statuses.every((status) => status === 200 || status === 429)
    const words = `hour ${this.#hour}: ${allowed} allowed (${statuses.join(' ')})`
    counts.windows += 1
    if (allowed === LIMIT) counts.exact += 1
    if (!isClear) counts.unclear += 1
    if (hasCrashed) counts.mostInCrash = Math.max(counts.mostInCrash, allowed)
    else if (allowed > LIMIT) counts.exceeded.push(words)
    else if (isClear && allowed < LIMIT) counts.denied.push(words)
  }
}
