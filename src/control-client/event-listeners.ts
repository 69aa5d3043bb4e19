import { type Clock, createClock } from '../time/clock.ts'
import { follow } from './follow.ts'
import type { ControlClient, StreamMessage } from './operations.ts'
import type { OfAccount, SandboxEvent, Stop } from './sandbox-methods.ts'

interface Listener {
  account: string
  /** Id of the last event that it was called with. */
  lastId: string | undefined
  isOver: boolean
  /** Resolves with its next event, or its end. */
  next: Promise<void>
}

/** Milliseconds without an event after which `caughtUp` looks for the reason. */
const SILENCE_MS = 500
/** Silent periods after which it gives up: a stream that lags sends something in between. */
const MOST_SILENT = 20

/**
 * The listeners of events. A stream calls them, and can lag behind the advance that makes the events. A test that has
 * advanced the clock checks what its listener received, so the advance waits for the stream.
 */
export class EventListeners {
  readonly #client: ControlClient
  readonly #clock: Pick<Clock, 'limit'>
  readonly #listeners = new Set<Listener>()

  constructor(client: ControlClient, clock: Pick<Clock, 'limit'> = createClock()) {
    this.#client = client
    this.#clock = clock
  }

  /** Calls `take` with each event from now on. */
  async add(take: (event: SandboxEvent) => void, query?: OfAccount): Promise<Stop> {
    const stop = new AbortController()
    const stream = await this.#client.stream('/events/stream', { query, signal: stop.signal })
    const messages = stream[Symbol.asyncIterator]()
    // The sandbox sends the first message once it listens.
    const ready = (await messages.next()).value as StreamMessage
    const { account } = ready.data as { account: string }
    let wake = () => {}
    const sleep = () => {
      listener.next = new Promise((resolve) => {
        wake = resolve
      })
    }
    const listener: Listener = {
      account,
      lastId: undefined,
      isOver: false,
      next: Promise.resolve(),
    }
    sleep()
    this.#listeners.add(listener)
    return follow(
      messages,
      stop,
      ({ data }) => {
        const { body, ...event } = data as Omit<SandboxEvent, 'data'> & { body: string }
        take({ ...event, data: JSON.parse(body).data })
        listener.lastId = event.id
        wake()
        sleep()
      },
      () => {
        listener.isOver = true
        this.#listeners.delete(listener)
        wake()
      },
    )
  }

  /**
   * Resolves when the listeners of an account have been called with its newest event. Call it when there is a new event: it
   * also resolves if a restore or a reset then replaced the log, because a stream sends no events from before it.
   */
  async caughtUp(account: string): Promise<void> {
    const listeners = [...this.#listeners].filter((each) => each.account === account)
    await Promise.all(listeners.map((listener) => this.#caughtUp(listener)))
  }

  async #caughtUp(listener: Listener): Promise<void> {
    for (let silent = 0; !listener.isOver && silent < MOST_SILENT; ) {
      const { account, next, lastId } = listener
      const [newest] = await this.#client.call('GET', '/events', { query: { account, limit: 1 } })
      if (newest === undefined || newest.id === listener.lastId) return
      if (await this.#isWithin(next)) silent = 0
      else if (lastId !== undefined && !(await this.#isInLog(account, lastId))) return
      else silent += 1
    }
  }

  /** Whether a promise resolves before the stream counts as silent. */
  #isWithin(next: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.#clock.limit(SILENCE_MS, () => resolve(false))
      void next.then(() => {
        stop()
        resolve(true)
      })
    })
  }

  async #isInLog(account: string, event_id: string): Promise<boolean> {
    const query = { account, event_id, limit: 1 }
    return (await this.#client.call('GET', '/events', { query })).length > 0
  }
}
