import type { RateLimit } from '../accounts/webhook-settings.ts'
import type { Clock } from '../time/clock.ts'

const PERIOD_MS = { second: 1_000, minute: 60_000 }

/** Attempts that take less real time are not slow. */
const SLOW_MS = 1_000
/** Total real time for which an advance waits for slow attempts of one webhook. */
const PATIENCE_MS = 30_000

/**
 * Spaces attempts evenly, so that no period of real time has more than its webhook allows. Keeps nothing of webhooks
 * whose last attempt is long ago.
 */
export class Pacer {
  readonly #clock: Clock
  /** `Clock.elapsed()` at which the next attempt may begin, by webhook. */
  readonly #next = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves when an attempt may begin, with the milliseconds of real time that it waited; at once when `signal` is aborted. */
  async turn(webhook: string, limit: RateLimit | null, signal: AbortSignal): Promise<number> {
    if (limit === null) return 0
    const now = this.#clock.elapsed()
    const at = Math.max(now, this.#next.get(webhook) ?? 0)
    this.#next.set(webhook, at + PERIOD_MS[limit.per] / limit.deliveries)
    for (const [other, next] of this.#next) if (next <= now) this.#next.delete(other)
    if (at > now) await this.#clock.wait(at - now, signal)
    return at - now
  }
}

/**
 * Limits the wait for slow receivers while a clock is advanced. One that never answers would block an advance of a
 * month for hours: every event of it would take until its timeout.
 */
export class SlowReceivers {
  readonly #spent = new Map<string, number>()
  /** When the last slow attempt of a webhook ended: simultaneous attempts count once. */
  readonly #ended = new Map<string, number>()

  /** Counts an attempt for the webhook that took `ms` of real time and ended at `now`, `Clock.elapsed()`. */
  note(webhookId: string, ms: number, now: number): void {
    if (ms < SLOW_MS) return
    const uncounted = now - (this.#ended.get(webhookId) ?? Number.NEGATIVE_INFINITY)
    this.#ended.set(webhookId, now)
    this.#spent.set(webhookId, (this.#spent.get(webhookId) ?? 0) + Math.min(ms, uncounted))
  }

  /** Whether the advance does not wait for the webhook any more: its deliveries stay due. */
  has(webhookId: string): boolean {
    return (this.#spent.get(webhookId) ?? 0) >= PATIENCE_MS
  }

  get ids(): string[] {
    return [...this.#spent.keys()].filter((id) => this.has(id))
  }
}

/** How deliveries went. */
export interface Tally {
  delivered: number
  failed_attempts: number
  /** Deliveries that get no further attempt and were not delivered. */
  given_up: number
}

export function noDeliveries(): Tally {
  return { delivered: 0, failed_attempts: 0, given_up: 0 }
}

/**
 * How deliveries are sent while a clock is advanced: those to slow receivers are postponed, and the others are sent at the time at
 * which they are due, which may be before the time that the clock shows.
 */
export interface Hurry {
  /** The time of the clock at the beginning, epoch milliseconds: what is overdue is sent at that time. */
  from: number
  slow: SlowReceivers
  /** Counts them. */
  tally: Tally
}
