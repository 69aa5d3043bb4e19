import { failureOf, reach } from './http.js'

/** Real milliseconds between two attempts to connect, doubled after each failure. */
const RETRY_MS = { first: 500, most: 8000 }

/** @typedef {import('../../../control-client/operations.ts').StreamPath} StreamPath */

/** @typedef {{ event: string, id: string, data: any }} Message One server-sent event (WHATWG HTML §9.2), `data` read as JSON. */

/**
 * @typedef {object} StreamOptions
 * @property {Record<string, unknown>} [query]
 * @property {string | undefined} [token]
 * @property {string | undefined} [lastId] Starts after this message.
 * @property {(message: Message) => void} onMessage
 * @property {(state: 'open' | 'waiting' | Error) => void} onState `waiting`: it reconnects automatically. An Error is final.
 * @property {AbortSignal} signal
 */

/**
 * Reads a stream until `signal` is aborted, and reconnects automatically. EventSource cannot send a token.
 * @param {StreamPath} path @param {StreamOptions} options @returns {Promise<string | undefined>} The id that it saw last.
 */
export async function readStream(path, { query, token, lastId, onMessage, onState, signal }) {
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
        onMessage(message)
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

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<Message>} */
async function* messagesOf(body) {
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

/** @param {string} block @returns {Message | undefined} Undefined for a comment. */
function messageOf(block) {
  const field = (/** @type {string} */ name) =>
    new RegExp(`(?:^|\\n)${name}: ([^\\n]*)`).exec(block)?.[1]
  const data = field('data')
  if (data === undefined) return undefined
  return { event: field('event') ?? 'message', id: field('id') ?? '', data: JSON.parse(data) }
}

/** @param {number} ms @param {AbortSignal} signal */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
