import { type Client, RunEnded } from '../http/client.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { millisecondsToReset, quotaOf } from '../http/quota.ts'
import type { Settings } from '../http/settings.ts'
import { CannotRun } from '../journey/preflight.ts'
import type { Runner } from '../journey/runner.ts'

/** Requests that a case takes on average, tidying included; a test holds it against the truth. */
export const REQUESTS_PER_CASE = 14
/** Requests that the longest case may take. */
const MOST_PER_CASE = 60
/** Requests at the beginning and at the end of a run. */
const AROUND = 30
/** Never used: others may need the key too. */
const LEFT_FOR_OTHERS = 10

/** Keeps a run from using up the quota of a key. */
export class Quota {
  readonly #settings: Settings
  readonly #last = new Map<Credential, Exchange>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  note(exchange: Exchange): void {
    if (quotaOf(exchange).remaining !== null) this.#last.set(exchange.credential, exchange)
  }

  /** Requests that a key has left, as the last response to it said. */
  #left(credential: Credential): number {
    const last = this.#last.get(credential)
    const { remaining } = last ? quotaOf(last) : { remaining: null }
    return remaining === null || remaining < 0 ? Number.POSITIVE_INFINITY : remaining
  }

  /** Whether a key has enough left for another case. */
  suffices(credential: Credential): boolean {
    return this.#left(credential) >= MOST_PER_CASE + LEFT_FOR_OTHERS
  }

  /** Throws `CannotRun` if the quota is too low for all cases. */
  async require(cases: number, { client }: Runner): Promise<void> {
    const needed = cases * REQUESTS_PER_CASE + AROUND + MOST_PER_CASE + LEFT_FOR_OTHERS
    const left = Math.min(this.#left('main'), client.budget.left('main'))
    if (left >= needed || this.#wait() <= this.#settings.maxWaitMs) return
    const affordable = Math.floor((left - (needed - cases * REQUESTS_PER_CASE)) / REQUESTS_PER_CASE)
    const way = affordable > 0 ? `Try --cases ${affordable}, wait` : 'Wait'
    throw new CannotRun(
      `The main key has ${left} requests left, and ${cases} cases take about ${needed}. ${way} until its quota is reset, allow the wait with --max-wait, or give another key.`,
    )
  }

  /** Waits for the quota of the main key if allowed; throws `RunEnded` if it is too low for another case. */
  async requireCase(client: Client): Promise<void> {
    if (client.budget.left('main') < MOST_PER_CASE) {
      throw new RunEnded(`The limit of --max-requests is reached.`)
    }
    if (this.suffices('main')) return
    const wait = this.#wait()
    if (wait > this.#settings.maxWaitMs) {
      throw new RunEnded(
        `The main key has ${this.#left('main')} requests left, which are reserved for other clients; its quota resets in ${Number.isFinite(wait) ? `${Math.ceil(wait / 1000)} s` : 'an unknown time'}.`,
      )
    }
    await client.pause(Math.max(wait, this.#settings.leastWaitMs))
    this.#last.delete('main')
  }

  /** Milliseconds until the quota of the main key is reset; infinite if the server does not say. */
  #wait(): number {
    const last = this.#last.get('main')
    return (last && millisecondsToReset(last, Date.now())) ?? Infinity
  }

  /** Throws `RunEnded` if the quota is too low for another attempt. */
  forShrinking(): void {
    if (!this.suffices('main'))
      throw new RunEnded('The remaining quota is too low to shrink the case.')
  }
}
