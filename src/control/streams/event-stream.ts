import type { AccountHead } from '../../accounts/account.ts'
import { alertLetsThrough, isSnoozed } from '../../accounts/alert.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import type { StreamMessage } from '../../control-client/operations.ts'
import { eventBody } from '../../simulation/event.ts'
import { listeningSecret } from '../../simulation/listening-secret.ts'
import type { EventCursor, EventLog, StoredEvent } from '../../store/events/event-log.ts'
import { isoTime } from '../../time/clock.ts'
import type { ControlParts } from '../parts.ts'

/** A reader further behind is disconnected; it reconnects and gets the missed events. */
const MOST_WAITING = 10_000
/** Missed events that are read at once. */
const PAGE = 500

interface Listening {
  accountId: string
  lastId: string | undefined
  /** Leaves out events that no alert lets through. */
  onlyAlerts: boolean
}

/** The events of an account: first those after `lastId`, if given and still in the log, then each as it happens. */
export async function* eventStream(
  { accountId, lastId, onlyAlerts }: Listening,
  signal: AbortSignal,
  { store, events, simulation }: Pick<ControlParts, 'store' | 'events' | 'simulation'>,
): AsyncGenerator<StreamMessage, undefined> {
  const waiting: ServiceEvent[] = []
  let wake = () => {}
  const stop = simulation.events.listen(accountId, (event) => {
    // One above the limit marks a reader to disconnect; it will ask for the rest again.
    if (waiting.length <= MOST_WAITING) waiting.push(event)
    wake()
  })
  signal.addEventListener('abort', () => wake())
  const isWanted = async (event: ServiceEvent) =>
    !onlyAlerts || isLetThrough(event, await store.readHead(accountId))
  try {
    const account = await store.readHead(accountId)
    const cursor = lastId === undefined ? undefined : parseCursor(lastId)
    const data = { account: accountId, secret: listeningSecret(account) }
    yield { event: 'ready', id: lastId ?? (await presentOf(account, events)), data }
    const sent = new Set<string>()
    if (cursor) {
      for await (const event of missedSince(accountId, cursor, events)) {
        sent.add(event.id)
        if (await isWanted(event)) yield messageOf(event)
      }
    }
    while (!signal.aborted && waiting.length <= MOST_WAITING) {
      const event = waiting.shift()
      if (event) {
        if (!sent.delete(event.id) && (await isWanted(event))) yield messageOf(event)
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || waiting.length > 0) resolve()
      })
    }
  } finally {
    stop()
  }
}

/** Whether an alert of the account lets the event through, and is not snoozed. */
function isLetThrough(event: ServiceEvent, { alerts }: Readonly<AccountHead>): boolean {
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

/** The id from which a new listener continues. */
async function presentOf(
  { id, simulated_until }: Readonly<AccountHead>,
  log: Pick<EventLog, 'events'>,
): Promise<string> {
  const { items } = await log.events(id, {}, { limit: 1, offset: 0 })
  return cursorOf(items[0] ?? { at: (simulated_until ?? 0) + 1, id: 'evt_0' })
}

/** Events after the cursor, oldest first. */
async function* missedSince(
  accountId: string,
  cursor: EventCursor,
  log: Pick<EventLog, 'eventsAfter'>,
): AsyncGenerator<ServiceEvent, undefined> {
  for (let last: EventCursor | undefined = cursor; last; ) {
    const page: StoredEvent[] = await log.eventsAfter(accountId, last, PAGE)
    for (const event of page) yield serviceEventOf(event)
    last = page.at(-1)
  }
}

function serviceEventOf({ id, type, at, campaign_id, body }: StoredEvent): ServiceEvent {
  return { id, type, at, campaign_id, data: JSON.parse(body).data }
}
