import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account } from '../../accounts/account.ts'
import { alertLetsThrough, isSnoozed } from '../../accounts/alert.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import type { StreamMessage } from '../../control-client/operations.ts'
import { invalidValue } from '../../errors.ts'
import { eventBody } from '../../simulation/event.ts'
import type {
  EventCursor,
  EventFilter,
  EventLog,
  LogPosition,
  PlacedEvent,
  StoredEvent,
} from '../../store/events/event-log.ts'
import { isoTime } from '../../time/clock.ts'
import { parseIsoTime } from '../../time/iso-time.ts'
import { listeningSecret } from '../../webhooks/signature.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { notices } from '../streams.ts'

type Schemas = components['schemas']

export function eventHandlers(parts: ControlParts) {
  return {
    /** GET /_sandbox/events */
    async listEvents({ query, account }) {
      const { limit, offset, ...filter } = query
      const { id } = await account()
      const { items, total } = await parts.events.events(id, eventFilter(filter), { limit, offset })
      return { data: items.map(pastEventView), page: { total, limit, offset } }
    },

    /** GET /_sandbox/events/stream */
    async streamEvents(request) {
      const { id: accountId } = await request.account()
      const { alerts: onlyAlerts = false } = request.query
      const listening = { accountId, lastId: request.lastEventId, onlyAlerts }
      return { stream: eventStream(listening, request.signal, parts) }
    },
  } satisfies Partial<ControlHandlers>
}

/** An event as the control API shows it. */
export function eventView({ id, type, at, campaign_id, data }: ServiceEvent): Schemas['Event'] {
  return { id, type, at: isoTime(at), campaign_id, data: { ...data } }
}

/** A past event as clients see it. */
function pastEventView({ at, alerts, body, ...event }: StoredEvent): Schemas['PastEvent'] {
  return { ...event, at: isoTime(at), alerts: [...alerts], data: JSON.parse(body).data, body }
}

/** Times in a query are texts. */
type QueryOf<Filter> = Omit<Filter, 'since' | 'until'> & {
  since?: string | undefined
  until?: string | undefined
}

/** The filter of a query, or of a body; throws an ApiError for an invalid time. */
export function eventFilter<Query extends QueryOf<EventFilter>>(
  { since, until, ...rest }: Query,
  part: 'query' | 'body' = 'query',
) {
  return { ...rest, since: timeOf('since', since, part), until: timeOf('until', until, part) }
}

function timeOf(
  name: string,
  text: string | undefined,
  part: 'query' | 'body',
): number | undefined {
  if (text === undefined) return undefined
  const time = parseIsoTime(text)
  if (time !== undefined) return time
  throw invalidValue(
    part,
    `/${name}`,
    `must be a time such as 2026-03-01T09:00:00Z or a date; found ${JSON.stringify(text)}`,
  )
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
