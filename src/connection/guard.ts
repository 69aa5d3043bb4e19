import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AnswerForms } from '../answer-forms/answer-forms.ts'
import type { Failure } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import { headersForUnknownOrigin } from '../pipeline/cors.ts'
import { failureEnvelope } from '../pipeline/envelope.ts'
import { GENERAL_HEADERS } from '../pipeline/exchange.ts'
import type { Origins } from '../pipeline/origins.ts'
import type { Quota } from '../runtime/quota.ts'
import { type Quotas, untouchedQuota } from '../runtime/quotas.ts'
import { StoreError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import type { Connections } from './drain.ts'

interface ParserError extends Error {
  code?: string
}

interface GuardParts {
  document: ApiDocument
  forms: AnswerForms
  quotas: Quotas
  clock: Clock
  origins: Origins
}

/**
 * Answers requests that Node's HTTP parser rejects: with the envelope and the headers of §8 instead of an empty 400.
 * Requests that Node would refuse later, also with an empty answer, go through the pipeline like any other.
 */
export function guardConnections(
  server: Server,
  connections: Connections,
  current: () => GuardParts,
): void {
  server.on('connect', (_req, socket) => {
    void refuse(socket, ['wrong_method', 'This is no proxy: it has no CONNECT.'], current())
  })
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.prependListener('request', (req, res) => {
    // A proxy sends the whole address (RFC 9112 §3.2.2); the pipeline expects path and query.
    req.url = originForm(req.url as string)
    if (req.headers.expect !== undefined) sendHeadAlone(res)
  })

  const broken = new WeakSet<Duplex>()
  server.on('clientError', (error: ParserError, socket) => {
    // The parser also reports every further piece of a broken request.
    if (broken.has(socket)) return
    broken.add(socket)

    // A handshake that failed: nothing that is sent would arrive.
    if (!connections.has(socket)) return void socket.destroy()
    const responses = connections.unanswered(socket)
    // A request with a broken body was already passed on.
    const own = responses.at(-1)?.req.complete === false ? responses.pop() : undefined
    const answer = () => {
      if (own?.headersSent) (socket as Socket).destroySoon()
      else if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else void refuse(socket, describe(error), current())
    }
    // Answers are sent in the order of the requests.
    const before = responses.at(-1)
    if (before) before.once('close', answer)
    else answer()
  })
}

/**
 * Sends the head of an answer before its body. While an answer waits for earlier ones, Node puts a head that comes
 * with bytes at the very front, before the `100 Continue` that is waiting there.
 */
function sendHeadAlone(res: ServerResponse): void {
  let isSent = false
  for (const name of ['write', 'end'] as const) {
    const send = res[name].bind(res) as (...given: unknown[]) => never
    res[name] = (...given: unknown[]) => {
      if (!isSent) res.flushHeaders()
      isSent = true
      return send(...given)
    }
  }
}

function originForm(target: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target)
  if (!address) return target
  const rest = target.slice(address[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

type Refusal = [failure: Failure, message: string]

/** Never rejects: closes a connection that it cannot answer. */
async function refuse(socket: Duplex, refusal: Refusal, parts: GuardParts): Promise<void> {
  try {
    socket.end(await refusalText(socket, refusal, parts))
  } catch {
    socket.destroy()
  }
}

async function refusalText(
  socket: Duplex,
  [failure, message]: Refusal,
  parts: GuardParts,
): Promise<string> {
  const { document, quotas, clock, forms, origins } = parts
  const { code, status } = document.wording(failure)
  const address = (socket as { remoteAddress?: string }).remoteAddress ?? ''
  const now = clock.now()
  const id = randomUUID()
  const limits = quotas.headersOf(await chargedQuota(address, now, parts), now)
  const envelope = failureEnvelope(code, message, undefined, now, document.version)
  const text = JSON.stringify(forms.failure(envelope, { id, seed: 0 }))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${id}`,
    ...Object.entries({ ...limits, ...GENERAL_HEADERS, ...headersForUnknownOrigin(origins) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

/** Without a charge if the database is away, and on loopback, where any site can make a browser send such requests. */
async function chargedQuota(
  address: string,
  now: number,
  { document, quotas, origins }: GuardParts,
): Promise<Quota> {
  try {
    return await (origins.areOpen
      ? quotas.chargeAddress(address, now)
      : quotas.peekAddress(address, now))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return untouchedQuota(undefined, document, now)
  }
}

function describe(error: ParserError): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['header_too_large', 'The request line and headers are larger than 16 KB. Send less.']
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_timeout', 'The request did not arrive in time. Send it again.']
    default:
      return ['malformed_request', `This is not a valid HTTP request: ${error.message}.`]
  }
}
