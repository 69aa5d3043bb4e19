import type { Exchange } from './exchange.ts'

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
