/** The accounts that changed: their state, their events or their deliveries. Each is taken once for all of its changes. */
export class TouchedAccounts {
  #ids = new Set<string>()

  add(accountId: string): void {
    this.#ids.add(accountId)
  }

  /** The ids since the last call. */
  take(): ReadonlySet<string> {
    const taken = this.#ids
    this.#ids = new Set()
    return taken
  }
}
