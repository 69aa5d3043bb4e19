import type { Entry, Har, Header, PostData, QueryString } from 'har-format'
import type { components } from '../../../../spec/generated/sandbox.ts'
import { sequenceOf } from './request-rows.ts'

type LoggedRequest = components['schemas']['LoggedRequest']
type Message = LoggedRequest['request']

/** HAR has a number for what is not known. */
const UNKNOWN = -1
const CUT = 'The log keeps only the beginning of a long body.'

/**
 * Logged requests as an HTTP Archive (HAR 1.2), in the order in which they ended. `base`: the address of the server. The log has no
 * secrets, so neither has the archive. Members that begin with `_` are the sandbox's own.
 */
export function harOf(
  requests: readonly LoggedRequest[],
  { base, version }: { base: string; version: string },
): Har {
  const sorted = [...requests].sort((a, b) => sequenceOf(a.id) - sequenceOf(b.id))
  return {
    log: {
      version: '1.2',
      creator: { name: 'svc-sandbox', version },
      entries: sorted.map((logged) => entryOf(logged, base)),
    },
  }
}

/** HAR allows members of its creator that begin with `_`. */
type SandboxEntry = Entry & {
  _id: string
  _requestId: string
  _operation: string | null
  _error: string | null
  _fault: string | null
}

function entryOf(logged: LoggedRequest, base: string): SandboxEntry {
  const { method, url, status, request, response, time, duration_ms } = logged
  const address = new URL(url, base)
  return {
    startedDateTime: time,
    time: duration_ms,
    request: {
      method,
      url: address.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request),
      queryString: [...address.searchParams].map(([name, value]): QueryString => ({ name, value })),
      ...(request.body === null ? {} : { postData: postDataOf(request) }),
      headersSize: UNKNOWN,
      bodySize: sizeOf(request),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(response),
      content: {
        size: Math.max(0, sizeOf(response)),
        mimeType: response.headers['content-type'] ?? '',
        ...(response.body === null ? {} : { text: response.body }),
        ...(response.truncated ? { comment: CUT } : {}),
      },
      redirectURL: response.headers.location ?? '',
      headersSize: UNKNOWN,
      bodySize: sizeOf(response),
      ...(status === null ? { comment: 'No response was sent.' } : {}),
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    _id: logged.id,
    _requestId: logged.request_id,
    _operation: logged.operation,
    _error: logged.error,
    _fault: logged.fault,
  }
}

function headersOf({ headers }: Message): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function postDataOf({ headers, body, truncated }: Message): PostData {
  return {
    mimeType: headers['content-type'] ?? '',
    text: body ?? '',
    ...(truncated ? { comment: CUT } : {}),
  }
}

/** The size of a body in bytes, if it is known. */
function sizeOf({ headers, body, truncated }: Message): number {
  if (body === null) return 0
  if (!truncated) return new TextEncoder().encode(body).length
  const length = Number(headers['content-length'])
  return Number.isInteger(length) && length >= 0 ? length : UNKNOWN
}
