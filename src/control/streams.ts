import type { Account } from '../accounts/account.ts'
import { alertLetsThrough, isSnoozed } from '../accounts/alert.ts'
import type { ServiceEvent } from '../accounts/event.ts'
import type { ControlId, StreamMessage } from '../control-client/operations.ts'
import { type FollowableLog, NO_ACCOUNT, type Owners } from '../runtime/account-logs.ts'
import type { ChangeReader } from '../runtime/change-feed.ts'
import { eventBody } from '../simulation/event.ts'
import type {
  EventCursor,
  EventLog,
  LogPosition,
  PlacedEvent,
  StoredEvent,
} from '../store/events/event-log.ts'
import { isoTime } from '../time/clock.ts'
import { listeningSecret } from '../webhooks/signature.ts'
import type { ControlRequest } from './operation.ts'
import type { ControlParts } from './parts.ts'

/**
 * Whose entries a request may see: all, which only the operator may; or those of one account, with those of no account if
 * the operator asks for them.
 */
export async function ownersFor({
  account,
  isOperator,
  query,
}: Pick<ControlRequest<ControlId>, 'account' | 'isOperator'> & {
  query: { account?: string; unauthenticated?: boolean }
}): Promise<Owners> {
  if (isOperator && query.account === undefined) return undefined
  const { id } = await account()
  return isOperator && query.unauthenticated ? [id, NO_ACCOUNT] : id
}

interface Following<Entry> {
  log: Pick<FollowableLog<Entry>, 'newest' | 'dropped' | 'changed'>
  owners: Owners
  /** Id of the last entry that the reader has seen, if any. */
  lastId: string | undefined
  /** Without `lastId`: from the oldest entry on, instead of from now on. */
  isFromStart?: boolean
  /** The entries to send after a sequence, oldest first. */
  after(sequence: number): Promise<Entry[]> | Entry[]
  /** Ids of entries are this and their sequence. */
  prefix: string
  view(entry: Entry): object
}

/** Resolves with the entries of a log as they come, once it is clear where they begin. */
export async function followedLog<Entry extends { sequence: number }>(
  following: Following<Entry>,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamMessage>> {
  const { log, lastId = '', isFromStart, prefix } = following
  const last = sequenceIn(lastId, prefix)
  const newest = await log.newest()
  // A sequence from before a restart may be ahead of all entries: then the reader has read none of them.
  if (last !== undefined) return messagesAfter(last > newest ? 0 : last, following, signal)
  return messagesAfter(isFromStart ? 0 : newest, following, signal)
}

/** Reads what the reader takes, so nothing is queued for a slow one. */
async function* messagesAfter<Entry extends { sequence: number }>(
  start: number,
  { log, owners, after, prefix, view }: Following<Entry>,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, undefined> {
  let read = start
  while (!signal.aborted) {
    const dropped = await log.dropped(owners)
    if (dropped > read) {
      yield { event: 'missed', data: { after: `${prefix}${read}`, up_to: `${prefix}${dropped}` } }
      read = dropped
    }
    const newest = await log.newest()
    if (newest <= read) {
      await log.changed(read, signal)
      continue
    }
    const found = await after(read)
    for (const entry of found) {
      yield { event: 'request', id: `${prefix}${entry.sequence}`, data: view(entry) }
    }
    read = Math.max(newest, found.at(-1)?.sequence ?? 0)
  }
}

/** The sequence in an id such as `req_12`; undefined for any other text. */
export function sequenceIn(id: string, prefix: string): number | undefined {
  if (!id.startsWith(prefix)) return undefined
  const digits = id.slice(prefix.length)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/**
 * Yields at once, and after each change since. Changes that come while the reader is busy are combined. Ends when
 * `signal` is aborted. `listen` gets a function to call for each change, and returns functions that stop listening.
 */
export async function* notices(
  listen: (onChange: () => void) => (() => void)[],
  signal: AbortSignal,
): AsyncGenerator<void, undefined> {
  let hasChanged = true
  let wake = () => {}
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const stops = listen(onChange)
  const ended = () => wake()
  signal.addEventListener('abort', ended)
  try {
    while (!signal.aborted) {
      if (hasChanged) {
        hasChanged = false
        yield
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || hasChanged) resolve()
      })
    }
  } finally {
    signal.removeEventListener('abort', ended)
    for (const stop of stops) stop()
  }
}

/**
 * One message for all changes since the previous message, until `signal` is aborted. The first message says that the
 * stream is listening.
 */
export async function* changeStream(
  reader: ChangeReader,
  signal: AbortSignal,
  { changes, simulation }: Pick<ControlParts, 'changes' | 'simulation'>,
): AsyncGenerator<StreamMessage, undefined> {
  const { accountId } = reader
  const listen = (onChange: () => void) => [
    changes.listen(reader, onChange),
    simulation.events.listen(accountId, onChange),
  ]
  let event = 'ready'
  for await (const _ of notices(listen, signal)) {
    yield { event, data: { account: accountId } }
    event = 'changed'
  }
}

/** Events that are read at once. */
const PAGE = 500

interface Listening {
  accountId: string
  lastId: string | undefined
  /** Leaves out events that no alert lets through. */
  onlyAlerts: boolean
}

/**
 * The events of an account: those after `lastId`, if given and still in the log, and each that follows, also after a
 * reset or a restore. They are read from the log, so nothing is queued for a slow reader, and another replica can
 * continue the stream.
 */
export async function* eventStream(
  { accountId, lastId, onlyAlerts }: Listening,
  signal: AbortSignal,
  { store, events, simulation }: Pick<ControlParts, 'store' | 'events' | 'simulation'>,
): AsyncGenerator<StreamMessage, undefined> {
  const listen = (onChange: () => void) => [simulation.events.listen(accountId, onChange)]
  let position: LogPosition | undefined
  let secret: string | undefined
  for await (const _ of notices(listen, signal)) {
    if (!position) {
      // An advance on any replica then keeps what happens from here on.
      await simulation.events.announce(accountId)
      const account = await store.readHead(accountId)
      const known = lastId === undefined ? undefined : parseCursor(lastId)
      const last = known ?? (await newestOf(accountId, events))
      position = await events.position(accountId, last)
      secret = listeningSecret(account)
      const id = known ? lastId : cursorOf(last)
      yield { event: 'ready', id, data: { account: accountId, secret } }
    }
    for (let page: PlacedEvent[] | undefined; page?.length !== 0; ) {
      page = await events.eventsAfter(accountId, position, PAGE)
      for (const stored of page) {
        if (stored.log !== position.log) {
          // A reset also changes the secret.
          const current = listeningSecret(await store.readHead(accountId))
          if (current !== secret)
            yield { event: 'ready', data: { account: accountId, secret: current } }
          secret = current
        }
        position = stored
        const event = serviceEventOf(stored)
        if (!onlyAlerts || isLetThrough(event, await store.readHead(accountId)))
          yield messageOf(event)
      }
    }
  }
}

/** Whether an alert of the account lets the event through, and is not snoozed. */
function isLetThrough(event: ServiceEvent, { alerts }: Pick<Account, 'alerts'>): boolean {
  return Object.values(alerts).some(
    (alert) => !isSnoozed(alert, event.at) && alertLetsThrough(alert, event),
  )
}

function messageOf(event: ServiceEvent): StreamMessage {
  const { id, type, at, campaign_id } = event
  const data = { id, type, at: isoTime(at), campaign_id, body: eventBody(event) }
  return { event: type, id: cursorOf(event), data }
}

function cursorOf({ at, id }: EventCursor): string {
  return `${at}-${id}`
}

/** Parses an id of `messageOf`; undefined for other text. */
function parseCursor(text: string): EventCursor | undefined {
  const match = /^(\d{1,15})-(evt_[0-9a-f]+)$/.exec(text)
  return match ? { at: Number(match[1]), id: match[2] as string } : undefined
}

/** The event after which a new listener continues. */
async function newestOf(accountId: string, log: Pick<EventLog, 'events'>): Promise<EventCursor> {
  const { items } = await log.events(accountId, {}, { limit: 1, offset: 0 })
  return items[0] ?? { at: 0, id: 'evt_0' }
}

function serviceEventOf({ id, type, at, campaign_id, body }: StoredEvent): ServiceEvent {
  return { id, type, at, campaign_id, data: JSON.parse(body).data }
}
