import type { Patch } from 'immer'
import type { Account } from '../accounts/account.ts'
import type { HeldRows, RowsChange } from './events/held-rows.ts'

/** What a write changes: a line of the journal of the account. Members without a change are absent. */
export interface StoredChange extends RowsChange {
  /** The account after the change. */
  account?: Account
  /** They lead from the account before to this one; without them, all of it may differ. */
  patches?: Patch[]
}

/** Makes the states of an AccountStore durable. */
export interface AccountStorage {
  /** Writes the first state of an account. There is never more than one call of it or of `remove` at a time for an account. */
  add(account: Account, rows: HeldRows): Promise<void>
  /** Writes a change at once. If it throws a StoreError, nothing was written. */
  append(accountId: string, change: StoredChange): void
  remove(accountId: string): Promise<void>
  /** Runs `write`, which saves the first accounts. If the process ends halfway, none of them is loaded again. */
  fill(write: () => Promise<void>): Promise<void>
  /** Called once, when all changes are written. */
  close(): Promise<void>
}

/** An account as it is in a storage. */
export interface HeldAccount {
  account: Account
  rows: HeldRows
}

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
