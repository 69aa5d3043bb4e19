import type { Entry, Har } from 'har-format'
import type { components } from '../../../../../spec/generated/sandbox.ts'
import {
  type ArchivedMessage,
  harEntry,
  harOf,
  harRequest,
  harResponse,
  UNKNOWN_SIZE,
} from '../../../../text/har.ts'
import { sequenceOf } from './request-rows.ts'

type LoggedRequest = components['schemas']['LoggedRequest']
type Message = LoggedRequest['request']

/**
 * Logged requests as an HTTP Archive, in the order in which they ended. `base`: the address of the server. The log has no
 * secrets, so neither has the archive.
 */
export function requestsHarOf(
  requests: readonly LoggedRequest[],
  { base, version }: { base: string; version: string },
): Har {
  const sorted = [...requests].sort((a, b) => sequenceOf(a.id) - sequenceOf(b.id))
  return harOf(
    sorted.map((logged) => entryOf(logged, base)),
    version,
  )
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
  const { method, url, status } = logged
  const response = harResponse({ status: status ?? 0 }, messageOf(logged.response))
  return {
    ...harEntry({
      time: logged.time,
      duration: logged.duration_ms,
      request: harRequest(method, new URL(url, base).href, messageOf(logged.request)),
      response: status === null ? { ...response, comment: 'No response was sent.' } : response,
    }),
    _id: logged.id,
    _requestId: logged.request_id,
    _operation: logged.operation,
    _error: logged.error,
    _fault: logged.fault,
  }
}

function messageOf(message: Message): ArchivedMessage {
  const { headers, body, truncated } = message
  const bodySize = sizeOf(message)
  const content = {
    size: Math.max(0, bodySize),
    mimeType: headers['content-type'] ?? '',
    ...(body !== null && { text: body }),
    ...(truncated && { comment: 'The log keeps only the beginning of a long body.' }),
  }
  return {
    headers: Object.entries(headers),
    content: body === null ? undefined : content,
    bodySize,
  }
}

/** The size of a body in bytes, if it is known. */
function sizeOf({ headers, body, truncated }: Message): number {
  if (body === null) return 0
  if (!truncated) return new TextEncoder().encode(body).length
  const length = Number(headers['content-length'])
  return Number.isInteger(length) && length >= 0 ? length : UNKNOWN_SIZE
}
