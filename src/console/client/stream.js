import { addressOf, failureOf, reach } from './http.js'

/** Real milliseconds between two tries to connect: doubled with each that fails, up to the second. */
const RETRY_MS = { first: 500, most: 8000 }

/**
 * @typedef {object} Message One server-sent event (WHATWG HTML §9.2).
 * @property {string} event
 * @property {string} id
 * @property {any} data Read as JSON.
 */

/**
 * @typedef {object} StreamOptions
 * @property {import('./http.js').CallOptions['query']} [query]
 * @property {string} [token]
 * @property {string} [lastId] Goes on after this one.
 * @property {(message: Message) => void} onMessage
 * @property {(state: 'open' | 'waiting' | Error) => void} onState `waiting`: it is tried again by itself. An Error is the end.
 * @property {AbortSignal} signal
 */

/**
 * Reads server-sent events until `signal` is aborted, and connects again by itself. Not EventSource: that cannot send the
 * token which a hosted sandbox asks for.
 *
 * @param {string} path
 * @param {StreamOptions} options
 * @returns {Promise<string | undefined>} The id that it saw last.
 */
export async function readStream(path, { query, token, lastId, onMessage, onState, signal }) {
  let wait = RETRY_MS.first
  let last = lastId
  while (!signal.aborted) {
    try {
      const response = await reach(addressOf(path, query), {
        headers: {
          Accept: 'text/event-stream',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(last === undefined ? {} : { 'Last-Event-ID': last }),
        },
        cache: 'no-store',
        credentials: 'omit',
        signal,
      })
      if (!response.ok || response.body === null) {
        // Nothing that waiting would change: the key was deleted, the account is gone.
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
      // Broken off, or not reached: below.
    }
    if (signal.aborted) return last
    onState('waiting')
    await pause(wait, signal)
    wait = Math.min(wait * 2, RETRY_MS.most)
  }
  return last
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<Message>}
 */
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

/**
 * @param {string} block
 * @returns {Message | undefined} Undefined for a comment.
 */
function messageOf(block) {
  /** @type {Record<string, string>} */
  const fields = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2)
  }
  if (fields.data === undefined) return undefined
  return {
    event: fields.event ?? 'message',
    id: fields.id ?? '',
    data: JSON.parse(fields.data),
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
