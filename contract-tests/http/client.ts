import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import supertest from 'supertest'
import { masked, type SentCredential, sentCredential } from './credentials.ts'
import type { Broken, Credential, Exchange, Response } from './exchange.ts'
import { millisecondsToReset, quotaOf } from './quota.ts'
import { errorCode } from './reading.ts'
import type { Settings } from './settings.ts'

/** A request to make. */
export interface Call {
  /** operationId, if the request is one of an operation. */
  operation?: string
  method: string
  /** Below the base URL, with its query. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, with `contentType`. */
  rawBody?: string
  contentType?: string
  /** In place of the header of the credential. */
  authorization?: SentCredential
  /** Leaves out the content type, which requests without a body have, too (§4). */
  bare?: boolean
}

/** Thrown if the run must not, or cannot, send more requests. */
export class RunEnded extends Error {
  override name = 'RunEnded'
}

/** A quota that is used up more often is used by others. */
const MOST_WAITS = 2

/** The only way to the server. Keeps and counts all exchanges, stays within limits, and waits for a used-up quota. */
export class Client {
  readonly exchanges: Exchange[] = []
  readonly counts: Record<Credential, number> = {
    main: 0,
    restricted: 0,
    limited: 0,
    revoked: 0,
    other: 0,
    misspelled: 0,
    anonymous: 0,
  }
  readonly #settings: Settings
  readonly #signal: AbortSignal
  readonly #began = performance.now()
  readonly #server: ReturnType<typeof supertest>
  /** Keeps connections: with a distant server, new ones would take most of the time. */
  readonly #agent: HttpAgent
  #waits = 0
  readonly #onExchange: (exchange: Exchange) => void
  /** Requests of the main key that are reserved for cleaning up. */
  reserved = 0

  constructor(
    settings: Settings,
    signal: AbortSignal,
    onExchange: (exchange: Exchange) => void = () => {},
    connections = 1,
  ) {
    this.#settings = settings
    this.#signal = signal
    this.#onExchange = onExchange
    this.#server = supertest(settings.baseUrl)
    const Agent = settings.baseUrl.startsWith('https:') ? HttpsAgent : HttpAgent
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  get aborted(): boolean {
    return this.#signal.aborted
  }

  /** How many more requests a credential may make. */
  left(credential: Credential): number {
    const all = this.#settings.maxTotal - this.total - this.reserved
    if (credential !== 'main') return all
    return Math.min(all, this.#settings.maxRequests - this.counts.main - this.reserved)
  }

  /**
   * Sends a request, and once more after a failure of the service or a lost connection if that can do no harm.
   * Throws `RunEnded` if the run was interrupted, or its budget or the quota is used up.
   */
  async send(credential: Credential, call: Call): Promise<Exchange> {
    if (this.#signal.aborted) throw new RunEnded('The run was interrupted.')
    if (this.left(credential) <= 0) {
      throw new RunEnded(
        `The run may make ${this.#settings.maxRequests} requests with the main key and ${this.#settings.maxTotal} in all, and they are used up.`,
      )
    }
    const exchange = await this.#exchange(credential, call)
    if (credential === 'main' && errorCode(exchange) === 'rate_limit_exceeded') {
      return this.#afterQuota(exchange, call)
    }
    if (this.left(credential) > 0 && isWorthAnotherTry(exchange)) {
      return this.#exchange(credential, call)
    }
    return exchange
  }

  /** Sends a request for cleaning up, even after an interruption, from the reserved ones. */
  async cleanUp(call: Call, credential: Credential = 'main'): Promise<Exchange | undefined> {
    this.reserved = 0
    return this.left(credential) > 0 ? this.#exchange(credential, call) : undefined
  }

  async #afterQuota(exchange: Exchange, call: Call): Promise<Exchange> {
    // If the response says that requests are left, the checks report a contradiction: go on.
    const { remaining } = quotaOf(exchange)
    if (remaining !== null && remaining > 0) {
      return this.left('main') > 0 ? this.#exchange('main', call) : exchange
    }
    const wait = millisecondsToReset(exchange, Date.now())
    if (wait === null || wait > this.#settings.maxWaitMs || this.#waits >= MOST_WAITS) {
      const needed = wait === null ? 'an unknown time' : `${Math.ceil(wait / 1000)} s`
      throw new RunEnded(
        `The quota of the main key is used up; it is reset in ${needed}. Repeat then, or allow the wait with --max-wait.`,
      )
    }
    this.#waits += 1
    await this.pause(Math.max(wait, this.#settings.leastWaitMs))
    return this.send('main', call)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Waits until the time is over or the run is interrupted. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.#signal.addEventListener('abort', done)
    })
  }

  async #exchange(credential: Credential, call: Call): Promise<Exchange> {
    const sent =
      call.authorization ??
      sentCredential(credential, this.#settings.tokens, this.counts[credential])
    this.counts[credential] += 1
    const headers: Record<string, string> = { accept: 'application/json, text/csv' }
    if (sent.authorization !== undefined) headers.authorization = sent.authorization
    if (!call.bare) headers['content-type'] = call.contentType ?? 'application/json'
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body))

    const startedAt = performance.now() - this.#began
    const { response, broken } = await this.#request(call, headers, body)
    const exchange: Exchange = {
      credential,
      ...(call.operation !== undefined && { operation: call.operation }),
      method: call.method,
      url: this.#settings.baseUrl + call.path,
      requestHeaders: {
        ...headers,
        ...(sent.shown !== undefined && { authorization: sent.shown }),
      },
      ...(body !== undefined && { requestBody: body }),
      ...(response && { response }),
      ...(broken && { broken }),
      startedAt,
      endedAt: performance.now() - this.#began,
    }
    this.exchanges.push(exchange)
    this.#onExchange(exchange)
    return exchange
  }

  async #request(
    call: Call,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<{ response?: Response; broken?: Broken }> {
    const method = call.method.toLowerCase() as 'get'
    const request = this.#server[method](call.path)
      .agent(this.#agent)
      .set(headers)
      .redirects(0)
      .ok(() => true)
      .timeout({ response: this.#settings.timeoutMs, deadline: this.#settings.timeoutMs * 2 })
      .buffer(true)
      .parse(readBytes as unknown as Parser)
    try {
      const answer = await (body === undefined ? request : request.send(body))
      return { response: toResponse(answer.status, answer.headers, answer.body) }
    } catch (error) {
      const broken = brokenBy(error as RequestError, this.#settings)
      const { req } = request as unknown as { req?: { reusedSocket?: boolean } }
      return { broken: { ...broken, wasIdle: req?.reusedSocket === true } }
    }
  }
}

/** Whether a request that may be repeated had an answer that says nothing about the operation. */
function isWorthAnotherTry(exchange: Exchange): boolean {
  const { credential, method, broken } = exchange
  if (method === 'POST') return false
  if (broken) return broken.kind === 'no_answer'
  return credential === 'main' && errorCode(exchange) === 'server_error'
}

/** superagent has types for parsers in browsers only. */
type Parser = Parameters<supertest.Test['parse']>[0]

/** Keeps the bytes of a body of any content type. */
function readBytes(
  response: NodeJS.ReadableStream & { complete?: boolean },
  done: (error: Error | null, body: Buffer) => void,
) {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
  response.on('end', () => done(null, Buffer.concat(chunks)))
}

function toResponse(
  status: number,
  headers: Record<string, string | string[]>,
  bytes: Buffer,
): Response {
  const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
  const text = body.toString('utf8')
  const isUtf8 = Buffer.from(text, 'utf8').equals(body)
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return { status, headers: Object.fromEntries(joined), text, isUtf8, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface RequestError extends Error {
  code?: string
  timeout?: number
}

function brokenBy(error: RequestError, settings: Settings): Broken {
  const message = masked(error.message, settings.tokens)
  if (error.timeout !== undefined) {
    return { kind: 'timeout', message: `no answer within ${settings.timeoutMs / 1000} s` }
  }
  if (/aborted|premature|unexpected end|incorrect header check/i.test(error.message)) {
    return { kind: 'truncated', message: 'the connection ended within the response' }
  }
  if (error.code?.startsWith('HPE_')) {
    return { kind: 'invalid', message: `a response that is no HTTP (${message})` }
  }
  return { kind: 'no_answer', message: `no answer (${error.code ?? message})` }
}
