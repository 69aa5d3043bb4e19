import { follow } from './follow.ts'
import type { ControlClient, StreamMessage } from './operations.ts'
import type { OfAccount, SandboxEvent, Stop } from './sandbox-methods.ts'

interface Listener {
  account: string
  /** Of the last event that it was called with. */
  lastId: string | undefined
  isOver: boolean
  /** Resolves with its next event, or its end. */
  next: Promise<void>
}

/**
 * The listeners of events. A stream calls them, and can lag behind the advance that makes the events. A test that has
 * advanced the clock looks at what its listener got, so the advance waits for it.
 */
export class EventListeners {
  readonly #client: ControlClient
  readonly #listeners = new Set<Listener>()

  constructor(client: ControlClient) {
    this.#client = client
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

  /** Resolves when the listeners of an account, which has a new event, have been called with all that it has. */
  async caughtUp(account: string): Promise<void> {
    const listeners = [...this.#listeners].filter((each) => each.account === account)
    await Promise.all(listeners.map((listener) => this.#caughtUp(listener)))
  }

  async #caughtUp(listener: Listener): Promise<void> {
    while (!listener.isOver) {
      const { account, next } = listener
      const [newest] = await this.#client.call('GET', '/events', { query: { account, limit: 1 } })
      if (newest === undefined || newest.id === listener.lastId) return
      await next
    }
  }
}
