import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { type RequestOptions as HttpsOptions, request as httpsRequest } from 'node:https'
import type { SecureContext } from 'node:tls'
import { agentFor, directAgent, proxyUrlFor } from '../../contract-tests/http/transport.ts'
import type { BodyCapture, Failure } from './captured.ts'
import {
  endToEnd,
  type FlatHeaders,
  hasBody,
  type InterimAnswer,
  pairsOf,
  readableOnly,
} from './headers.ts'
import type { Target } from './target.ts'

export interface ForwardOptions {
  /** How long the upstream may be silent before its answer begins. */
  timeoutMs: number
  /** With the certificates of authorities that are trusted. */
  secureContext?: SecureContext | undefined
  /** Accepts any certificate. */
  insecure?: boolean | undefined
}

export interface ForwardHooks {
  /** When it is closed, the request ends. */
  client: ServerResponse
  /** Gets a copy of the body that is sent. */
  sent: BodyCapture
  onInterim(answer: InterimAnswer): void
}

/** Bytes of the headers of a response. */
export const MOST_HEADER_BYTES = 64 * 1024
/** More would be a flood. */
export const MOST_INTERIM = 20
/** An upstream closes idle connections after 5 s, as Node does, or later. */
const IDLE_MS = 4000
/** An upstream, or a balancer on the way, may close several idle connections at the moment of a request. */
const MOST_IDLE_RESETS = 3

/**
 * Sends requests to the upstream. `http-proxy-3` 1.23 would do less of this: it drops trailers and answers before the final one,
 * leaves a client waiting whose answer breaks off, and passes on the headers that `Connection` names.
 */
export class Forwarder {
  readonly #target: Target
  readonly #host: string
  readonly #options: ForwardOptions
  readonly #agent: Agent
  readonly #request: typeof httpRequest
  /** Options that all requests share. */
  readonly #connection: HttpsOptions
  /** In front of the path, for a proxy on the way to an upstream without TLS. */
  readonly #pathPrefix: string
  readonly #ofProxy: FlatHeaders

  constructor(target: Target, options: ForwardOptions) {
    const upstream = new URL(target.origin)
    // A tunnel leads to an upstream with TLS; without, the proxy is asked for the whole address.
    const proxy = upstream.protocol === 'http:' ? proxyUrlFor(target.origin) : undefined
    const server = proxy ?? upstream
    const isSecure = server.protocol === 'https:'
    const kept = { keepAlive: true, timeout: IDLE_MS }
    this.#target = target
    this.#host = upstream.host
    this.#options = options
    this.#request = isSecure ? httpsRequest : httpRequest
    this.#agent = proxy
      ? directAgent(isSecure, kept)
      : agentFor(target.origin, Number.POSITIVE_INFINITY, kept)
    this.#connection = {
      host: server.hostname.replace(/^\[|\]$/g, ''),
      port: server.port || undefined,
      agent: this.#agent,
      timeout: options.timeoutMs,
      maxHeaderSize: MOST_HEADER_BYTES,
      setHost: false,
      ...(options.insecure && { rejectUnauthorized: false }),
      ...(options.secureContext && { secureContext: options.secureContext }),
    }
    this.#pathPrefix = proxy === undefined ? '' : target.origin
    this.#ofProxy = proxy === undefined ? [] : proxyAuthorization(proxy)
  }

  /** Sends a request with its body, and resolves with the head of the answer. Rejects with a ForwardError. */
  async send(req: IncomingMessage, hooks: ForwardHooks): Promise<IncomingMessage> {
    const isRepeatable = SAFE.has(req.method as string) && !hasBody(req)
    for (let left = isRepeatable ? MOST_IDLE_RESETS : 0; ; left--) {
      try {
        return await this.#attempt(req, hooks)
      } catch (error) {
        const isIdle = error instanceof ForwardError && error.isIdle
        if (!isIdle || left === 0 || hooks.client.destroyed) throw error
      }
    }
  }

  /** The request that opens a tunnel. */
  upgrade(req: IncomingMessage): ClientRequest {
    const headers = [...this.#headersFor(req), 'Connection', 'Upgrade']
    const up = this.#open(req, [...headers, 'Upgrade', String(req.headers.upgrade)])
    up.end()
    return up
  }

  close(): void {
    this.#agent.destroy()
  }

  /** The error of a request, in words. */
  errorOf(error: Error, isConnected: boolean): ForwardError {
    return forwardError(error, { host: this.#host, isConnected })
  }

  #invalid(what: string): ForwardError {
    return new ForwardError('invalid', `The upstream ${this.#target.url} ${what}.`)
  }

  #open(req: IncomingMessage, headers: FlatHeaders): ClientRequest {
    const up = this.#request({
      ...this.#connection,
      method: req.method as string,
      path: this.#pathPrefix + this.#target.pathFor(req.url as string),
      headers,
    })
    // Node would drop headers after the 1,000th.
    up.maxHeadersCount = 0
    return up
  }

  #headersFor(req: IncomingMessage): FlatHeaders {
    const headers = endToEnd(req)
    for (let at = 0; at < headers.length; at += 2) {
      const value = headers[at + 1] as string
      if (/^host$/i.test(headers[at] as string)) headers[at + 1] = this.#host
      if (/^accept-encoding$/i.test(headers[at] as string)) headers[at + 1] = readableOnly(value)
    }
    const host = req.headers.host === undefined ? ['Host', this.#host] : []
    return [...host, ...headers, ...this.#ofProxy]
  }

  #attempt(
    req: IncomingMessage,
    { client, sent, onInterim }: ForwardHooks,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const up = this.#open(req, [...this.#headersFor(req), ...framingOf(req)])
      let isConnected = false
      let interim = 0
      const fail = (error: ForwardError) => {
        reject(error)
        up.destroy()
      }
      const abandon = () => fail(new ForwardError('client_gone', 'The client hung up.'))
      client.once('close', abandon)

      up.on('socket', (socket) => {
        const begin = () => {
          isConnected = true
          sendBody(req, up, sent)
        }
        // Until then nothing was read of the body, and another may still answer the request.
        if (socket.connecting) socket.once('connect', begin)
        else begin()
      })
      up.on('information', (answer: InterimAnswer) => {
        interim += 1
        if (answer.statusCode === 101)
          fail(this.#invalid('switched the protocol, which no one asked for'))
        else if (interim > MOST_INTERIM)
          fail(
            this.#invalid(`sent more than ${MOST_INTERIM} interim answers (1xx) and no final one`),
          )
        else onInterim(answer)
      })
      up.on('upgrade', (_, socket) => {
        socket.destroy()
        fail(this.#invalid('switched the protocol, which no one asked for'))
      })
      up.on('timeout', () => {
        const { timeoutMs } = this.#options
        const message = `The upstream ${this.#target.url} was silent for ${timeoutMs / 1000} s. Allow more with --timeout.`
        fail(new ForwardError('timeout', message))
      })
      up.on('response', (answer) => {
        // The answer has a limit of its own.
        up.setTimeout(0)
        const { statusCode = 0 } = answer
        if (statusCode >= 200) resolve(answer)
        else fail(this.#invalid(`answered with status ${statusCode}, which HTTP does not have`))
      })
      up.on('error', (error: NodeJS.ErrnoException) => {
        const reason = this.errorOf(error, isConnected)
        reason.isIdle = up.reusedSocket && RESETS.has(error.code ?? '') && interim === 0
        reject(reason)
      })
      up.on('close', () => {
        client.off('close', abandon)
        // Whatever the upstream did not read.
        req.unpipe(up)
        if (isConnected && !req.readableEnded) req.resume()
      })
    })
  }
}

/** Methods without an effect (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

const RESETS = new Set(['ECONNRESET', 'EPIPE'])

/** Node would announce chunks for a request without a body, if its method is one that may have one. */
function framingOf(req: IncomingMessage): FlatHeaders {
  if (req.headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked']
  const mayHaveBody = !BODYLESS_METHODS.has(req.method as string)
  return mayHaveBody && req.headers['content-length'] === undefined ? ['Content-Length', '0'] : []
}

const BODYLESS_METHODS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

function sendBody(req: IncomingMessage, up: ClientRequest, sent: BodyCapture): void {
  if (!hasBody(req)) {
    up.end()
    return
  }
  req.on('data', (chunk: Buffer) => sent.add(chunk))
  req.pipe(up, { end: false })
  req.once('end', () => {
    if (req.rawTrailers.length > 0 && req.headers['transfer-encoding'] !== undefined) {
      up.addTrailers(pairsOf(req.rawTrailers) as [string, string][])
    }
    up.end()
  })
}

function proxyAuthorization({ username, password }: URL): FlatHeaders {
  if (username === '') return []
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return ['Proxy-Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]
}

/** Why an upstream gave no answer. The message is for the caller of the proxy. */
export class ForwardError extends Error {
  override name = 'ForwardError'
  readonly kind: Failure['kind']
  /** Whether an idle connection was closed before an answer began. */
  isIdle = false

  constructor(kind: Failure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** No connection: not a byte was sent. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** What went wrong on a connection, by the code of the error. */
function forwardError(
  error: NodeJS.ErrnoException,
  { host, isConnected }: { host: string; isConnected: boolean },
): ForwardError {
  if (error instanceof ForwardError) return error
  const { code = '', message } = error
  const [kind, text] = problemOf()
  return new ForwardError(kind, text, { cause: error })

  function problemOf(): [Failure['kind'], string] {
    const answer = `The response of the upstream ${host}`
    if (!isConnected && UNREACHABLE.has(code)) {
      return [
        'refused',
        `The proxy cannot reach the upstream ${host} (${code}). Is it running, and is its address right?`,
      ]
    }
    if (code === 'ETIMEDOUT')
      return ['timeout', `The connection to the upstream ${host} timed out.`]
    if (code === 'HPE_HEADER_OVERFLOW') {
      return ['invalid', `${answer} has more than ${MOST_HEADER_BYTES / 1024} kB of headers.`]
    }
    if (code.startsWith('HPE_')) return ['invalid', `${answer} is not valid HTTP (${message}).`]
    if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT)/.test(code)) {
      return [
        'invalid',
        `The certificate of the upstream ${host} is not trusted (${code}). Name the certificate of its authority with --ca, or do without the check with --insecure.`,
      ]
    }
    if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
      return ['invalid', `The upstream ${host} does not speak TLS (${code}).`]
    }
    return [
      'reset',
      `The upstream ${host} closed the connection without a whole answer (${code || message}).`,
    ]
  }
}
