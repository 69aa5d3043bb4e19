import type { Content, Entry, Har, PostData, QueryString, Request, Response } from 'har-format'

/** HAR has a number for a size that is not known. */
export const UNKNOWN_SIZE = -1

/** A request or a response of an archive. */
export interface ArchivedMessage {
  headers: readonly (readonly [name: string, value: string])[]
  /** The body without its content coding; undefined for a request without one. */
  content: Content | undefined
  /** Bytes of the body on the wire, or `UNKNOWN_SIZE`. */
  bodySize: number
}

/** An HTTP Archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). `version`: of the sandbox. */
export function harOf(entries: Entry[], version: string): Har {
  return { log: { version: '1.2', creator: { name: 'svc-sandbox', version }, entries } }
}

/** `time`: ISO 8601. `duration`: milliseconds. */
export function harEntry(call: {
  time: string
  duration: number
  request: Request
  response: Response
}): Entry {
  const { time, duration, request, response } = call
  return {
    startedDateTime: time,
    time: duration,
    request,
    response,
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  }
}

/** `url`: absolute, or a placeholder if it is hidden. */
export function harRequest(method: string, url: string, message: ArchivedMessage): Request {
  return {
    method,
    url,
    queryString: queryOf(url),
    ...(message.content && { postData: postDataOf(message.content) }),
    ...partsOf(message),
  }
}

/** `status`: 0 if no response came. */
export function harResponse(
  { status, statusText = '' }: { status: number; statusText?: string },
  message: ArchivedMessage,
): Response {
  const location = message.headers.find(([name]) => name.toLowerCase() === 'location')
  return {
    status,
    statusText,
    content: message.content ?? { size: 0, mimeType: '' },
    redirectURL: location?.[1] ?? '',
    ...partsOf(message),
  }
}

function partsOf({ headers, bodySize }: ArchivedMessage) {
  return {
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: UNKNOWN_SIZE,
    bodySize,
  }
}

function queryOf(url: string): QueryString[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  return [...new URLSearchParams(url.slice(mark).replace(/#.*/s, ''))].map(([name, value]) => ({
    name,
    value,
  }))
}

/** HAR has no member for the encoding of a request's body. */
function postDataOf({ mimeType, text, encoding, comment }: Content): PostData {
  return {
    mimeType,
    ...(text !== undefined && { text }),
    ...(encoding && { _encoding: encoding }),
    ...(comment && { comment }),
  } as PostData
}
