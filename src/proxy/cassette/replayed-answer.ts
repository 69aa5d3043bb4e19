import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { HeaderPair } from '../headers.ts'
import type { Found, Recordings } from './recordings.ts'
import type { Vault } from './vault.ts'

/** A recorded response as it is sent again. */
export interface CassetteAnswer {
  status: number
  statusMessage: string
  /** Without hop-by-hop headers, Content-Length and Content-Encoding. */
  headers: HeaderPair[]
  body: Uint8Array
}

/** Headers of a connection (RFC 9110 §7.6.1), and of a body in a form that is not kept. */
const LEFT_OUT = new Set(
  (
    'connection keep-alive proxy-connection proxy-authenticate te trailer transfer-encoding upgrade ' +
    'content-length content-encoding alt-svc'
  ).split(' '),
)

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\]+/gi

/** A recorded response as it is sent again: with values in place of its placeholders, and links to recorded files. */
export function answerOf(
  { recording, values }: Found,
  { vault, recordings, origin }: { vault: Vault; recordings: Recordings; origin: string },
): CassetteAnswer {
  const { status, statusText, headers, content } = recording.entry.response
  const isJson = /json|event-stream/i.test(content.mimeType)
  const live = (text: string, inJson = false) =>
    vault.restore(withOwnLinks(text, recordings, origin), values, inJson)
  const { text = '', encoding } = content
  const isText = encoding !== 'base64'
  return {
    status,
    statusMessage: /^[\t\x20-\x7e]{0,200}$/.test(statusText) ? statusText : '',
    headers: headers.flatMap(({ name, value }): HeaderPair[] =>
      // Some browsers write the values of several headers into one.
      value.split('\n').flatMap((line) => headerOf(name, live(line), isText)),
    ),
    body: isText ? Buffer.from(live(text, isJson)) : Buffer.from(text, 'base64'),
  }
}

/** A header that can be sent, or none. */
function headerOf(name: string, value: string, isText: boolean): HeaderPair[] {
  const lower = name.toLowerCase()
  // HTTP/2 has the status as a header.
  if (LEFT_OUT.has(lower) || lower.startsWith(':')) return []
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    return []
  }
  // A recorded text is sent as UTF-8.
  const isType = isText && lower === 'content-type'
  return [[name, isType ? value.replace(/(charset="?)[\w-]+/i, '$1utf-8') : value]]
}

/** A text whose links to recorded files lead here, instead of to the server that was recorded. */
function withOwnLinks(text: string, recordings: Recordings, origin: string): string {
  return text.replace(URL_IN_TEXT, (url) =>
    recordings.has(url) ? url.replace(/^https?:\/\/[^/?#]*/i, () => origin) : url,
  )
}
