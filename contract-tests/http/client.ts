import type { Agent, ClientRequest } from 'node:http'
import supertest from 'supertest'
import { agentFor } from './agent.ts'
import { CodingError, withoutCoding } from './content-coding.ts'
import { type SentCredential, sentCredential } from './credentials.ts'
import type { Broken, Cookie, Credential, Exchange, Response } from './exchange.ts'
import { masked, noteSecrets } from './masking.ts'
import { Pace } from './pace.ts'
import { millisecondsToReset, quotaOf } from './quota.ts'
import { errorCode } from './reading.ts'
import { responseOf } from './response.ts'
import { RetryPolicy } from './retry-policy.ts'
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
  /** Sent in addition to the usual ones. */
  headers?: Record<string, string>
  /** Sends only the Authorization header, as GET /auth/verify takes it (§4). Other requests have a content type. */
  bare?: boolean
  cookie?: Cookie
  /** Not repeated, whatever happens. */
  once?: boolean
}

/** Thrown if the run must not, or cannot, send more requests. */
export class RunEnded extends Error {
  override name = 'RunEnded'
}

/** A quota that is used up more often is used by others. */
const MOST_WAITS = 2
/** After so many requests without a whole answer in time, the others would only make the run last hours. */
const MOST_ENDLESS = 2

/** The only way to the server. Keeps and counts all exchanges, stays within limits, and waits for a used-up quota. */
export class Client {
  readonly exchanges: Exchange[] = []
  readonly counts: Record<Credential, number> = {
    main: 0,
    restricted: 0,
    limited: 0,
    revoked: 0,
    other: 0,
    logout: 0,
    misspelled: 0,
    anonymous: 0,
  }
  readonly #settings: Settings
  readonly #signal: AbortSignal
  readonly #began = performance.now()
  readonly #server: ReturnType<typeof supertest>
  readonly #connections: number
  readonly #agents: Agent[]
  readonly #pace: Pace
  readonly #retries: RetryPolicy
  #waits = 0
  #endless = 0
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
    this.#pace = new Pace(settings.requestsPerSecond)
    this.#retries = new RetryPolicy(settings)
    this.#connections = connections
    this.#agents = [agentFor(settings.baseUrl, connections)]
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  get aborted(): boolean {
    return this.#signal.aborted
  }

  /** Requests that had to be sent again. They do not count against the limits, but have limits of their own. */
  get repeated(): { main: number; total: number } {
    const all = this.exchanges.filter(({ transient }) => transient !== undefined)
    return { main: all.filter(({ credential }) => credential === 'main').length, total: all.length }
  }

  /** How many more requests a credential may make. */
  left(credential: Credential): number {
    const { repeated, reserved } = this
    const all = this.#settings.maxTotal - this.total + repeated.total - reserved
    if (credential !== 'main') return all
    return Math.min(all, this.#settings.maxRequests - this.counts.main + repeated.main - reserved)
  }

  /**
   * Sends a request. Waits out a throttle, and repeats what may have failed by chance. Throws `RunEnded` if the run was
   * interrupted, or its budget or the quota is used up.
   */
  async send(credential: Credential, call: Call): Promise<Exchange> {
    if (this.#signal.aborted) throw new RunEnded('The run was interrupted.')
    if (this.left(credential) <= 0) {
      throw new RunEnded(this.#budget())
    }
    if (this.#endless >= MOST_ENDLESS) {
      throw new RunEnded(
        `${MOST_ENDLESS} requests had no whole answer within ${this.#settings.timeoutMs / 1000} s or ${MOST_BYTES / 1e6} MB. Give --timeout if the server is that slow.`,
      )
    }
    if (this.#settings.skipped?.includes(call.operation ?? ''))
      return this.#notSent(credential, call)
    const exchange = await this.#patiently(credential, call)
    if (credential === 'main' && errorCode(exchange) === 'rate_limit_exceeded') {
      return this.#afterQuota(exchange, call)
    }
    return exchange
  }

  /** Sends a read that must show an earlier write, again after a while if it does not. */
  sendUntil(
    credential: Credential,
    call: Call,
    isExpected: (exchange: Exchange) => boolean,
  ): Promise<Exchange> {
    return this.readUntil(
      () => this.send(credential, call),
      (exchange) => exchange.broken?.kind === 'skipped' || isExpected(exchange),
    )
  }

  /** Reads with any number of requests what must show an earlier write. The last reading takes the place of the others. */
  readUntil<Found>(read: () => Promise<Found>, isShown: (found: Found) => boolean): Promise<Found> {
    let start = this.exchanges.length
    const again = async (pauseMs: number) => {
      await this.pause(pauseMs)
      // Marked before the next reading, because repeated requests do not count against its limits.
      for (const early of this.exchanges.slice(start)) early.transient ??= 'stale'
      start = this.exchanges.length
      const found = await read()
      for (const later of this.exchanges.slice(start)) later.isRepetition = true
      return found
    }
    return this.#retries.untilShown(read, again, (found) => this.aborted || isShown(found))
  }

  /** Lets each part of a long run have a few throttles, repetitions and late reads. */
  renewRetries(): void {
    this.#retries.renew()
  }

  /** Waits as long as a write may take to show. */
  settle(): Promise<void> {
    return this.pause(this.#retries.settleMs)
  }

  /** Sends a request for cleaning up, even after an interruption, from the reserved ones. */
  async cleanUp(call: Call, credential: Credential = 'main'): Promise<Exchange | undefined> {
    this.reserved = 0
    if (this.left(credential) <= 0 || this.#endless > MOST_ENDLESS) return undefined
    try {
      return await this.#patiently(credential, call)
    } catch (error) {
      if (error instanceof RunEnded) return undefined
      throw error
    }
  }

  /** Sends a request, and repeats it as long as `RetryPolicy` says so. The last exchange takes the place of the others. */
  async #patiently(credential: Credential, call: Call): Promise<Exchange> {
    const earlier = this.exchanges.findLast(
      (each) => each.credential === credential && quotaOf(each).remaining !== null,
    )
    let exchange = await this.#exchange(credential, call)
    for (let repeated = 0; ; repeated += 1) {
      const again = this.#retries.repetition(exchange, earlier, repeated)
      const isThrottled = errorCode(exchange) === 'rate_limit_exceeded'
      if (again === undefined) {
        // No wait helped, so it is no throttle.
        if (isThrottled && repeated > 0) this.#pace.restore()
        return exchange
      }
      if (!isThrottled && (call.once || !this.#canRepeat(credential))) {
        // Nothing can be said of what is lost and not tried again.
        if (again.kind === 'lost') exchange.transient = again.kind
        return exchange
      }
      exchange.transient = again.kind
      if (isThrottled && !this.#canRepeat(credential)) throw new RunEnded(this.#budget())
      if (isThrottled) this.#pace.slowDown(again.waitMs, this.exchanges)
      if (exchange.broken?.wasIdle) this.#keepNoConnections()
      await this.pause(again.waitMs)
      exchange = await this.#exchange(credential, call)
      exchange.isRepetition = true
    }
  }

  /** From now on each request has a connection of its own. */
  #keepNoConnections(): void {
    if (this.#agents.length > 1) return
    this.#agents.push(agentFor(this.#settings.baseUrl, this.#connections, { keepAlive: false }))
  }

  #budget(): string {
    const { maxRequests, maxTotal } = this.#settings
    return `The run may make ${maxRequests} requests with the main key and ${maxTotal} in all, and they are used up. Give a higher --max-requests.`
  }

  #canRepeat(credential: Credential): boolean {
    return !this.#signal.aborted && this.left(credential) > 0
  }

  /** In place of an exchange of an operation that `--skip` names. Not kept: nothing happened. */
  #notSent(credential: Credential, call: Call): Exchange {
    const at = performance.now() - this.#began
    return {
      credential,
      ...(call.operation !== undefined && { operation: call.operation }),
      method: call.method,
      url: this.#settings.baseUrl + call.path,
      requestHeaders: {},
      broken: { kind: 'skipped', message: `${call.operation} is left out by --skip` },
      startedAt: at,
      endedAt: at,
    }
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
    for (const agent of this.#agents) agent.destroy()
  }

  /** Waits until the time is over or the run is interrupted. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#signal.aborted || milliseconds <= 0) return
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
    const headers: Record<string, string> = { ...call.headers }
    // No sentence asks for it, so a server must not need it.
    const hasAccept = !call.bare && credential !== 'anonymous'
    if (hasAccept) headers.accept = 'application/json, text/csv'
    if (sent.authorization !== undefined) headers.authorization = sent.authorization
    if (call.cookie !== undefined) headers.cookie = call.cookie.sent
    if (!call.bare) headers['content-type'] = call.contentType ?? 'application/json'
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body))

    await this.pause(this.#pace.untilTurn(performance.now()))
    const startedAt = performance.now() - this.#began
    const extra = this.#settings.headers ?? {}
    const { response, broken } = await this.#request(call, { ...extra, ...headers }, body)
    if (response) noteSecrets(response, this.#settings)
    const exchange: Exchange = {
      credential,
      ...(call.operation !== undefined && { operation: call.operation }),
      method: call.method,
      url: this.#settings.baseUrl + call.path,
      requestHeaders: {
        // They may be secrets of a gateway.
        ...Object.fromEntries(Object.keys(extra).map((name) => [name, '<value of --header>'])),
        ...headers,
        ...(sent.shown !== undefined && { authorization: sent.shown }),
        ...(call.cookie !== undefined && { cookie: call.cookie.shown }),
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
      .agent(this.#agents.at(-1) as Agent)
      .set(headers)
      .redirects(0)
      .ok(() => true)
      .timeout({ response: this.#settings.timeoutMs, deadline: this.#settings.timeoutMs })
      .maxResponseSize(MOST_BYTES)
      .buffer(true)
      .parse(readBytes as unknown as Parser)
    const codingOf = takeCoding(request)
    // superagent adds it to every request.
    if (call.bare) request.on('request', ({ req }) => req.removeHeader('accept-encoding'))
    try {
      const answer = await (body === undefined ? request : request.send(body))
      const { status, body: read } = answer
      const headers = { ...answer.headers, ...codingOf() }
      const bytes = Buffer.isBuffer(read) ? read : Buffer.alloc(0)
      return { response: responseOf(status, headers, withoutCoding(bytes, headers, MOST_BYTES)) }
    } catch (error) {
      const broken = brokenBy(error as RequestError, this.#settings)
      if (broken.kind === 'timeout' || broken.message === TOO_LONG) this.#endless += 1
      const { req } = request as unknown as { req?: { reusedSocket?: boolean } }
      return { broken: { ...broken, wasIdle: req?.reusedSocket === true } }
    }
  }
}

/** superagent has types for parsers in browsers only. */
type Parser = Parameters<supertest.Test['parse']>[0]

/** After decompression, so that a small response cannot fill the memory. */
const MOST_BYTES = 20_000_000
const TOO_LONG = `a response of more than ${MOST_BYTES / 1e6} MB`

/**
 * Hides the content coding from superagent, which takes a body that ends too early for a whole one, and a wrong one for a
 * lost connection. Returns a function that has the header, when there is one.
 */
function takeCoding(request: supertest.Test): () => { 'content-encoding'?: string } {
  let taken: { 'content-encoding'?: string } = {}
  request.on('request', ({ req }: { req: ClientRequest }) => {
    req.prependOnceListener('response', ({ headers }) => {
      const { 'content-encoding': coding } = headers
      delete headers['content-encoding']
      if (coding !== undefined) taken = { 'content-encoding': coding }
    })
  })
  return () => taken
}

/** Keeps the bytes of a body of any content type. */
function readBytes(
  response: NodeJS.ReadableStream,
  done: (error: Error | null, body: Buffer) => void,
) {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
  response.on('end', () => done(null, Buffer.concat(chunks)))
}

interface RequestError extends Error {
  code?: string
  timeout?: number
}

function brokenBy(error: RequestError, settings: Settings): Broken {
  const message = masked(error.message, settings)
  if (error.timeout !== undefined) {
    return { kind: 'timeout', message: `no answer within ${settings.timeoutMs / 1000} s` }
  }
  const kind = error instanceof CodingError ? error.kind : undefined
  if (error.code === 'ETOOLARGE' || kind === 'too_large') {
    return { kind: 'invalid', message: TOO_LONG }
  }
  if (kind === 'too_deep') return { kind: 'invalid', message }
  if (kind !== undefined) return { kind: 'undecodable', message }
  if (/aborted|premature|unexpected end/i.test(error.message)) {
    return { kind: 'truncated', message: 'the connection ended within the response' }
  }
  if (error.code?.startsWith('HPE_')) {
    return { kind: 'invalid', message: `a response that is no HTTP (${message})` }
  }
  return { kind: 'no_answer', message: `no answer (${error.code ?? message})` }
}
