import type { Account } from '../../accounts/account.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { Page } from '../../schema/page.ts'
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
import {
  changed,
  type DeliveryLine,
  type HeldDelivery,
  type HeldRows,
  type RowsChange,
} from './held-rows.ts'
import {
  bodyOf,
  deliveriesIn,
  deliveriesMatching,
  eventsAfter,
  eventsIn,
  positionOf,
  shown,
} from './queries.ts'
import { savedText } from './saved-rows.ts'

export type Key = Partial<DeliveryKey> & { id: string }

/** Returns the new state of a delivery; undefined for no change. */
export type Decide = (row: DeliveryRow, index: number) => DeliveryChange | undefined

/**
 * The rules and queries of an event log over rows in memory. How the rows come there and become durable, a subclass says.
 */
export abstract class HeldEventLog implements EventLog {
  /** The present rows; none of an account that is gone. */
  protected abstract rows(accountId: string): Promise<HeldRows>
  /** Makes a change of the present rows in one write, unless it is empty. */
  protected abstract write(
    accountId: string,
    make: (rows: HeldRows) => RowsChange,
  ): Promise<unknown>

  abstract add(
    accountId: string,
    rows: NewRows,
    change?: (account: Account) => boolean,
  ): Promise<number | undefined>
  abstract change(
    accountId: string,
    keys: readonly DeliveryKey[],
    decide: Decide,
    alter?: (account: Account) => void,
  ): Promise<number>
  abstract waiting(): Promise<WaitingDeliveries[]>
  abstract restore(accountId: string, saved: string | undefined): Promise<void>
  abstract remembers(accountId: string): Promise<boolean>

  async find(accountId: string, deliveryId: string): Promise<Delivery | undefined> {
    const rows = await this.rows(accountId)
    const delivery = rows.deliveries.get(deliveryId)
    return delivery && shown(rows, delivery)
  }

  async deliveries(accountId: string, filter: DeliveryFilter, page: Page) {
    return deliveriesIn(await this.rows(accountId), filter, page)
  }

  async events(accountId: string, filter: EventFilter, page: Page) {
    return eventsIn(await this.rows(accountId), filter, page)
  }

  async position(accountId: string, event: EventCursor): Promise<LogPosition> {
    return positionOf(await this.rows(accountId), event)
  }

  async eventsAfter(accountId: string, position: LogPosition, limit: number) {
    return eventsAfter(await this.rows(accountId), position, limit)
  }

  async matching(accountId: string, filter: DeliveryFilter): Promise<DeliveryKey[]> {
    const found = await deliveriesMatching(await this.rows(accountId), filter)
    return found.map(({ id, generation }) => ({ id, generation }))
  }

  async pending(accountId: string): Promise<number> {
    return (await this.rows(accountId)).pending.size
  }

  async nextDue(accountId: string, skips?: Skips): Promise<number | undefined> {
    return nextDue(await this.rows(accountId), skips)
  }

  async claim(
    accountId: string,
    until: number,
    limit: number,
    skips?: Skips,
  ): Promise<DeliveryRow[]> {
    return claim(await this.rows(accountId), { until, limit, skips })
  }

  async row(accountId: string, key: Key): Promise<DeliveryRow | undefined> {
    return heldRow(await this.rows(accountId), key)
  }

  async body(accountId: string, key: DeliveryKey): Promise<string | undefined> {
    const rows = await this.rows(accountId)
    const delivery = heldRow(rows, key)
    return delivery && bodyOf(rows, delivery)
  }

  async release(accountId: string, keys: readonly DeliveryKey[]): Promise<void> {
    const rows = await this.rows(accountId)
    for (const key of keys) if (heldRow(rows, key)) rows.claimed.delete(key.id)
  }

  async waitingWebhooks(accountId: string): Promise<string[]> {
    const { pending } = await this.rows(accountId)
    return [...new Set([...pending.values()].map(({ webhook_id }) => webhook_id))]
  }

  async giveUp(accountId: string, webhookId: string, failure_reason: string): Promise<number> {
    let givenUp = 0
    await this.write(accountId, (rows) => {
      const waiting = waitingOf(rows, webhookId)
      givenUp = waiting.length
      const failed = { status: 'failed', next_attempt_at: null, failure_reason } as const
      return { deliveries: waiting.map(({ id }) => ({ id, ...failed })) }
    })
    return givenUp
  }

  async bringForward(accountId: string, { ms = 0, latest }: { ms?: number; latest?: number }) {
    if ((await this.pending(accountId)) === 0) return
    const forward = { ms, ...(latest !== undefined && { latest }) }
    await this.write(accountId, () => ({ forward }))
  }

  async save(accountId: string): Promise<string> {
    return savedText(await this.rows(accountId))
  }

  forget(accountId: string): Promise<void> {
    return this.restore(accountId, undefined)
  }
}

/** The row with a key; undefined if it is gone, or if a given generation does not match. */
export function heldRow(rows: HeldRows, { id, generation }: Key): HeldDelivery | undefined {
  const found = rows.deliveries.get(id)
  return generation === undefined || found?.generation === generation ? found : undefined
}

/** What `decide` makes of rows. */
export interface Decided {
  lines: DeliveryLine[]
  /** Rows that are now failed and were not. */
  failed: number
  /** Rows that were claimed for the change that was made, or for none. */
  done: DeliveryKey[]
}

/** `decide` gets the state that earlier keys have left. Rows that are gone are left out. */
export function decideAll(rows: HeldRows, keys: readonly DeliveryKey[], decide: Decide): Decided {
  const decided: Decided = { lines: [], failed: 0, done: [] }
  const states = new Map<string, HeldDelivery>()
  for (const [index, key] of keys.entries()) {
    const row = states.get(key.id) ?? heldRow(rows, key)
    if (!row) continue
    const change = decide(row, index)
    // A manual attempt is none of the claim.
    if (!change?.attempt?.manual) decided.done.push(key)
    if (!change) continue
    if (row.status !== 'failed' && change.status === 'failed') decided.failed += 1
    const { attempt, ...state } = change
    const line = { id: row.id, ...state, ...(attempt && { attempts: [attempt] }) }
    states.set(row.id, changed(row, line))
    decided.lines.push(line)
  }
  return decided
}
