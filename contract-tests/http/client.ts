import { setTimeout as sleep } from 'node:timers/promises'
import { Budget, Pace } from './budget.ts'
import { type SentCredential, sentCredential } from './credentials.ts'
import type { Cookie, Credential, Exchange } from './exchange.ts'
import { noteSecrets } from './masking.ts'
import { millisecondsToReset, quotaOf } from './quota.ts'
import { errorCode } from './reading.ts'
import { RetryPolicy } from './retry-policy.ts'
import type { Settings } from './settings.ts'
import { isEndless, MOST_BYTES, Transport } from './transport.ts'

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
  readonly budget: Budget
  readonly #settings: Settings
  readonly #signal: AbortSignal
  readonly #began = performance.now()
  readonly #transport: Transport
  readonly #pace: Pace
  readonly retries: RetryPolicy
  #waits = 0
  #endless = 0
  readonly #onExchange: (exchange: Exchange) => void

  constructor(
    settings: Settings,
    signal: AbortSignal,
    onExchange: (exchange: Exchange) => void = () => {},
    connections = 1,
  ) {
    this.#settings = settings
    this.#signal = signal
    this.#onExchange = onExchange
    this.budget = new Budget(settings, this.exchanges)
    this.#transport = new Transport(settings, connections)
    this.#pace = new Pace(settings.requestsPerSecond)
    this.retries = new RetryPolicy(settings)
  }

  get aborted(): boolean {
    return this.#signal.aborted
  }

  /**
   * Sends a request. Waits out a throttle, and repeats what may have failed by chance, or a read that is not as
   * expected, because it must show an earlier write. Throws `RunEnded` if the run was interrupted, or its budget or the
   * quota is used up.
   */
  async send(
    credential: Credential,
    call: Call,
    isExpected?: (exchange: Exchange) => boolean,
  ): Promise<Exchange> {
    if (isExpected) {
      return this.readUntil(
        () => this.send(credential, call),
        (exchange) => exchange.broken?.kind === 'skipped' || isExpected(exchange),
      )
    }
    if (this.#signal.aborted) throw new RunEnded('The run was interrupted.')
    if (this.budget.left(credential) <= 0) throw new RunEnded(this.budget.explanation)
    if (this.#endless >= MOST_ENDLESS) {
      throw new RunEnded(
        `${MOST_ENDLESS} requests had no whole answer within ${this.#settings.timeoutMs / 1000} s or ${MOST_BYTES / 1e6} MB. Give --timeout if the server is that slow.`,
      )
    }
    if (this.#settings.skipped?.includes(call.operation ?? ''))
      return this.#notSent(credential, call)
    const exchange = await this.#patiently(credential, call)
    if (credential !== 'main' || errorCode(exchange) !== 'rate_limit_exceeded') return exchange
    const again = await this.#afterQuota(exchange, call)
    // What was lost before may have happened all the same.
    if (exchange.repeats !== undefined) again.repeats ??= exchange.repeats
    return again
  }

  /**
   * Reads with any number of requests what must show an earlier write, again after a while if it does not: the
   * specification does not state that a write shows at once. The last reading takes the place of the others.
   */
  async readUntil<Found>(
    read: () => Promise<Found>,
    isShown: (found: Found) => boolean,
  ): Promise<Found> {
    const isEnough = (found: Found) => this.aborted || isShown(found)
    let start = this.exchanges.length
    let found = await read()
    const pauses = isEnough(found) ? [] : this.retries.beginSettling()
    for (const pauseMs of pauses) {
      await this.pause(pauseMs)
      // Marked before the next reading, because repeated requests do not count against its limits.
      for (const early of this.exchanges.slice(start)) early.transient ??= 'stale'
      start = this.exchanges.length
      found = await read()
      for (const later of this.exchanges.slice(start)) later.repeats ??= 'stale'
      if (isEnough(found)) return found
    }
    if (pauses.length > 0) this.retries.neverShown += 1
    return found
  }

  /** Sends a request for cleaning up, even after an interruption, from the reserved ones. */
  async cleanUp(call: Call, credential: Credential = 'main'): Promise<Exchange | undefined> {
    this.budget.reserved = 0
    if (this.budget.left(credential) <= 0 || this.#endless > MOST_ENDLESS) return undefined
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
      const again = this.retries.repetition(exchange, earlier, repeated)
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
      if (isThrottled && !this.#canRepeat(credential)) throw new RunEnded(this.budget.explanation)
      if (isThrottled) this.#pace.slowDown(again.waitMs, this.exchanges)
      if (exchange.broken?.wasIdle) this.#transport.keepNoConnections()
      await this.pause(again.waitMs)
      const before = exchange.repeats ?? again.kind
      exchange = await this.#exchange(credential, call)
      exchange.repeats = again.kind === 'throttled' ? before : again.kind
    }
  }

  #canRepeat(credential: Credential): boolean {
    return !this.#signal.aborted && this.budget.left(credential) > 0
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
      return this.budget.left('main') > 0 ? this.#exchange('main', call) : exchange
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
    this.#transport.close()
  }

  /** Waits until the time is over or the run is interrupted. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#signal.aborted || milliseconds <= 0) return
    await sleep(milliseconds, undefined, { signal: this.#signal }).catch(() => {})
  }

  async #exchange(credential: Credential, call: Call): Promise<Exchange> {
    const { counts } = this.budget
    const sent =
      call.authorization ?? sentCredential(credential, this.#settings.tokens, counts[credential])
    counts[credential] += 1
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
    const { method, path } = call
    const hasCoding = !call.bare && method !== 'HEAD'
    const answer = await this.#transport.send({
      method,
      path,
      headers: { ...(hasCoding && { 'accept-encoding': 'gzip, deflate' }), ...extra, ...headers },
      body,
    })
    if (isEndless(answer)) this.#endless += 1
    const { response, broken } = answer
    if (response) noteSecrets(response, this.#settings)
    const exchange: Exchange = {
      credential,
      ...(call.operation !== undefined && { operation: call.operation }),
      method,
      url: this.#settings.baseUrl + path,
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
}
