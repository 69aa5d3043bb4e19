import type { TouchedAccounts } from '../store/account-storage.ts'
import { eachAccountId, type Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'

interface Parts {
  store: Pick<Store, 'page'>
  clock: Pick<Clock, 'now'>
  touched: TouchedAccounts
}

/** The accounts to look at: thousands at rest take no time. */
export class DueAccounts {
  readonly #parts: Parts
  /** Epoch milliseconds of the server from which on an account is due. */
  readonly #times = new Map<string, number>()
  #lastLook = Number.POSITIVE_INFINITY

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The ids of the accounts that changed since they were listed last, and of those in which something is due by now. Of
   * all accounts at first, and when the clock of the machine was set back.
   */
  async *list(): AsyncGenerator<string, undefined> {
    const { store, clock, touched } = this.#parts
    const [now, changed, isSetBack] = [clock.now(), touched.take(), clock.now() < this.#lastLook]
    if (isSetBack) {
      this.#times.clear()
      yield* eachAccountId(store)
    } else {
      const due = [...this.#times].filter(([, at]) => at <= now).map(([id]) => id)
      for (const id of new Set([...changed, ...due])) {
        this.#times.delete(id)
        yield id
      }
    }
    this.#lastLook = now
    return undefined
  }

  /** Has all accounts listed again. */
  forget(): void {
    this.#lastLook = Number.POSITIVE_INFINITY
  }

  /** Lists an account in so many milliseconds of real time, and earlier if it changes. */
  listAfter(accountId: string, ms: number): void {
    this.#times.set(accountId, this.#parts.clock.now() + ms)
  }
}
