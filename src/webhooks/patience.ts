/** Attempts that take less real time than this are none that anybody waits for. */
const SLOW_MS = 1_000
/** How long whoever waits for an account's deliveries waits for slow attempts of one webhook, added up. */
const PATIENCE_MS = 30_000

/**
 * How long one waits for slow receivers while a clock is advanced. One that hangs would hold up a month
 * for hours: every event of it would take until its time-out.
 */
export class Patience {
  readonly #spent = new Map<string, number>()

  /** An attempt for the webhook took `ms` of real time. */
  spend(webhookId: string, ms: number): void {
    if (ms >= SLOW_MS) this.#spent.set(webhookId, (this.#spent.get(webhookId) ?? 0) + ms)
  }

  isLostWith(webhookId: string): boolean {
    return (this.#spent.get(webhookId) ?? 0) >= PATIENCE_MS
  }

  /** Ids of the webhooks that it is lost with. */
  get lost(): string[] {
    return [...this.#spent.keys()].filter((id) => this.isLostWith(id))
  }
}
