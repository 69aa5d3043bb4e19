import type { StreamPath } from '../../../control-client/operations.ts'
import { failureOf, reach } from './http.ts'
import type { Control } from './session.ts'

/** Real milliseconds between two attempts to connect, doubled after each failure. */
const RETRY_MS = { first: 500, most: 8000 }

/** The data of the messages that the console reads, by stream; that of the others is unknown. */
interface StreamData {
  '/clock/stream': Control['Clock']
  '/requests/stream': RequestMessage
}

/** A request, or the numbers of those that were left out because there were too many. */
type RequestMessage = Control['LoggedRequest'] & { after: string; up_to: string }

/** One server-sent event (WHATWG HTML §9.2), `data` read as JSON. */
export type Message<P extends StreamPath = StreamPath> = {
  event: string
  id: string
  data: P extends keyof StreamData ? StreamData[P] : unknown
}

interface StreamOptions<P extends StreamPath = StreamPath> {
  query?: Record<string, unknown>
  token?: string | undefined
  /** Starts after this message. */
  lastId?: string | undefined
  onMessage: (message: Message<P>) => void
  /** `waiting`: it reconnects automatically. An Error is final. */
  onState: (state: 'open' | 'waiting' | Error) => void
  signal: AbortSignal
}

/**
 * Reads a stream until `signal` is aborted, and reconnects automatically. EventSource cannot send a token.
 * @returns The id that it saw last.
 */
export async function readStream<P extends StreamPath>(
  path: P,
  { query, token, lastId, onMessage, onState, signal }: StreamOptions<P>,
): Promise<string | undefined> {
  let wait = RETRY_MS.first
  let last = lastId
  while (!signal.aborted) {
    try {
      const headers = {
        Accept: 'text/event-stream',
        ...(last === undefined ? {} : { 'Last-Event-ID': last }),
      }
      const response = await reach('GET', `_sandbox${path}`, headers, { query, token, signal })
      if (!response.ok || response.body === null) {
        // Waiting does not help if the key was deleted or the account is gone.
        if (response.status < 500) {
          onState(failureOf(response, await response.json().catch(() => ({}))))
          return last
        }
        throw new Error(`status ${response.status}`)
      }
      onState('open')
      wait = RETRY_MS.first
      for await (const message of messagesOf(response.body)) {
        if (message.id !== '') last = message.id
        onMessage(message as Message<P>)
      }
    } catch {
      // The connection failed or ended.
    }
    if (signal.aborted) return last
    onState('waiting')
    await pause(wait, signal)
    wait = Math.min(wait * 2, RETRY_MS.most)
  }
  return last
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageOf(block)
        if (message !== undefined) yield message
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** @returns Undefined for a comment. */
function messageOf(block: string): Message | undefined {
  const field = (name: string) => new RegExp(`(?:^|\\n)${name}: ([^\\n]*)`).exec(block)?.[1]
  const data = field('data')
  if (data === undefined) return undefined
  return { event: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) }
}

function pause(ms: number, signal: AbortSignal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
