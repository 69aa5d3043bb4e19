/** Divides the accounts between replicas: at any time, one of them moves an account on. */
export interface SharedWork {
  /**
   * Begins to call `moveOn` for accounts in which something is due. It resolves with the milliseconds of real time until
   * the account needs it again, and with undefined if it does not, as on a clock that stands still. `nudge` is called if
   * the account changes meanwhile. The account is held until both have resolved; `nudge` never rejects.
   */
  start(work: AccountWork): void
  /** Has the account looked at as soon as possible, by the replica that holds it or by any. */
  wake(accountId: string): Promise<void>
  /** Resolves when no account is being moved on any more; others hold them from then on. */
  close(): Promise<void>
}

export interface AccountWork {
  moveOn(accountId: string): Promise<number | undefined>
  nudge(accountId: string): Promise<void>
}
