import { onTestFinished } from 'vitest'

/** One message of server-sent events. */
export interface Heard {
  id: string | undefined
  event: string
  data: Record<string, unknown>
}

/** A listener of `/_sandbox/events/stream`. */
export interface EventListener {
  /** What the stream began with. */
  ready: Heard
  /** The next so many messages; fewer when the stream ends. */
  next(count: number): Promise<Heard[]>
  /** The next messages up to the event with this id. */
  until(id: string): Promise<Heard[]>
  hangUp(): void
}

/** Listens to an account's events; hangs up when the test ends. */
export async function listenTo(
  { port }: { port: number },
  { lastEventId, query = '' }: { lastEventId?: string | undefined; query?: string } = {},
): Promise<EventListener> {
  const hungUp = new AbortController()
  onTestFinished(() => hungUp.abort())
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/events/stream${query}`, {
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    signal: hungUp.signal,
  })
  const messages = messagesOf(response.body as ReadableStream<Uint8Array>)
  const next = async (count: number) => {
    const heard: Heard[] = []
    while (heard.length < count) {
      const { value, done } = await messages.next()
      if (done) break
      heard.push(value)
    }
    return heard
  }
  const until = async (id: string) => {
    const heard: Heard[] = []
    while (heard.at(-1)?.data.id !== id) {
      const [one] = await next(1)
      if (!one) break
      heard.push(one)
    }
    return heard
  }
  const [ready] = (await next(1)) as [Heard]
  return { ready, next, until, hangUp: () => hungUp.abort() }
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Heard, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() as string
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
      const event = field('event')
      if (event) yield { id: field('id'), event, data: JSON.parse(field('data') as string) }
    }
  }
}
