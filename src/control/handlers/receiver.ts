import type { IncomingHttpHeaders } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import { ApiError } from '../../errors.ts'
import type { ReceiverAnswer, Reception, SignatureDetails } from '../../runtime/receivers.ts'
import {
  createTextRedaction,
  redactedHeaders,
  withoutCredentials,
} from '../../runtime/redaction.ts'
import { isoTime } from '../../time/clock.ts'
import { quoted } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { followedLog, sequenceIn, startAfter } from '../streams/followed-log.ts'
import { logView } from '../streams/log-view.ts'
import { allowedHeaders, answersFrom } from './receiver-answers.ts'
import { LARGEST_BODY, signatureVerdict } from './signature-verdict.ts'

type Parts = Pick<ControlParts, 'receivers' | 'clock' | 'document'>

export function receiverHandlers({ receivers, clock, document }: Parts) {
  const urlOf = (account: Readonly<AccountHead>, serverUrl: string) =>
    `${serverUrl}/_sandbox/receiver/${receivers.idOf(account)}`
  const viewOf = async (account: Readonly<AccountHead>, serverUrl: string) => {
    const sequence = await receivers.answersOf(account.id)
    const received = (await receivers.received.after(0, account.id)).map(receptionView).reverse()
    return {
      url: urlOf(account, serverUrl),
      answer: sequence[0],
      sequence: [...sequence],
      received,
    }
  }
  return {
    /** GET /_sandbox/receiver */
    async getReceiver(request) {
      return { data: await viewOf(await request.account(), request.serverUrl) }
    },

    /** PUT /_sandbox/receiver */
    async updateReceiver(request) {
      const account = await request.account()
      const current = await receivers.answersOf(account.id)
      await receivers.setAnswers(account.id, answersFrom(request.body, current))
      return { data: await viewOf(account, request.serverUrl) }
    },

    /** DELETE /_sandbox/receiver */
    async clearReceiver(request) {
      const account = await request.account()
      await receivers.forget(account.id)
      return { data: await viewOf(account, request.serverUrl) }
    },

    /** POST /_sandbox/receiver/{receiver_id} */
    async receiveEvent(request) {
      const { headers, signal } = request
      const body = Buffer.from(request.body ?? [])
      const { receiver_id } = request.params
      const account = await receivers.ownerOf(receiver_id)
      if (account === undefined) throw unknownReceiver(receiver_id)
      const answer = await receivers.takeAnswer(account.id)
      const { status, delay_ms, connection, body: text = '' } = answer
      const parts = { receivers, clock, document }
      const reception = await receivers.add(receptionOf({ account, headers, body, answer }, parts))

      const wait = connection === 'hang' ? HANG_MS : delay_ms
      if (wait > 0) await clock.wait(wait, signal)
      if (isUnanswered(connection)) {
        return {
          answer: { status, headers: {}, broken: connection === 'reset' ? 'reset' : 'empty' },
        }
      }
      if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
      await receivers.setStatus(reception, status)
      const isRedirect = status >= 300 && status < 400 && status !== 304
      const fields = {
        ...(isRedirect ? { Location: urlOf(account, request.serverUrl) } : {}),
        ...(text === '' ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
        ...allowedHeaders(answer.headers),
      }
      const isCut = connection === 'truncated'
      const whole = { status, headers: fields, body: text }
      return { answer: isCut ? { ...whole, body: text || CUT_BODY, broken: 'truncated' } : whole }
    },

    /** GET /_sandbox/receiver/stream */
    async streamReceiver(request) {
      const { id: scope } = await request.account()
      const log = receivers.received
      const start = await startAfter(sequenceIn(request.header('last-event-id') ?? '', PREFIX), log)
      const view = logView(log, [scope])
      const { after } = view
      const following = { log: view, after, start, idOf, event: 'request', view: receptionView }
      return { stream: followedLog(following, request.signal) }
    },
  } satisfies Partial<ControlHandlers>
}

const PREFIX = 'rec_'

function idOf(sequence: number): string {
  return `${PREFIX}${sequence}`
}

/** Real time until a request without a response is closed. Senders give up earlier. */
const HANG_MS = 120_000
/** Cut off if the response has no body of its own. */
const CUT_BODY = 'This response breaks off in its middle.'

function isUnanswered(connection: ReceiverAnswer['connection']): boolean {
  return connection !== undefined && connection !== 'truncated'
}

function unknownReceiver(id: string): ApiError {
  return new ApiError(
    'unknown_resource',
    `There is no receiver ${quoted(id)}. GET /_sandbox/receiver shows the url of an account's receiver; a reset changes it.`,
  )
}

/** Bytes kept of a body: all that can be verified. */
const KEPT_OF_BODY = LARGEST_BODY
/** Names of event types are short; longer text is something else. */
const MAX_TYPE_LENGTH = 200

interface Arrival {
  account: Readonly<AccountHead>
  headers: Readonly<IncomingHttpHeaders>
  body: Buffer
  answer: ReceiverAnswer
}

/** The record of a request that has just arrived at the receiver of an account. */
function receptionOf(
  { account, headers, body, answer }: Arrival,
  { clock, document, receivers }: Parts,
): Omit<Reception, 'sequence'> {
  const receiverId = receivers.idOf(account)
  const time = clock.of(account)
  const id = headers['webhook-id']
  const redact = createTextRedaction(document.secretPrefixes)
  const isCut = body.length > KEPT_OF_BODY
  return {
    accountId: account.id,
    time,
    eventId: id === undefined ? null : String(id),
    type: isCut ? null : typeOf(body),
    headers: redactedHeaders(withoutCredentials(headers), redact),
    // Drops a character that the limit cuts in two.
    body: new StringDecoder('utf8').write(body.subarray(0, KEPT_OF_BODY)),
    isCut,
    verdict: signatureVerdict(
      { account, receiverId, headers, body },
      { now: time, wallTime: clock.wallTime() },
    ),
    answer,
    status: null,
  }
}

/** The event type in a body; null if it is not an event. */
function typeOf(body: Buffer): string | null {
  try {
    const type = (JSON.parse(body.toString()) as { type?: unknown } | null)?.type
    return typeof type === 'string' && type.length <= MAX_TYPE_LENGTH ? type : null
  } catch {
    return null
  }
}

/** A request to the receiver as the control API returns it. */
function receptionView(reception: Reception): components['schemas']['ReceivedRequest'] {
  const { sequence, time, eventId, isCut, verdict, answer, status, type, headers, body } = reception
  const { signature, reason, details } = verdict
  return {
    id: idOf(sequence),
    received_at: isoTime(time),
    event_id: eventId,
    type,
    headers,
    body,
    truncated: isCut,
    signature,
    reason,
    signature_details: details && detailsView(details, body),
    answer,
    answered_status: status,
  }
}

function detailsView({ before, ...details }: SignatureDetails, body: string) {
  return { ...details, content: before === null ? null : before + body }
}
