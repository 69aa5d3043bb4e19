import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { Page } from '../../schema/page.ts'
import type { AccountStore } from '../account-store.ts'
import { ifPresent } from '../store.ts'
import { UnknownAccountError } from '../store-error.ts'
import { claim, nextDue, waitingOf } from './claiming.ts'
import type {
  DeliveryChange,
  DeliveryFilter,
  DeliveryKey,
  DeliveryRow,
  EventCursor,
  EventFilter,
  EventLog,
  LogPosition,
  NewRows,
  Skips,
  WaitingDeliveries,
} from './event-log.ts'
import { changed, type DeliveryLine, givenUpOf, type HeldDelivery, HeldRows } from './held-rows.ts'
import {
  bodyOf,
  deliveriesIn,
  deliveriesMatching,
  eventsAfter,
  eventsIn,
  positionOf,
  shown,
} from './queries.ts'
import { addingWhole, readSaved, savedText } from './saved-rows.ts'

type Key = Partial<DeliveryKey> & { id: string }

/** The events and deliveries of accounts in a store of this process. They are in the journals of these accounts. */
export class LocalEventLog implements EventLog {
  readonly #store: AccountStore

  constructor(store: AccountStore) {
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

  async find(accountId: string, deliveryId: string): Promise<Delivery | undefined> {
    const rows = this.#rows(accountId)
    const delivery = rows.deliveries.get(deliveryId)
    return delivery && shown(rows, delivery)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, page: Page) {
    return deliveriesIn(this.#rows(accountId), filter, page)
  }

  async events(accountId: string, filter: EventFilter, page: Page) {
    return eventsIn(this.#rows(accountId), filter, page)
  }

  async position(accountId: string, event: EventCursor): Promise<LogPosition> {
    return positionOf(this.#rows(accountId), event)
  }

  async eventsAfter(accountId: string, position: LogPosition, limit: number) {
    return eventsAfter(this.#rows(accountId), position, limit)
  }

  async matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]> {
    const found = await deliveriesMatching(this.#rows(accountId), filter)
    return found.map(({ id, generation }) => ({ id, generation }))
  }

  async pending(accountId: string): Promise<number> {
    return this.#rows(accountId).pending.size
  }

  async waiting(): Promise<WaitingDeliveries[]> {
    const waiting = this.#store.allRows().filter(([, { pending }]) => pending.size > 0)
    return waiting.map(([accountId, { pending }]) => {
      const times = [...pending.values()].map(({ created_at }) => created_at)
      return { accountId, count: pending.size, oldest: Math.min(...times) }
    })
  }

  async nextDue(accountId: string, skips?: Skips): Promise<number | undefined> {
    return nextDue(this.#rows(accountId), skips)
  }

  async claim(accountId: string, until: number, limit: number, skips?: Skips) {
    return claim(this.#rows(accountId), { until, limit, skips })
  }

  async row(accountId: string, key: Key): Promise<DeliveryRow | undefined> {
    return held(this.#rows(accountId), key)
  }

  async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const rows = this.#rows(accountId)
    const delivery = held(rows, key)
    return delivery && bodyOf(rows, delivery)
  }

  async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    release(this.#rows(accountId), keys)
  }

  async change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: (row: DeliveryRow, index: number) => DeliveryChange | undefined,
    alter?: (account: Account) => void,
  ): Promise<number> {
    let done: DeliveryKey[] = []
    let failed = 0
    const change = (account: Account, rows: HeldRows) => {
      done = []
      failed = 0
      const states = new Map<string, HeldDelivery>()
      const lines = keys.flatMap((key, index): DeliveryLine[] => {
        const row = states.get(key.id) ?? held(rows, key)
        if (!row) return []
        const decided = decide(row, index)
        // A manual attempt is none of the claim.
        if (!decided?.attempt?.manual) done.push(key)
        if (!decided) return []
        if (row.status !== 'failed' && decided.status === 'failed') failed += 1
        const { attempt, ...state } = decided
        const line = { id: row.id, ...state, ...(attempt && { attempts: [attempt] }) }
        states.set(row.id, changed(row, line))
        return [line]
      })
      alter?.(account)
      return lines
    }
    await ifPresent(this.#store.updateRows(accountId, change))
    release(this.#rows(accountId), done)
    return failed
  }

  async waitingWebhooks(accountId: string): Promise<string[]> {
    const { pending } = this.#rows(accountId)
    return [...new Set([...pending.values()].map(({ webhook_id }) => webhook_id))]
  }

  async giveUp(accountId: string, webhookId: string, failure_reason: string): Promise<number> {
    const waiting = waitingOf(this.#rows(accountId), webhookId)
    this.#store.changeRows(accountId, {
      deliveries: waiting.map(({ id }) => {
        return { id, status: 'failed', next_attempt_at: null, failure_reason }
      }),
    })
    return waiting.length
  }

  async bringForward(accountId: string, { ms = 0, latest }: { ms?: number; latest?: number }) {
    if (this.#rows(accountId).pending.size === 0) return
    this.#store.changeRows(accountId, { forward: { ms, ...(latest !== undefined && { latest }) } })
  }

  async save(accountId: string): Promise<string> {
    return savedText(this.#rows(accountId))
  }

  async restore(accountId: string, saved: string | undefined): Promise<void> {
    const deliveries = saved ? await readSaved(saved) : []
    if (deliveries.length === 0 && this.#rows(accountId).isEmpty) return
    this.#store.changeRows(accountId, { replaces: true, ...addingWhole(deliveries) })
    this.#rows(accountId).markKept()
  }

  forget(accountId: string): Promise<void> {
    return this.restore(accountId, undefined)
  }

  async remembers(accountId: string): Promise<boolean> {
    return !this.#rows(accountId).isEmpty
  }

  /** None of an account that is gone. */
  #rows(accountId: string): HeldRows {
    return this.#store.rowsOf(accountId) ?? new HeldRows()
  }
}

function held(rows: HeldRows, { id, generation }: Key): HeldDelivery | undefined {
  const found = rows.deliveries.get(id)
  return generation === undefined || found?.generation === generation ? found : undefined
}

function release(rows: HeldRows, keys: readonly DeliveryKey[]): void {
  for (const key of keys) if (held(rows, key)) rows.claimed.delete(key.id)
}
