import type { AccountHead } from '../accounts/account.ts'
import { inBackground } from '../runtime/account-state.ts'
import type { TouchedAccounts } from '../store/account-storage.ts'
import { eachAccountId } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import type { AdvanceParts, Advances } from './advances.ts'
import { Chronology } from './chronology.ts'
import { nextRun } from './due.ts'
import { DueAccounts } from './due-accounts.ts'

/** Real milliseconds between two looks for due events. */
const TICK_MS = 500
/** The same, in an account in which more became due meanwhile. */
const AGAIN_MS = 10

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

interface Parts extends AdvanceParts {
  advances: Advances
}

/**
 * Runs campaigns and sends deliveries when they are due. In a single process, `run` looks for due accounts. If replicas share
 * the accounts, their shared work calls `moveOn` and `nudge`.
 */
export class Scheduler implements AccountWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks for due events until the simulation closes. */
  async run(touched: TouchedAccounts): Promise<void> {
    const { store, clock, time, closing } = this.#parts
    const due = new DueAccounts({ store, clock, touched })
    let areLimited = false
    let kinds = this.#parts.kinds()
    while (!closing.aborted) {
      if (!areLimited) {
        areLimited = await this.#visit(eachAccountId(store), (id) => time.limitRetries(id))
      }
      if (kinds !== this.#parts.kinds()) due.forget()
      kinds = this.#parts.kinds()
      await this.#visit(due.list(), async (id) => {
        const wait = await this.#lookAt(id).catch((error) => {
          // The next look tries again.
          if (!(error instanceof UnknownAccountError)) due.listAfter(id, 0)
          throw error
        })
        if (wait !== undefined) due.listAfter(id, wait)
      })
      await clock.pause(TICK_MS, closing)
    }
  }

  /**
   * Makes happen what is due in an account that this replica holds. As `AccountWork.moveOn`: an attempt that is under
   * way, as after a cancelled advance, ends first. The next holder would make it again.
   */
  async moveOn(accountId: string): Promise<number | undefined> {
    const { store, clock, time, closing, dispatcher, advances } = this.#parts
    try {
      await time.limitRetries(accountId)
      for (;;) {
        const account = await store.read(accountId)
        if (account.clock.advancing) await advances.continue(accountId)
        else await this.#runCampaigns(accountId)
        await this.#sendDue(accountId)
        const wait = await this.#delayOf(accountId)
        if (wait === undefined || wait > 0 || closing.aborted) return wait
        await clock.pause(AGAIN_MS, closing)
      }
    } finally {
      await dispatcher.idle(accountId)
    }
  }

  /** An account that this replica holds has changed: more may be due, or its advance was cancelled. */
  async nudge(accountId: string): Promise<void> {
    await this.#inBackground(accountId, async () => {
      await this.#parts.advances.stopIfCancelled(accountId)
      await this.#sendDue(accountId)
    })
  }

  /** In the background, since receivers may be slow. */
  deliver(accountId: string): void {
    void this.#inBackground(accountId, () => this.#parts.dispatcher.kick(accountId))
  }

  /** Visits accounts; one failure does not stop the others. Resolves with whether none failed. */
  async #visit(
    accountIds: AsyncIterable<string>,
    visit: (accountId: string) => Promise<void>,
  ): Promise<boolean> {
    let areDone = true
    const failure = 'Due events could not be processed: the accounts could not be listed'
    const visitAll = async () => {
      for await (const id of accountIds) {
        areDone = (await this.#inBackground(id, () => visit(id))) && areDone
        await yieldToEventLoop()
      }
    }
    return (await inBackground(failure, visitAll, this.#parts)) && areDone
  }

  /** Makes happen what is due in an account of this process. Resolves as `moveOn`. */
  async #lookAt(accountId: string): Promise<number | undefined> {
    const { store, turns, advances } = this.#parts
    if (turns.isTaken(accountId)) return 0
    const account = await store.read(accountId)
    if (account.clock.advancing) {
      await advances.interrupt(accountId)
      return 0
    }
    await this.#runCampaigns(accountId)
    void this.#inBackground(accountId, () => this.#sendDue(accountId))
    return this.#delayOf(accountId)
  }

  /** Runs the campaigns that are due. */
  async #runCampaigns(accountId: string): Promise<void> {
    const { store, clock, time, turns } = this.#parts
    const account = await store.read(accountId)
    const [now, until] = [clock.of(account), account.simulated_until]
    const hasBegun = until !== null && until <= now
    if (hasBegun && (nextRun(account) ?? Number.POSITIVE_INFINITY) > now) return
    await turns.take(accountId, async () => {
      const head = await store.readHead(accountId)
      if (!time.isUpToDate(head)) await store.update(accountId, (draft) => time.resume(draft))
      await new Chronology({ accountId, to: clock.of(head) }, this.#parts).run()
    })
  }

  /** Milliseconds of real time until something is due; undefined for nothing, at least as long as the clock stands still. */
  async #delayOf(accountId: string): Promise<number | undefined> {
    const { store, clock } = this.#parts
    const account = await store.read(accountId)
    if (account.clock.advancing) return 0
    const times = [nextRun(account), await this.#nextDelivery(account)]
    const due = Math.min(...times.filter((time) => time !== undefined))
    const wait = Math.max(0, due - clock.of(account))
    const isFrozen = account.clock.frozenAt !== null
    return wait === Number.POSITIVE_INFINITY || (isFrozen && wait > 0) ? undefined : wait
  }

  /** Resolves when no delivery is due and none is under way. */
  async #sendDue(accountId: string): Promise<void> {
    const { store, clock, dispatcher } = this.#parts
    const account = await store.readHead(accountId)
    const due = await this.#nextDelivery(account)
    if (due !== undefined && due <= clock.of(account)) await dispatcher.kick(accountId)
  }

  /** Deliveries that a later release left stay as they are. */
  async #nextDelivery(account: Readonly<AccountHead>): Promise<number | undefined> {
    const { kinds, dispatcher } = this.#parts
    return kinds().size === 0 ? undefined : dispatcher.nextDue(account)
  }

  #inBackground(accountId: string, work: () => Promise<unknown>): Promise<boolean> {
    const failure = `Due events of account ${accountId} could not be processed`
    return inBackground(failure, work, this.#parts)
  }
}
