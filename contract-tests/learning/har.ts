import { isSecretName, SECRET_VALUE, USER_INFO } from '../../src/text/secrets.ts'
import { parsedUrl } from '../../src/text/url.ts'
import { masked } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Json } from '../http/reading.ts'
import type { Settings } from '../http/settings.ts'

const HIDDEN = '<redacted>'

/** All exchanges of a run as HTTP Archive 1.2, without credentials, keys and secrets. `startedAt` is in ISO 8601. */
export function harOf(
  exchanges: Exchange[],
  settings: Pick<Settings, 'tokens' | 'version'>,
  startedAt: string,
): Json {
  const began = Date.parse(startedAt)
  return {
    log: {
      version: '1.2',
      creator: { name: 'svc-sandbox', version: settings.version },
      entries: exchanges.map((exchange) => entryOf(exchange, settings, began)),
    },
  }
}

function entryOf(exchange: Exchange, settings: Pick<Settings, 'tokens'>, began: number): Json {
  const { startedAt, endedAt, method, url, requestBody, response } = exchange
  const time = Math.round(endedAt - startedAt)
  const hidden = (text: string) => redacted(text, settings)
  const target = hidden(url)
  return {
    startedDateTime: new Date(began + startedAt).toISOString(),
    time,
    ...(exchange.operation !== undefined && { _operation: exchange.operation }),
    request: {
      method,
      url: target,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(exchange.requestHeaders, hidden),
      queryString: queryOf(target),
      ...(requestBody !== undefined && {
        postData: {
          mimeType: exchange.requestHeaders['content-type'] ?? '',
          text: hidden(requestBody),
        },
      }),
      headersSize: -1,
      bodySize: Buffer.byteLength(requestBody ?? ''),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(response?.headers ?? {}, hidden),
      content: {
        size: Buffer.byteLength(response?.text ?? ''),
        mimeType: response?.headers['content-type'] ?? '',
        text: hidden(response?.text ?? ''),
      },
      redirectURL: hidden(response?.headers.location ?? ''),
      headersSize: -1,
      bodySize: -1,
      ...(exchange.broken && { comment: exchange.broken.message }),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  }
}

/** The parameters of an address, which may be hidden as a whole. */
function queryOf(target: string) {
  return [...(parsedUrl(target)?.searchParams ?? [])].map(([name, value]) => ({ name, value }))
}

function headersOf(headers: Record<string, string>, hidden: (text: string) => string) {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    // The variable in place of a key shows which key it was.
    value: isSecretName(name) && !value.startsWith('Bearer $') ? HIDDEN : hidden(value),
  }))
}

/** A text without keys and secrets. In JSON, names of members and values are checked. */
export function redacted(text: string, { tokens }: Pick<Settings, 'tokens'>): string {
  const shown = masked(text, tokens)
  try {
    return JSON.stringify(JSON.parse(shown), (name, value) => {
      if (name !== '' && value !== null && isSecretName(name)) return HIDDEN
      if (typeof value !== 'string') return value
      // JSON may hold JSON as a text.
      return /^\s*[[{]/.test(value) ? redacted(value, { tokens }) : redactedText(value)
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
