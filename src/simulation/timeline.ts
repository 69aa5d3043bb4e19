import type { Account } from '../accounts/account.ts'
import type { ServiceEvent } from '../accounts/event.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS } from '../time/duration.ts'
import { yieldToEventLoop } from '../time/steps.ts'
import { addDeliveries } from '../webhooks/delivery-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import { type AccountTime, requireHeld } from './account-time.ts'
import { Agenda, type DueRun } from './due.ts'
import { deliveriesOf, hasSubscribers } from './event.ts'
import type { EventBus } from './event-bus.ts'
import type { Summary } from './summary.ts'

interface Parts {
  store: Store
  dispatcher: Dispatcher
  time: AccountTime
  events: EventBus
  closing: AbortSignal
}

/** Makes runs, deliveries and retries happen in the order of an account's clock. */
export class Timeline {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Makes everything due up to and including `to` happen; `advance` is present while the clock is held. */
  async run(accountId: string, to: number, advance: Summary | undefined): Promise<void> {
    const { store, time, closing } = this.#parts
    const held = advance !== undefined
    let from = (await store.read(accountId)).simulated_until ?? to
    // Day by day, so that memory need not hold a year of many campaigns.
    while (from < to) {
      const until = Math.min(to, from + DAY_MS)
      const agenda = new Agenda(from, until)
      while (!closing.aborted) {
        const account = await store.read(accountId)
        if (held) requireHeld(account)
        const runs = agenda.take(account)
        if (runs.length === 0) break
        await this.#runCampaigns(account, runs, advance)
      }
      if (advance) await this.#retry(accountId, until, advance)
      if (closing.aborted) return
      await time.reach(accountId, until, { held })
      from = until
    }
  }

  /** Runs campaigns that are due at the same time. */
  async #runCampaigns(
    account: Readonly<Account>,
    runs: readonly DueRun[],
    advance: Summary | undefined,
  ): Promise<void> {
    const { store, dispatcher, time, events: bus } = this.#parts
    const isHeard = hasSubscribers(account) || bus.hasListeners(account.id)
    if (!isHeard && !advance) return

    // Loaded late, because it imports the vocabulary of mentions, which most sandboxes never need here.
    const { runsOf } = await import('./campaign-runs.ts')
    const events: ServiceEvent[] = []
    for (const { campaign, at } of runs) {
      const found = runsOf(account, campaign)
      if (isHeard) events.push(...found.events(at))
      advance?.count(found.counts(at))
      await yieldToEventLoop()
    }
    if (!isHeard) return

    const { at } = runs[0] as DueRun
    if (advance) await this.#retry(account.id, at, advance)
    const sent = await store.update(account.id, (draft) => {
      const deliveries = deliveriesOf(draft, events)
      addDeliveries(draft, deliveries)
      time.markReached(draft, at, { held: advance !== undefined })
      return deliveries.length
    })
    for (const event of events) bus.publish(account.id, event)
    if (advance && sent > 0) advance.add(await dispatcher.kick(account.id))
  }

  /** Makes the attempts that are due up to `limit`, each at its time. */
  async #retry(accountId: string, limit: number, advance: Summary): Promise<void> {
    const { store, dispatcher, time, closing } = this.#parts
    while (!closing.aborted) {
      const due = dispatcher.nextDue(await store.read(accountId))
      if (due === undefined || due > limit) return
      await time.reach(accountId, due, { held: true })
      advance.add(await dispatcher.kick(accountId))
    }
  }
}
