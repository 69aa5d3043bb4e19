import type { RateLimit } from '../accounts/webhook-settings.ts'
import type { Clock } from '../time/clock.ts'

const PERIOD_MS = { second: 1_000, minute: 60_000 }

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
