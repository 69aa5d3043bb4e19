import type { Account } from '../../accounts/account.ts'
import type { AccountStore } from '../account-store.ts'
import { ifPresent } from '../store.ts'
import { UnknownAccountError } from '../store-error.ts'
import type { DeliveryKey, NewRows, WaitingDeliveries } from './event-log.ts'
import { type Decide, type Decided, decideAll, HeldEventLog } from './held-event-log.ts'
import { givenUpOf, HeldRows, type RowsChange } from './held-rows.ts'
import { addingWhole, readSaved } from './saved-rows.ts'

/** The events and deliveries of accounts in a store of this process. They are in the journals of these accounts. */
export class LocalEventLog extends HeldEventLog {
  readonly #store: AccountStore

  constructor(store: AccountStore) {
    super()
    this.#store = store
  }

  async add(
    accountId: string,
    rows: NewRows,
    change?: (account: Account) => boolean,
  ): Promise<number | undefined> {
    if (change) return this.#store.updateWith(accountId, change, rows)
    const present = this.#store.rowsOf(accountId)
    if (!present) throw new UnknownAccountError(accountId)
    const adding = present.adding(rows)
    this.#store.changeRows(accountId, adding)
    return givenUpOf(adding, rows.deliveries)
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: Decide,
    alter?: (account: Account) => void,
  ): Promise<number> {
    let decided: Decided = { lines: [], failed: 0, done: [] }
    const change = (account: Account, rows: HeldRows) => {
      decided = decideAll(rows, keys, decide)
      alter?.(account)
      return decided.lines
    }
    await ifPresent(this.#store.updateRows(accountId, change))
    await this.release(accountId, decided.done)
    return decided.failed
  }

  async waiting(): Promise<WaitingDeliveries[]> {
    const waiting = this.#store.allRows().filter(([, { pending }]) => pending.size > 0)
    return waiting.map(([accountId, rows]) => {
      return { accountId, count: rows.pending.size, oldest: rows.oldestAt ?? 0 }
    })
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    const deliveries = saved ? await readSaved(saved) : []
    if (deliveries.length === 0 && this.#rows(accountId).isEmpty) return
    this.#store.changeRows(accountId, { replaces: true, ...addingWhole(deliveries) })
    this.#rows(accountId).markKept()
  }

  async remembers(accountId: string): Promise<boolean> {
    return !this.#rows(accountId).isEmpty
  }

  protected override async rows(accountId: string): Promise<HeldRows> {
    return this.#rows(accountId)
  }

  protected override async write(accountId: string, make: (rows: HeldRows) => RowsChange) {
    this.#store.changeRows(accountId, make(this.#rows(accountId)))
  }

  #rows(accountId: string): HeldRows {
    return this.#store.rowsOf(accountId) ?? new HeldRows()
  }
}
