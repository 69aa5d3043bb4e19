import type { IncomingHttpHeaders } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { components } from '../../spec/generated/sandbox.ts'
import type { Account } from '../accounts/account.ts'
import { createTextRedaction } from '../http/redaction.ts'
import { withoutCredentials } from '../http/request-record.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'
import type { Reception } from './receivers.ts'
import { shownHeaders } from './request-view.ts'
import { signatureVerdict } from './signature-verdict.ts'

/** Bytes that are kept of a body. */
const KEPT_OF_BODY = 64 * 1024
/** Kinds of events are words; what is longer is none. */
const MAX_TYPE_LENGTH = 200

interface Arrival {
  account: Readonly<Account>
  headers: Readonly<IncomingHttpHeaders>
  body: Buffer
}

/** What is kept of a request that has just come to the receiver of an account. */
export function receptionOf(
  { account, headers, body }: Arrival,
  { clock, document, receivers }: Pick<Services, 'clock' | 'document' | 'receivers'>,
): Omit<Reception, 'sequence'> {
  const receiverId = receivers.idOf(account)
  const time = clock.of(account)
  const id = headers['webhook-id']
  const redact = createTextRedaction(document.secretPrefixes)
  return {
    accountId: account.id,
    time,
    eventId: id === undefined ? null : String(id),
    type: typeOf(body),
    headers: shownHeaders(withoutCredentials(headers), redact),
    // Not the part of a character that the limit cuts in two.
    body: new StringDecoder('utf8').write(body.subarray(0, KEPT_OF_BODY)),
    isCut: body.length > KEPT_OF_BODY,
    verdict: signatureVerdict(
      { account, receiverId, headers, body },
      { now: time, wallTime: clock.wallTime() },
    ),
    status: null,
  }
}

/** The kind of event that a body names; null when it is no event. */
function typeOf(body: Buffer): string | null {
  try {
    const type = (JSON.parse(body.toString()) as { type?: unknown } | null)?.type
    return typeof type === 'string' && type.length <= MAX_TYPE_LENGTH ? type : null
  } catch {
    return null
  }
}

/** A request to the receiver as the control API returns it. */
export function receptionView({
  sequence,
  time,
  eventId,
  type,
  headers,
  body,
  isCut,
  verdict,
  status,
}: Reception): components['schemas']['ReceivedRequest'] {
  return {
    id: `rec_${sequence}`,
    received_at: isoTime(time),
    event_id: eventId,
    type,
    headers,
    body,
    truncated: isCut,
    ...verdict,
    answered_status: status,
  }
}
