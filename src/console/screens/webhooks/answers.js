/** @typedef {{ status: number, delay_ms: number }} Answer */

/** What the receiver can be told to answer, and what comes of it. @type {(Answer & { name: string, means: string })[]} */
export const ANSWERS = [
  { status: 204, delay_ms: 0, name: 'No Content', means: 'Events arrive.' },
  { status: 200, delay_ms: 0, name: 'OK', means: 'Events arrive.' },
  {
    status: 500,
    delay_ms: 0,
    name: 'Internal Server Error',
    means: 'Events fail, and are tried again as the account’s clock goes on.',
  },
  {
    status: 503,
    delay_ms: 0,
    name: 'Service Unavailable',
    means: 'Events fail, and are tried again as the account’s clock goes on.',
  },
  {
    status: 410,
    delay_ms: 0,
    name: 'Gone',
    means: 'Says that nobody wants events here: the webhook is disabled at once.',
  },
  {
    status: 301,
    delay_ms: 0,
    name: 'Moved Permanently',
    means: 'Redirects are not followed: events fail, and are tried again.',
  },
  {
    status: 204,
    delay_ms: 20_000,
    name: 'No Content',
    means: 'Slower than a sender waits: each attempt ends as a timeout and is made again.',
  },
]

/** Tells answers apart. @param {Answer} answer */
export const answerKey = ({ status, delay_ms }) => `${status} ${delay_ms}`

/** @param {Answer & { name?: string }} answer */
export function wordsOf({ status, delay_ms, name }) {
  const delay = delay_ms >= 1000 ? `${delay_ms / 1000} s` : `${delay_ms} ms`
  return [status, name, delay_ms > 0 && `after ${delay}`].filter(Boolean).join(' ')
}
