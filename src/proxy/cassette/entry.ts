import type { Content, Entry, Request } from 'har-format'
import { type ArchivedMessage, harEntry, harRequest, harResponse } from '../../text/har.ts'
import { isoTime } from '../../time/clock.ts'
import type { Captured, CapturedMessage } from '../captured.ts'
import { bodyOf } from '../captured.ts'
import type { HeaderPair } from '../headers.ts'
import { textOf } from './redaction.ts'

/** Begins the comment on a body that can't be recorded, so that no one tries again. */
export const UNRECORDED = 'the proxy does not record this body: '

/** Members of our own in an entry. */
export interface OwnMembers {
  /** URL of the root of the API, if the request was below it. */
  _apiRoot?: string
}

/** An exchange as an entry of HAR, with its secrets; undefined for what cannot be replayed. */
export function entryOf(captured: Captured): (Entry & OwnMembers) | undefined {
  const { response, failure, at, startedAt, endedAt, apiPath, upstreamUrl } = captured
  if (!response || failure || response.status < 200) return undefined
  const entry = harEntry({
    time: isoTime(at),
    duration: Math.max(0, Math.round(endedAt - startedAt)),
    request: requestOf(captured),
    response: harResponse(
      { status: response.status, statusText: response.statusMessage },
      messageOf(response),
    ),
  })
  const isBelowRoot = apiPath !== undefined && upstreamUrl.endsWith(apiPath)
  return isBelowRoot ? { ...entry, _apiRoot: upstreamUrl.slice(0, -apiPath.length) } : entry
}

/** A request as HAR has it. */
export function requestOf({
  method,
  request,
  upstreamUrl,
}: Pick<Captured, 'method' | 'request' | 'upstreamUrl'>): Request {
  const message = messageOf(request)
  return harRequest(
    method,
    upstreamUrl,
    request.length > 0 ? message : { ...message, content: undefined },
  )
}

function messageOf(message: CapturedMessage): ArchivedMessage {
  return { headers: message.headers, content: contentOf(message), bodySize: message.length }
}

/** A body without its content coding. */
function contentOf(message: CapturedMessage): Content {
  const mimeType = headerOf(message, 'content-type') ?? ''
  if (message.body === undefined) {
    const comment = `${UNRECORDED}it is larger than 1 MB`
    return { size: message.length, mimeType, comment }
  }
  let bytes: Uint8Array
  try {
    bytes = bodyOf(message)
  } catch (error) {
    const comment = UNRECORDED + (error as Error).message
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
