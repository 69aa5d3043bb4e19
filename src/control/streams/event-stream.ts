import type { Account } from '../../accounts/account.ts'
import { alertLetsThrough, isSnoozed } from '../../accounts/alert.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import type { StreamMessage } from '../../control-client/operations.ts'
import { pastRuns } from '../../simulation/due.ts'
import { eventBody } from '../../simulation/event.ts'
import { listeningSecret } from '../../simulation/listening-secret.ts'
import { isoTime } from '../../time/clock.ts'
import { DAY_MS } from '../../time/duration.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import type { ControlParts } from '../parts.ts'

/** A reader further behind is disconnected; it reconnects and gets the missed events. */
const MOST_WAITING = 10_000

interface Listening {
  accountId: string
  lastId: string | undefined
  /** Leaves out events that no alert lets through. */
  onlyAlerts: boolean
}

/**
 * The events of an account: first those after `lastId`, if given, then each as it happens. Missed events are computed
 * from the campaigns again, as when they happened, so nothing is stored for readers that may come back.
 */
export async function* eventStream(
  { accountId, lastId, onlyAlerts }: Listening,
  signal: AbortSignal,
  { store, simulation }: Pick<ControlParts, 'store' | 'simulation'>,
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
    !onlyAlerts || isLetThrough(event, await store.read(accountId))
  try {
    const account = await store.read(accountId)
    const asked = await simulation.triggered(accountId)
    const cursor = lastId === undefined ? undefined : parseCursor(lastId)
    const data = { account: accountId, secret: listeningSecret(account) }
    yield { event: 'ready', id: lastId ?? presentOf(account, asked), data }
    const sent = new Set<string>()
    if (cursor) {
      for await (const event of missedSince(account, cursor, asked)) {
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
function isLetThrough(event: ServiceEvent, { alerts }: Readonly<Account>): boolean {
  return Object.values(alerts).some(
    (alert) => !isSnoozed(alert, event.at) && alertLetsThrough(alert, event),
  )
}

interface Cursor {
  at: number
  id: string
}

function messageOf(event: ServiceEvent): StreamMessage {
  const { id, type, at, campaign_id } = event
  const data = { id, type, at: isoTime(at), campaign_id, body: eventBody(event) }
  return { event: type, id: `${at}-${id}`, data }
}

/** Parses an id of `messageOf`; undefined for other text. */
function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15})-(evt_[0-9a-f]+)$/.exec(text)
  return match ? { at: Number(match[1]), id: match[2] as string } : undefined
}

/** The id from which a new listener continues. */
function presentOf({ simulated_until }: Readonly<Account>, asked: readonly ServiceEvent[]): string {
  const last = asked.at(-1)
  const until = simulated_until ?? 0
  return last && last.at > until ? `${last.at}-${last.id}` : `${until + 1}-evt_0`
}

/** Events after the cursor, oldest first. */
async function* missedSince(
  account: Readonly<Account>,
  { at, id }: Cursor,
  asked: readonly ServiceEvent[],
): AsyncGenerator<ServiceEvent, undefined> {
  const { runsOf } = await import('../../simulation/campaign-runs.ts')
  const until = account.simulated_until ?? at
  const happened = async (from: number, to: number) => {
    const events: ServiceEvent[] = []
    // Leaves out runs that never happened, although the campaigns would have had them.
    for (const run of pastRuns(account, Math.max(from, account.clock.unbrokenSince ?? from), to)) {
      // A year takes seconds, and other requests must be served.
      await yieldToEventLoop()
      events.push(
        ...runsOf(account, run.campaign).events({ ...run, setBack: account.clock.setBack }),
      )
    }
    events.push(...asked.filter((event) => event.at > from && event.at <= to))
    return events.sort((a, b) => a.at - b.at)
  }

  const withSeen = await happened(at - 1, at)
  yield* withSeen.slice(withSeen.findIndex((event) => event.id === id) + 1)
  for (let from = at; from < until; from += DAY_MS) {
    yield* await happened(from, Math.min(until, from + DAY_MS))
    await yieldToEventLoop()
  }
  yield* asked.filter((event) => event.at > Math.max(at, until))
}
