import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Failure } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Connections } from './connections.ts'
import { UNKNOWN_ORIGIN } from './cors.ts'
import { failureEnvelope } from './envelope.ts'

interface ParserError extends Error {
  code?: string
}

/**
 * Answers what Node's HTTP parser rejects before there is a request: by default an empty 400, here
 * the envelope and the headers of §8 like everywhere else. What Node would refuse after that on its
 * own, with an empty answer too, goes the way of every other request.
 */
export function guardConnections(
  server: Server,
  connections: Connections,
  services: Services,
): void {
  server.on('connect', (_req, socket) => {
    refuse(socket, ['wrong_method', 'This is no proxy: it has no CONNECT.'], services)
  })
  // An expectation other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  server.prependListener('request', (req, res) => {
    // A proxy sends the whole address (RFC 9112 §3.2.2); from here on there is only path and query.
    req.url = originForm(req.url as string)
    if (req.headers.expect !== undefined) sendHeadAlone(res)
  })

  const broken = new WeakSet<Duplex>()
  server.on('clientError', (error: ParserError, socket) => {
    // The parser reports every further piece of a broken request, too.
    if (broken.has(socket)) return
    broken.add(socket)

    const responses = connections.unanswered(socket)
    // A request whose body is broken was handed on before that was seen.
    const own = responses.at(-1)?.req.complete === false ? responses.pop() : undefined
    const answer = () => {
      if (own?.headersSent) (socket as Socket).destroySoon()
      else answerBrokenRequest(error, socket, services)
    }
    // Answers go out in the order of the requests.
    const before = responses.at(-1)
    if (before) before.once('close', answer)
    else answer()
  })
}

/**
 * Lets the head of an answer go out before its body. While an answer waits for those before it, Node puts a head that
 * comes with bytes at the very front, before the `100 Continue` that is waiting there.
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

function answerBrokenRequest(error: ParserError, socket: Duplex, services: Services): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else refuse(socket, describe(error), services)
}

type Refusal = [failure: Failure, message: string]

function refuse(socket: Duplex, [failure, message]: Refusal, services: Services): void {
  const { document, quotas, clock, forms } = services
  const { code, status } = document.wording(failure)
  const address = (socket as { remoteAddress?: string }).remoteAddress ?? ''
  const now = clock.now()
  const id = randomUUID()
  const limits = quotas.headersOf(quotas.chargeAddress(address, now), now)
  const envelope = failureEnvelope(code, message, undefined, now, document.version)
  const text = JSON.stringify(forms.failure(envelope, { id, seed: 0 }))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${id}`,
    ...Object.entries({ ...limits, ...UNKNOWN_ORIGIN }).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
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
