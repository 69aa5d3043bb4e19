import type { Entry, Har } from 'har-format'
import {
  type ArchivedMessage,
  harEntry,
  harOf,
  harRequest,
  harResponse,
  UNKNOWN_SIZE,
} from '../../src/text/har.ts'
import { isSecretName, SECRET_VALUE, USER_INFO } from '../../src/text/secrets.ts'
import type { Exchange } from '../http/exchange.ts'
import { masked, type Secretive } from '../http/masking.ts'
import type { Settings } from '../http/settings.ts'

const HIDDEN = '<redacted>'

/** All exchanges of a run as HTTP Archive 1.2, without credentials, keys and secrets. `startedAt` is in ISO 8601. */
export function exchangesHarOf(
  exchanges: Exchange[],
  settings: Secretive & Pick<Settings, 'version'>,
  startedAt: string,
): Har {
  const began = Date.parse(startedAt)
  return harOf(
    exchanges.map((exchange) => entryOf(exchange, settings, began)),
    settings.version,
  )
}

function entryOf(exchange: Exchange, settings: Secretive, began: number): Entry {
  const { startedAt, endedAt, method, url, operation, requestBody, response, broken } = exchange
  const hidden = (text: string) => redacted(text, settings)
  const received = harResponse(
    { status: response?.status ?? 0 },
    messageOf(response?.headers ?? {}, response?.text ?? '', hidden),
  )
  const entry = harEntry({
    time: new Date(began + startedAt).toISOString(),
    duration: Math.round(endedAt - startedAt),
    request: harRequest(
      method,
      hidden(url),
      messageOf(exchange.requestHeaders, requestBody, hidden),
    ),
    response: broken ? { ...received, comment: broken.message } : received,
  })
  return operation === undefined ? entry : Object.assign(entry, { _operation: operation })
}

function messageOf(
  headers: Record<string, string>,
  body: string | undefined,
  hidden: (text: string) => string,
): ArchivedMessage {
  const size = Buffer.byteLength(body ?? '')
  const mimeType = headers['content-type'] ?? ''
  return {
    headers: headersOf(headers, hidden),
    content: body === undefined ? undefined : { size, mimeType, text: hidden(body) },
    bodySize: headers['content-encoding'] === undefined ? size : UNKNOWN_SIZE,
  }
}

function headersOf(headers: Record<string, string>, hidden: (text: string) => string) {
  return Object.entries(headers).map(
    ([name, value]) =>
      // The variable in place of a key shows which key it was.
      [name, isSecretName(name) && !value.startsWith('Bearer $') ? HIDDEN : hidden(value)] as const,
  )
}

/** A text without keys and secrets. In JSON, names of members and values are checked. */
export function redacted(text: string, settings: Secretive): string {
  const shown = masked(text, settings)
  try {
    return JSON.stringify(JSON.parse(shown), (name, value) => {
      if (name !== '' && value !== null && isSecretName(name)) return HIDDEN
      if (typeof value !== 'string') return value
      // JSON may hold JSON as a text.
      return /^\s*[[{]/.test(value) ? redacted(value, settings) : redactedText(value)
    })
  } catch {
    return redactedText(shown)
  }
}

/** The length of names is limited, because a long text would be read again from each of its letters. */
const QUOTED = /((?<![\w-])([\w-]{1,100})=")[^"]*/g
const PARAMETER = /((?:^|[?&;#])([^=&;#\s]{1,100})=)[^&#\s]+/g

function redactedText(text: string): string {
  if (SECRET_VALUE.test(text) && !text.includes('Bearer $')) return HIDDEN
  return text
    .replace(USER_INFO, `://${HIDDEN}@`)
    .replace(QUOTED, hideNamed)
    .replace(PARAMETER, hideNamed)
}

function hideNamed(whole: string, begin: string, name: string): string {
  return isSecretName(name) ? begin + HIDDEN : whole
}
