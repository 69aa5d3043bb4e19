import type { IncomingHttpHeaders } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { AccountHead } from '../../accounts/account.ts'
import { ApiError, type Issue, invalidInput, invalidValue } from '../../errors.ts'
import {
  type Answers,
  type ReceiverAnswer,
  type Reception,
  receiverIdOf,
  type SignatureDetails,
} from '../../runtime/receivers.ts'
import {
  createTextRedaction,
  redactedHeaders,
  withoutCredentials,
} from '../../runtime/redaction.ts'
import { isoTime } from '../../time/clock.ts'
import { quoted } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { followedLog } from '../streams.ts'
import { LARGEST_BODY, signatureVerdict } from './signature-verdict.ts'

type Schemas = components['schemas']

/** The ids of received requests are this and their sequence. */
const PREFIX = 'rec_'

export function receiverHandlers(parts: ControlParts) {
  const { receivers, clock } = parts
  const urlOf = (account: Readonly<AccountHead>, serverUrl: string) =>
    `${serverUrl}/_sandbox/receiver/${receiverIdOf(account)}`
  const viewOf = async (account: Readonly<AccountHead>, serverUrl: string) => {
    const sequence = await receivers.answersOf(account.id)
    const received = (await receivers.received.after(0, account.id)).map(receptionView).reverse()
    const url = urlOf(account, serverUrl)
    return { url, answer: sequence[0], sequence: [...sequence], received }
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
      if (account === undefined) {
        throw new ApiError(
          'unknown_resource',
          `There is no receiver ${quoted(receiver_id)}. GET /_sandbox/receiver shows the url of an account's receiver; a reset changes it.`,
        )
      }
      const answer = await receivers.takeAnswer(account.id)
      const { status, delay_ms, connection, body: text = '' } = answer
      const reception = await receivers.add(receptionOf({ account, headers, body, answer }, parts))

      const wait = connection === 'hang' ? HANG_MS : delay_ms
      if (wait > 0) await clock.wait(wait, signal)
      if (connection !== undefined && connection !== 'truncated') {
        const broken = connection === 'reset' ? 'reset' : 'empty'
        return { answer: { status, headers: {}, broken } }
      }
      if (signal.aborted) throw new ApiError('unavailable', 'The sandbox is closing.')
      await receivers.setStatus(reception, status)
      const isRedirect = status >= 300 && status < 400 && status !== 304
      const fields = {
        ...(isRedirect ? { Location: urlOf(account, request.serverUrl) } : {}),
        ...(text === '' ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
        ...answer.headers,
      }
      const isCut = connection === 'truncated'
      const whole = { status, headers: fields, body: text }
      return { answer: isCut ? { ...whole, body: text || CUT_BODY, broken: 'truncated' } : whole }
    },

    /** GET /_sandbox/receiver/stream */
    async streamReceiver(request) {
      const { id: owners } = await request.account()
      const log = receivers.received
      const after = (sequence: number) => log.after(sequence, owners)
      const lastId = request.lastEventId
      const following = { log, owners, lastId, after, prefix: PREFIX, view: receptionView }
      return { stream: await followedLog(following, request.signal) }
    },
  } satisfies Partial<ControlHandlers>
}

/** Real time until a request without a response is closed. Senders give up earlier. */
const HANG_MS = 120_000
/** Cut off if the response has no body of its own. */
const CUT_BODY = 'This response breaks off in its middle.'

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
  { clock, document }: ControlParts,
): Omit<Reception, 'sequence'> {
  const receiverId = receiverIdOf(account)
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
function receptionView(reception: Reception): Schemas['ReceivedRequest'] {
  const { type, headers, body, answer, verdict } = reception
  const { signature, reason, details } = verdict
  return {
    id: `${PREFIX}${reception.sequence}`,
    received_at: isoTime(reception.time),
    event_id: reception.eventId,
    ...{ type, headers, body, answer, signature, reason },
    truncated: reception.isCut,
    signature_details: details && detailsView(details, body),
    answered_status: reception.status,
  }
}

function detailsView({ before, ...details }: SignatureDetails, body: string) {
  return { ...details, content: before === null ? null : before + body }
}

/**
 * Headers that a response may have. All others are refused: browsers store some for the origin, which the console shares, and
 * proxies in front obey some, such as `X-Accel-Redirect` of nginx and `X-Sendfile`, which send internal files.
 */
const HEADERS = [
  'Retry-After',
  'Content-Type',
  'Content-Encoding',
  'Content-Language',
  'Server',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const ALLOWED = new Set(HEADERS.map((name) => name.toLowerCase()))

/** The responses that a change asks for. Throws ApiError. */
function answersFrom(
  input: Schemas['ReceiverAnswerInput'],
  [current, ...others]: Answers,
): Answers {
  const { sequence, ...single } = input
  if (sequence === undefined) {
    refuse(issuesOf(single, ''))
    return [answerOf(single, others.length === 0 ? current : DEFAULT)]
  }
  const [other] = Object.keys(single)
  if (other !== undefined) {
    throw invalidValue('body', `/${other}`, 'must be inside the sequence, if there is one')
  }
  refuse(sequence.flatMap((step, index) => issuesOf(step, `/sequence/${index}`)))
  return sequence.map((step, index) => {
    const { count = 1, ...answer } = step
    const isLast = index === sequence.length - 1
    return { ...answerOf(answer, DEFAULT), ...(count > 1 && !isLast ? { count } : {}) }
  }) as [ReceiverAnswer, ...ReceiverAnswer[]]
}

const DEFAULT: ReceiverAnswer = { status: 204, delay_ms: 0 }
/** Responses with these statuses have no body (RFC 9110 §6.4.1). */
const WITHOUT_BODY = [204, 205, 304]

function answerOf(
  step: Schemas['ReceiverStep'],
  { status, delay_ms }: ReceiverAnswer,
): ReceiverAnswer {
  return {
    status: hasBody(step) && WITHOUT_BODY.includes(status) ? 200 : status,
    delay_ms,
    ...step,
  }
}

function hasBody({ body = '', connection }: Schemas['ReceiverStep']): boolean {
  return body !== '' || connection === 'truncated'
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidInput(issues)
}

function issuesOf(step: Schemas['ReceiverStep'], path: string): Issue[] {
  const { status = 200, headers = {} } = step
  const issues = Object.entries(headers).flatMap(
    ([name, value]) => headerProblem(name, value) ?? [],
  )
  const found: Issue[] = issues.map((message) => ({ in: 'body', path: `${path}/headers`, message }))
  if (!hasBody(step) || !WITHOUT_BODY.includes(status)) return found
  const message = `must be one that allows a body, because the response has one; found ${status}`
  return [...found, { in: 'body', path: `${path}/status`, message, value: status }]
}

function headerProblem(name: string, value: string): string | undefined {
  if (!ALLOWED.has(name.toLowerCase())) {
    return `must be among ${HEADERS.join(', ')}; found ${JSON.stringify(name)}`
  }
  if (/^[\t\x20-\x7e]*$/.test(value)) return undefined
  return `must have values of printable ASCII characters; found ${JSON.stringify(value)}`
}
