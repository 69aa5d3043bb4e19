import { AbortController } from '../node-globals.ts'
import { type Clock, createClock } from '../time/clock.ts'
import type { ControlClient, StreamMessage } from './operations.ts'
import type { MovedClock, OfAccount, SandboxEvent, Stop } from './sandbox-methods.ts'

interface Listener {
  account: string
  /** The number of events that it was called with. */
  heard: number
  /** Id of the last of them. */
  lastId: string | undefined
  isOver: boolean
  /** Resolves with its next event, or its end. */
  next: Promise<void>
}

/**
 * How long an advance waits for a listener that receives nothing, in milliseconds. A slow stream still delivers events, so a
 * silent one belongs to a log that was replaced after the advance.
 */
const SILENCE_MS = 2_000

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
      heard: 0,
      lastId: undefined,
      isOver: false,
      next: Promise.resolve(),
    }
    sleep()
    this.#listeners.add(listener)
    return follow(
      messages,
      stop,
      ({ event: kind, data }) => {
        // After a reset, it comes again with another secret.
        if (kind === 'ready') return
        const { body, ...event } = data as Omit<SandboxEvent, 'data'> & { body: string }
        take({ ...event, data: JSON.parse(body).data })
        listener.heard++
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

  /** Advances a clock with `move`. Resolves when the listeners of its account were called with the newest event. */
  async advance(move: () => Promise<MovedClock>): Promise<MovedClock> {
    const before = [...this.#listeners].map((listener) => ({ listener, heard: listener.heard }))
    const moved = await move()
    if (Object.values(moved.summary.events).every((count) => count === 0)) return moved
    const own = before.filter(({ listener }) => listener.account === moved.account)
    await Promise.all(own.map(({ listener, heard }) => this.#caughtUp(listener, heard)))
    return moved
  }

  /** `before`: how many events it had heard before the advance. After a restore, an advance repeats the ids of events. */
  async #caughtUp(listener: Listener, before: number): Promise<void> {
    while (!listener.isOver) {
      const { account, next } = listener
      const [newest] = await this.#client.call('GET', '/events', { query: { account, limit: 1 } })
      if (newest === undefined) return
      if (newest.id === listener.lastId && listener.heard > before) return
      if (!(await this.#isWithin(next))) return
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
}

/**
 * Calls `take` with each message until it is stopped, and `onEnd` after the last. An error of `take` is unhandled, as with any
 * event listener.
 */
export function follow(
  messages: AsyncIterator<StreamMessage>,
  stop: { signal: AbortSignal; abort(): void },
  take: (message: StreamMessage) => void,
  onEnd = () => {},
): Stop {
  const readOn = async () => {
    try {
      for (;;) {
        const { done, value } = await messages.next()
        if (done || stop.signal.aborted) return
        take(value)
      }
    } finally {
      onEnd()
    }
  }
  void readOn()
  return () => stop.abort()
}
