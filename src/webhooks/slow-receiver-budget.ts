/** Attempts that take less real time are not counted. */
const SLOW_MS = 1_000
/** Total real time for slow attempts of one webhook. */
const BUDGET_MS = 30_000

/**
 * Limits the wait for slow receivers while a clock is advanced. One that never answers would block an advance of a
 * month for hours: every event of it would take until its timeout.
 */
export class SlowReceiverBudget {
  readonly #spent = new Map<string, number>()
  /** When the last slow attempt of a webhook ended: simultaneous attempts count once. */
  readonly #ended = new Map<string, number>()

  /** Counts an attempt for the webhook that took `ms` of real time and ended at `now`, `Clock.elapsed()`. */
  spend(webhookId: string, ms: number, now: number): void {
    if (ms < SLOW_MS) return
    const uncounted = now - (this.#ended.get(webhookId) ?? Number.NEGATIVE_INFINITY)
    this.#ended.set(webhookId, now)
    this.#spent.set(webhookId, (this.#spent.get(webhookId) ?? 0) + Math.min(ms, uncounted))
  }

  isSpent(webhookId: string): boolean {
    return (this.#spent.get(webhookId) ?? 0) >= BUDGET_MS
  }

  /** Ids of the webhooks that used up their budget. */
  get spentFor(): string[] {
    return [...this.#spent.keys()].filter((id) => this.isSpent(id))
  }
}
