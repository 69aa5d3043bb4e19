import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeliveryAttempt } from '../../accounts/delivery.ts'
import type { NewDelivery, StoredEvent } from '../events/event-log.ts'
import type { DeliveryLine, RowsChange } from '../events/held-rows.ts'
import {
  parseJson,
  refusal,
  requireFormat,
  requireVersion,
  type StoredAccount,
} from './account-file.ts'
import { reading } from './store-files.ts'

const FORMAT = 'svc-sandbox/events'
const VERSION = 1
/** JSON holds no tab, so one separates a line from the long text that follows it. */
const SEPARATOR = '\t'

type EventLine = Omit<StoredEvent, 'body'> & { kind: 'event'; number: number }
type Line =
  | EventLine
  | (NewDelivery & { kind: 'delivery'; number: number })
  | {
      kind: 'change'
      id: string
      status: NonNullable<DeliveryLine['status']>
      next: number | null
      reason?: string
      /** The number of the attempt, from 1: one that was copied is not counted twice. */
      attempt?: number
    }
  /** The next lines, as many as `lines`, count once they are committed. */
  | { kind: 'stage'; batch: number; lines: number; isOfRun: boolean }
  | { kind: 'commit' | 'drop'; batch: number }
  | { kind: 'bring_forward'; ms: number; latest?: number }

interface Event extends StoredEvent {
  number: number
}

interface Delivery extends Omit<DeliveryLine, keyof NewDelivery>, NewDelivery {
  number: number
  attempts: DeliveryAttempt[]
  /** The number of attempts, including dropped ones. */
  made: number
}

interface Batch {
  left: number
  isOfRun: boolean
  events: Event[]
  deliveries: Delivery[]
}

/**
 * The events and deliveries of an account that an earlier release kept in files of their own, `<number>.jsonl` in a folder.
 * Rejects with a StoreError that names a file that is not one of them.
 */
export async function readEarlierEvents(
  account: StoredAccount,
  folder: string,
): Promise<RowsChange> {
  const found = new EarlierEvents()
  const names = await reading(folder, () => readdir(folder))
  const files = names.filter((name) => /^\d+\.jsonl$/.test(name))
  for (const name of files.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))) {
    const path = join(folder, name)
    const text = await reading(path, () => readFile(path, 'utf8'))
    // Text after the last line break was being written when the process ended.
    const [header, ...lines] = text.split('\n').slice(0, -1)
    if (header === undefined) continue
    requireHeader(parseJson(header, path), account.id, path)
    for (const line of lines) found.read(line, path)
  }
  return found.change(account)
}

function requireHeader(header: unknown, accountId: string, path: string): void {
  requireFormat(header, { format: FORMAT, holds: 'a log of events', path })
  const { version, account } = header as { version: unknown; account: unknown }
  requireVersion(version, VERSION, path)
  if (account !== accountId) throw refusal(path, `is of account ${account}`)
}

/** Sums up the lines. */
class EarlierEvents {
  readonly #events = new Map<string, Event>()
  readonly #deliveries = new Map<string, Delivery>()
  readonly #batches = new Map<number, Batch>()
  #filling: Batch | undefined

  read(text: string, path: string): void {
    const end = text.indexOf(SEPARATOR)
    const line = parseJson(end < 0 ? text : text.slice(0, end), path) as Line | null
    const long = text.slice(end + 1)
    switch (line?.kind) {
      case 'event':
        this.#add('events', this.#events, eventOf(line, long))
        break
      case 'delivery':
        this.#add('deliveries', this.#deliveries, deliveryOf(line))
        break
      case 'change':
        this.#change(line, long)
        break
      case 'stage':
        this.#filling = { left: line.lines, isOfRun: line.isOfRun, events: [], deliveries: [] }
        this.#batches.set(line.batch, this.#filling)
        break
      case 'commit':
        this.#commit(this.#batches.get(line.batch))
        this.#forget(line.batch)
        break
      case 'drop':
        this.#forget(line.batch)
        break
      case 'bring_forward':
        this.#bringForward(line.ms, line.latest)
        break
      default:
        throw refusal(path, 'is damaged: a line is no event')
    }
  }

  /** Batches without an end count if the account has their runs. */
  change({ lastRuns = {} }: StoredAccount): RowsChange {
    const isRecorded = ({ campaign_id, at }: Event) => (lastRuns[campaign_id]?.at ?? -1) >= at
    for (const batch of this.#batches.values()) {
      if (batch.isOfRun && batch.events.length > 0 && batch.events.every(isRecorded)) {
        this.#commit(batch)
      }
    }
    return {
      // What was kept for long was written again, after newer rows.
      events: inOrder(this.#events),
      deliveries: inOrder(this.#deliveries).map(({ made: _, ...line }) => line),
    }
  }

  #add<K extends 'events' | 'deliveries'>(
    kind: K,
    rows: Map<string, Batch[K][number]>,
    row: Batch[K][number],
  ): void {
    const filling = this.#filling
    if (filling && filling.left > 0) {
      filling.left -= 1
      const list: Batch[K][number][] = filling[kind]
      list.push(row)
    } else if (!rows.has(row.id)) rows.set(row.id, row)
  }

  #commit(batch: Batch | undefined): void {
    for (const event of batch?.events ?? []) {
      if (!this.#events.has(event.id)) this.#events.set(event.id, event)
    }
    for (const delivery of batch?.deliveries ?? []) {
      if (!this.#deliveries.has(delivery.id)) this.#deliveries.set(delivery.id, delivery)
    }
  }

  #forget(batch: number): void {
    this.#batches.delete(batch)
    // Its other lines were cut off, so those that follow are not its own.
    this.#filling = undefined
  }

  #change(line: Extract<Line, { kind: 'change' }>, long: string): void {
    const delivery = this.#deliveries.get(line.id)
    if (!delivery) return
    if (line.attempt !== undefined && line.attempt > delivery.made) {
      delivery.made = line.attempt
      delivery.attempts.push(JSON.parse(long))
    }
    delivery.status = line.status
    delivery.next_attempt_at = line.next
    if (line.reason === undefined) delete delivery.failure_reason
    else delivery.failure_reason = line.reason
  }

  #bringForward(ms: number, latest = Number.POSITIVE_INFINITY): void {
    for (const delivery of this.#deliveries.values()) {
      if ((delivery.status ?? 'pending') !== 'pending') continue
      const at = delivery.next_attempt_at ?? this.#events.get(delivery.event_id)?.at ?? 0
      delivery.next_attempt_at = Math.min(at - ms, latest)
    }
  }
}

function eventOf(
  { number, id, type, at, campaign_id, alerts = [] }: EventLine,
  body: string,
): Event {
  return { number, id, type, at, campaign_id, body, alerts }
}

function deliveryOf({
  number,
  id,
  event_id,
  webhook_id,
}: NewDelivery & { number: number }): Delivery {
  return { number, id, event_id, webhook_id, attempts: [], made: 0 }
}

function inOrder<T extends { number: number }>(rows: ReadonlyMap<string, T>): Omit<T, 'number'>[] {
  return [...rows.values()].sort((a, b) => a.number - b.number).map(({ number: _, ...row }) => row)
}
