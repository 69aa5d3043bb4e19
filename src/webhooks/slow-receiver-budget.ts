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
  readonly #underWay = new Map<string, number>()

  begin(webhookId: string): void {
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1)
  }

  /** Ends an attempt for the webhook that took `ms` of real time; simultaneous ones share it. */
  end(webhookId: string, ms: number): void {
    const simultaneous = this.#underWay.get(webhookId) ?? 1
    this.#underWay.set(webhookId, simultaneous - 1)
    if (ms < SLOW_MS) return
    this.#spent.set(webhookId, (this.#spent.get(webhookId) ?? 0) + ms / simultaneous)
  }

  isSpent(webhookId: string): boolean {
    return (this.#spent.get(webhookId) ?? 0) >= BUDGET_MS
  }

  /** Ids of the webhooks that used up their budget. */
  get spentFor(): string[] {
    return [...this.#spent.keys()].filter((id) => this.isSpent(id))
  }
}
