import { CannotRun } from '../journey/preflight.ts'
import type { Traveller } from '../journey/traveller.ts'
import { type Client, RunEnded } from '../support/client.ts'
import type { Credential, Exchange } from '../support/exchange.ts'
import { millisecondsToReset, quotaOf } from '../support/quota.ts'
import type { Settings } from '../support/settings.ts'

/** Requests that a case takes on average, tidying included; a test holds it against the truth. */
export const REQUESTS_PER_CASE = 14
/** Requests that the longest case may take. */
const MOST_PER_CASE = 60
/** What is learnt at the beginning, and deleted at the end. */
const AROUND = 30
/** Never used: others may need the key too. */
const LEFT_FOR_OTHERS = 10

/** Sees to it that a run never uses up the quota of a key. */
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

  /**
   * Looks before anything is created whether the quota is enough for all cases.
   *
   * @throws CannotRun with what is needed.
   */
  async require(cases: number, { client }: Traveller): Promise<void> {
    const needed = cases * REQUESTS_PER_CASE + AROUND + MOST_PER_CASE + LEFT_FOR_OTHERS
    const left = Math.min(this.#left('main'), client.left('main'))
    if (left >= needed || this.#settings.maxWaitMs > 0) return
    const affordable = Math.floor((left - (needed - cases * REQUESTS_PER_CASE)) / REQUESTS_PER_CASE)
    const way = affordable > 0 ? `Try --fuzz ${affordable}, wait` : 'Wait'
    throw new CannotRun(
      `The main key has ${left} requests left, and ${cases} cases take about ${needed}. ${way} until its quota is reset, allow the wait with --max-wait, or give another key.`,
    )
  }

  /**
   * Waits for the quota of the main key where that is allowed.
   *
   * @throws RunEnded where too little is left for another case.
   */
  async requireCase(client: Client): Promise<void> {
    if (client.left('main') < MOST_PER_CASE) {
      throw new RunEnded(`The requests that --max-requests allows are used up.`)
    }
    if (this.suffices('main')) return
    const last = this.#last.get('main') as Exchange
    const wait = millisecondsToReset(last, Date.now())
    if (wait === null || wait > this.#settings.maxWaitMs) {
      throw new RunEnded(
        `The main key has ${this.#left('main')} requests left, which is kept for others; its quota is reset in ${wait === null ? 'an unknown time' : `${Math.ceil(wait / 1000)} s`}.`,
      )
    }
    await client.pause(Math.max(wait, this.#settings.leastWaitMs))
    this.#last.delete('main')
  }

  /** @throws RunEnded where too little is left for another attempt. */
  forShrinking(): void {
    if (!this.suffices('main')) throw new RunEnded('Too little of the quota is left for shrinking.')
  }
}
