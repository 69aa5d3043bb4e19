import type { Account } from '../accounts/account.ts'
import type { Services } from '../services.ts'
import { dueRuns } from '../simulation/due.ts'
import { eventBody, type ServiceEvent } from '../simulation/event.ts'
import { listeningSecret } from '../simulation/listening-secret.ts'
import { isoTime } from '../time/clock.ts'
import type { StreamMessage } from './operation.ts'

/** A reader that is further behind is cut off; it comes again and gets what it missed. */
const MOST_WAITING = 10_000

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
    waiting.push(event)
    wake()
  })
  signal.addEventListener('abort', () => wake())
  try {
    const account = await store.read(accountId)
    yield { event: 'ready', data: { account: accountId, secret: listeningSecret(account) } }
    const cursor = lastId === undefined ? undefined : parseCursor(lastId)
    const sent = new Set<string>()
    if (cursor) {
      for (const event of await missedSince(account, cursor, simulation.events.asked(accountId))) {
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

async function missedSince(
  account: Readonly<Account>,
  { at, id }: Cursor,
  asked: readonly ServiceEvent[],
): Promise<ServiceEvent[]> {
  const { runsOf } = await import('../simulation/account-runs.ts')
  const runs = dueRuns(account, at - 1, account.simulated_until ?? at)
  const events = runs.flatMap(({ campaign, at }) => runsOf(account, campaign).events(at))
  const all = [...events, ...asked.filter((event) => event.at >= at)].sort((a, b) => a.at - b.at)
  return all.slice(all.findIndex((event) => event.id === id) + 1)
}
