import type { Account } from '../accounts/account.ts'
import type { Services } from '../services.ts'
import { dueRuns } from '../simulation/due.ts'
import { eventBody, type ServiceEvent } from '../simulation/event.ts'
import { listeningSecret } from '../simulation/listening-secret.ts'
import { isoTime } from '../time/clock.ts'
import { giveWay } from '../time/steps.ts'
import type { StreamMessage } from './operation.ts'

/** A reader that is further behind is cut off; it comes again and gets what it missed. */
const MOST_WAITING = 10_000
const DAY_MS = 86_400_000

type Parts = Pick<Services, 'store' | 'simulation'>

/**
 * The events of an account: first those after `lastId`, when it is given, then each as it comes. What a
 * listener missed follows from the campaigns again, as it did when it happened, so nothing has to be kept
 * for those who may come back.
 */
export async function* eventStream(
  accountId: string,
  lastId: string | undefined,
  signal: AbortSignal,
  { store, simulation }: Parts,
): AsyncGenerator<StreamMessage, undefined> {
  const waiting: ServiceEvent[] = []
  let wake = () => {}
  const stop = simulation.events.listen(accountId, (event) => {
    // One more tells that this reader is cut off; what follows it will ask for again.
    if (waiting.length <= MOST_WAITING) waiting.push(event)
    wake()
  })
  signal.addEventListener('abort', () => wake())
  try {
    const account = await store.read(accountId)
    const asked = simulation.events.asked(accountId)
    const cursor = lastId === undefined ? undefined : parseCursor(lastId)
    const data = { account: accountId, secret: listeningSecret(account) }
    yield { event: 'ready', id: lastId ?? presentOf(account, asked), data }
    const sent = new Set<string>()
    if (cursor) {
      for await (const event of missedSince(account, cursor, asked)) {
        sent.add(event.id)
        yield messageOf(event)
      }
    }
    while (!signal.aborted && waiting.length <= MOST_WAITING) {
      const event = waiting.shift()
      if (event) {
        if (!sent.delete(event.id)) yield messageOf(event)
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

interface Cursor {
  at: number
  id: string
}

function messageOf(event: ServiceEvent): StreamMessage {
  const { id, type, at, campaign_id } = event
  const data = { id, type, at: isoTime(at), campaign_id, body: eventBody(event) }
  return { event: type, id: `${at}-${id}`, data }
}

/** What `messageOf` made an id of; undefined for what is none. */
function parseCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,15})-(evt_[0-9a-f]+)$/.exec(text)
  return match ? { at: Number(match[1]), id: match[2] as string } : undefined
}

/** The id from which on a listener goes on that has come now and seen nothing yet. */
function presentOf({ simulated_until }: Readonly<Account>, asked: readonly ServiceEvent[]): string {
  const last = asked.at(-1)
  const until = simulated_until ?? 0
  return last && last.at > until ? `${last.at}-${last.id}` : `${until + 1}-evt_0`
}

/** What came after the cursor, oldest first. */
async function* missedSince(
  account: Readonly<Account>,
  { at, id }: Cursor,
  asked: readonly ServiceEvent[],
): AsyncGenerator<ServiceEvent, undefined> {
  const { runsOf } = await import('../simulation/account-runs.ts')
  const until = account.simulated_until ?? at
  const happened = async (from: number, to: number) => {
    const events: ServiceEvent[] = []
    // Campaigns tell what runs would have found that were left out, too.
    for (const run of dueRuns(account, Math.max(from, account.clock.unbrokenSince ?? from), to)) {
      // A year of them takes seconds, in which others want to be served.
      await giveWay()
      events.push(...runsOf(account, run.campaign).events(run.at))
    }
    events.push(...asked.filter((event) => event.at > from && event.at <= to))
    return events.sort((a, b) => a.at - b.at)
  }

  const withSeen = await happened(at - 1, at)
  yield* withSeen.slice(withSeen.findIndex((event) => event.id === id) + 1)
  for (let from = at; from < until; from += DAY_MS) {
    yield* await happened(from, Math.min(until, from + DAY_MS))
    await giveWay()
  }
  yield* asked.filter((event) => event.at > Math.max(at, until))
}
