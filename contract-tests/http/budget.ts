import type { Credential, Exchange } from './exchange.ts'
import type { Settings } from './settings.ts'

/**
 * How many requests a run has made, and may still make. Requests that had to be sent again do not count against the limits,
 * but have limits of their own.
 */
export class Budget {
  readonly counts: Record<Credential, number> = {
    main: 0,
    restricted: 0,
    limited: 0,
    revoked: 0,
    other: 0,
    logout: 0,
    misspelled: 0,
    anonymous: 0,
  }
  /** Requests of the main key that are reserved for cleaning up. */
  reserved = 0
  readonly #settings: Pick<Settings, 'maxRequests' | 'maxTotal'>
  readonly #exchanges: readonly Exchange[]

  constructor(
    settings: Pick<Settings, 'maxRequests' | 'maxTotal'>,
    exchanges: readonly Exchange[],
  ) {
    this.#settings = settings
    this.#exchanges = exchanges
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** Requests that another one took the place of. */
  get repeated(): { main: number; total: number } {
    const all = this.#exchanges.filter(({ transient }) => transient !== undefined)
    return { main: all.filter(({ credential }) => credential === 'main').length, total: all.length }
  }

  /** How many more requests a credential may make. */
  left(credential: Credential): number {
    const { repeated, reserved } = this
    const all = this.#settings.maxTotal - this.total + repeated.total - reserved
    if (credential !== 'main') return all
    return Math.min(all, this.#settings.maxRequests - this.counts.main + repeated.main - reserved)
  }

  /** Why a run ends that has none left. */
  get explanation(): string {
    const { maxRequests, maxTotal } = this.#settings
    return `The run may make ${maxRequests} requests with the main key and ${maxTotal} in all, and they are used up. Give a higher --max-requests.`
  }
}

/** More than a window allowed is refused again; this part of it leaves room for other clients. */
const SHARE = 0.8

/** Spreads requests over time: at the rate that the user gave, or that the server allows. */
export class Pace {
  /** Milliseconds between the beginnings of two requests. */
  #gapMs: number
  readonly #leastGapMs: number
  #next = 0

  constructor(requestsPerSecond?: number) {
    this.#leastGapMs = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond
    this.#gapMs = this.#leastGapMs
  }

  /** Reserves the next turn; returns the milliseconds until it. */
  untilTurn(now: number): number {
    const turn = Math.max(now, this.#next)
    this.#next = turn + this.#gapMs
    return turn - now
  }

  /** After a refusal that asked for a wait: as many requests as fitted into that time are what the server allows. */
  slowDown(waitMs: number, exchanges: readonly Exchange[]): void {
    const end = exchanges.at(-1)?.endedAt ?? 0
    const windowMs = Math.max(waitMs, 1000)
    const fitted = exchanges.filter(({ endedAt }) => endedAt > end - windowMs).length - 1
    const gapMs = windowMs / Math.max(1, fitted * SHARE)
    this.#gapMs = Math.max(gapMs, this.#gapMs * 1.5)
  }

  /** After refusals that no wait helps against, which are no throttle. */
  restore(): void {
    this.#gapMs = this.#leastGapMs
  }
}
