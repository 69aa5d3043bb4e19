import type { Content, Entry, Request } from 'har-format'
import { isoTime } from '../../time/clock.ts'
import type { Captured, CapturedMessage, HeaderPair } from '../captured.ts'
import { bodyOf } from '../decode.ts'
import { textOf } from './redact-entry.ts'

/** Members of our own in an entry. */
export interface OwnMembers {
  /** URL of the root of the API, if the request was below it. */
  _apiRoot?: string
}

/** An exchange as an entry of HAR, with its secrets; undefined for what cannot be replayed. */
export function entryOf(captured: Captured): (Entry & OwnMembers) | undefined {
  const { response, failure, at, startedAt, endedAt, apiPath, upstreamUrl } = captured
  if (!response || failure || response.status < 200) return undefined
  const time = Math.max(0, Math.round(endedAt - startedAt))
  return {
    startedDateTime: isoTime(at),
    time,
    ...(apiPath !== undefined &&
      upstreamUrl.endsWith(apiPath) && { _apiRoot: upstreamUrl.slice(0, -apiPath.length) }),
    request: requestOf(captured),
    response: {
      status: response.status,
      statusText: response.statusMessage,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(response),
      content: contentOf(response),
      redirectURL: headerOf(response, 'location') ?? '',
      headersSize: -1,
      bodySize: response.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  }
}

/** A request as HAR has it. */
export function requestOf({
  method,
  request,
  upstreamUrl,
}: Pick<Captured, 'method' | 'request' | 'upstreamUrl'>): Request {
  const { text, encoding, mimeType, comment } = contentOf(request)
  return {
    method,
    url: upstreamUrl,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(request),
    queryString: queryOf(upstreamUrl),
    ...(request.length > 0 && {
      postData: {
        mimeType,
        ...(text !== undefined && { text }),
        ...(encoding && { _encoding: encoding }),
        ...(comment && { comment }),
      } as Request['postData'] & object,
    }),
    headersSize: -1,
    bodySize: request.length,
  }
}

function queryOf(url: string): { name: string; value: string }[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  return [...new URLSearchParams(url.slice(mark))].map(([name, value]) => ({ name, value }))
}

function headersOf({ headers }: CapturedMessage): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }))
}

/** A body without its content coding. */
function contentOf(message: CapturedMessage): Content {
  const mimeType = headerOf(message, 'content-type') ?? ''
  if (message.body === undefined) {
    const comment = 'The body was not recorded: it is larger than 1 MB.'
    return { size: message.length, mimeType, comment }
  }
  let bytes: Uint8Array
  try {
    bytes = bodyOf(message)
  } catch {
    const comment = 'The body was not recorded: it cannot be decoded as Content-Encoding says.'
    return { size: message.length, mimeType, comment }
  }
  const size = bytes.length
  const text = /charset="?(?!utf-?8)/i.test(mimeType) ? undefined : textOf(bytes, mimeType)
  return text === undefined
    ? { size, mimeType, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    : { size, mimeType, text }
}

function headerOf(
  { headers }: { headers: readonly HeaderPair[] },
  name: string,
): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
