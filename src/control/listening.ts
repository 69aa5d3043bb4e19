import type { components } from '../../spec/generated/sandbox.ts'
import type { ControlCaller } from './in-process.ts'
import type { QueryOf } from './operation.ts'

export type SandboxEvent = components['schemas']['Event']
type LoggedRequest = components['schemas']['LoggedRequest']

/** Ends listening. May be called twice. */
export type Stop = () => void

/** Calls `take` with each event of an account from now on. Resolves when it listens. */
export async function listenToEvents(
  control: ControlCaller,
  take: (event: SandboxEvent) => void,
  query: { account?: string },
): Promise<Stop> {
  const stop = new AbortController()
  const messages = await control.stream('streamEvents', { query }, stop.signal)
  const iterator = messages[Symbol.asyncIterator]()
  // The first message says that it listens.
  await iterator.next()
  void follow(iterator, stop.signal, ({ data }) => {
    const { body, ...event } = data as Omit<SandboxEvent, 'data'> & { body: string }
    take({ ...event, data: JSON.parse(body).data })
  })
  return () => stop.abort()
}

/** Calls `take` with each request of the API from now on that fits. Resolves when it listens. */
export async function listenToRequests(
  control: ControlCaller,
  take: (request: LoggedRequest) => void,
  query: QueryOf<'streamRequests'>,
): Promise<Stop> {
  const stop = new AbortController()
  const messages = await control.stream('streamRequests', { query }, stop.signal)
  void follow(messages[Symbol.asyncIterator](), stop.signal, ({ event, data }) => {
    if (event === 'request') take(data as LoggedRequest)
  })
  return () => stop.abort()
}

/** What `take` throws is left to whoever looks after the process, as with any event listener. */
async function follow<T>(
  iterator: AsyncIterator<T>,
  stopped: AbortSignal,
  take: (message: T) => void,
): Promise<void> {
  for (;;) {
    const { done, value } = await iterator.next()
    if (done || stopped.aborted) return
    take(value)
  }
}
