import { type Account, isTooLarge } from '../accounts/account.ts'
import type { EventKind } from '../accounts/event.ts'
import type { Log } from '../log.ts'
import { inBackground } from '../runtime/account-state.ts'
import type { TouchedAccounts } from '../store/account-storage.ts'
import { eachAccountId, type Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import { yieldToEventLoop } from '../time/steps.ts'
import type { Turns } from '../time/turns.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { AccountTime } from './account-time.ts'
import type { Advances } from './advances.ts'
import type { Chronology } from './chronology.ts'
import { nextRun } from './due.ts'
import { DueAccounts } from './due-accounts.ts'

/** Real milliseconds between two looks for due events. */
const TICK_MS = 500
/** The same, in an account in which more became due meanwhile. */
const AGAIN_MS = 10

interface Parts {
  store: Store
  clock: Clock
  log: Log
  dispatcher: Dispatcher
  kinds: () => ReadonlySet<EventKind>
  closing: AbortSignal
  time: AccountTime
  chronology: Chronology
  turns: Turns
  advances: Advances
}

/**
 * Runs campaigns and sends deliveries when they are due. In a single process, `run` looks for due accounts. If replicas share
 * the accounts, their shared work calls `moveOn` and `nudge`.
 */
export class Scheduler {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks for due events until the simulation closes. */
  async run(touched: TouchedAccounts): Promise<void> {
    const { store, clock, closing } = this.#parts
    const due = new DueAccounts({ store, clock, touched })
    let areLimited = false
    let kinds = this.#parts.kinds()
    while (!closing.aborted) {
      if (!areLimited) {
        areLimited = await this.#sweep(eachAccountId(store), (id) =>
          this.#parts.time.limitRetries(id),
        )
      }
      if (kinds !== this.#parts.kinds()) due.forget()
      kinds = this.#parts.kinds()
      await this.#sweep(due.list(), async (id) => {
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

  /** Visits accounts; one failure does not stop the others. Resolves with whether none failed. */
  async #sweep(
    accountIds: AsyncIterable<string>,
    visit: (accountId: string) => Promise<void>,
  ): Promise<boolean> {
    let areDone = true
    const isComplete = await inBackground(
      'Due events could not be processed: the accounts could not be listed',
      async () => {
        for await (const id of accountIds) {
          areDone = (await inBackground(failureIn(id), () => visit(id), this.#parts)) && areDone
          await yieldToEventLoop()
        }
      },
      this.#parts,
    )
    return isComplete && areDone
  }

  /** Makes happen what is due in an account of this process. Resolves as `moveOn`. */
  async #lookAt(accountId: string): Promise<number | undefined> {
    if (this.#parts.turns.isTaken(accountId)) return 0
    const account = await this.#parts.store.read(accountId)
    if (isTooLarge(account)) return undefined
    if (account.clock.advancing) {
      await this.#parts.advances.interrupt(accountId)
      return 0
    }
    await this.#runCampaigns(account)
    if (await this.#hasDueDeliveries(accountId)) this.deliver(accountId)
    return this.#delayOf(accountId)
  }

  /**
   * Makes happen what is due in an account that this replica holds. As `AccountWork.moveOn`: an attempt that is under
   * way, as after a cancelled advance, ends first. The next holder would make it again.
   */
  async moveOn(accountId: string): Promise<number | undefined> {
    try {
      return await this.#moveOn(accountId)
    } finally {
      await this.#parts.dispatcher.idle(accountId)
    }
  }

  async #moveOn(accountId: string): Promise<number | undefined> {
    const { store, clock, closing, dispatcher } = this.#parts
    await this.#parts.time.limitRetries(accountId)
    for (;;) {
      const account = await store.read(accountId)
      if (isTooLarge(account)) return undefined
      if (account.clock.advancing) await this.#parts.advances.continue(accountId)
      else await this.#runCampaigns(account)
      if (await this.#hasDueDeliveries(accountId)) await dispatcher.kick(accountId)
      const wait = await this.#delayOf(accountId)
      if (wait === undefined || wait > 0 || closing.aborted) return wait
      await clock.pause(AGAIN_MS, closing)
    }
  }

  /** Milliseconds of real time until something is due; undefined for nothing, at least as long as the clock stands still. */
  async #delayOf(accountId: string): Promise<number | undefined> {
    const { store, clock, dispatcher } = this.#parts
    const account = await store.read(accountId)
    if (account.clock.advancing) return 0
    const times = [
      nextRun(account),
      this.#parts.kinds().size > 0 && (await dispatcher.nextDue(account)),
    ]
    const due = Math.min(...times.filter((time) => typeof time === 'number'))
    const wait = Math.max(0, due - clock.of(account))
    const isFrozen = account.clock.frozenAt !== null
    return wait === Number.POSITIVE_INFINITY || (isFrozen && wait > 0) ? undefined : wait
  }

  /** An account that this replica holds has changed: more may be due, or its advance was cancelled. */
  async nudge(accountId: string): Promise<void> {
    const work = async () => {
      await this.#parts.advances.stopIfCancelled(accountId)
      if (await this.#hasDueDeliveries(accountId)) await this.#parts.dispatcher.kick(accountId)
    }
    await inBackground(failureIn(accountId), work, this.#parts)
  }

  /** Runs the campaigns that are due. */
  async #runCampaigns(account: Readonly<Account>): Promise<void> {
    const now = this.#parts.clock.of(account)
    const until = account.simulated_until
    const hasBegun = until !== null && until <= now
    if (hasBegun && (nextRun(account) ?? Number.POSITIVE_INFINITY) > now) return
    await this.#parts.turns.take(account.id, () => this.#catchUp(account.id))
  }

  async #hasDueDeliveries(accountId: string): Promise<boolean> {
    // Deliveries that a later release left stay as they are.
    if (this.#parts.kinds().size === 0) return false
    const { store, clock, dispatcher } = this.#parts
    const account = await store.readHead(accountId)
    const due = await dispatcher.nextDue(account)
    return due !== undefined && due <= clock.of(account)
  }

  /** In the background, since receivers may be slow. */
  deliver(accountId: string): void {
    this.#inBackground(accountId, () => this.#parts.dispatcher.kick(accountId))
  }

  #inBackground(accountId: string, work: () => Promise<unknown>): void {
    void inBackground(failureIn(accountId), work, this.#parts)
  }

  async #catchUp(accountId: string): Promise<void> {
    const { store, clock } = this.#parts
    const head = await store.readHead(accountId)
    const now = clock.of(head)
    if (!this.#parts.time.isUpToDate(head)) {
      await store.update(accountId, (account) => this.#parts.time.resume(account))
    }
    await this.#parts.chronology.run(accountId, now, undefined)
  }
}

function failureIn(accountId: string): string {
  return `Due events of account ${accountId} could not be processed`
}
