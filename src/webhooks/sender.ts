import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { DeliveryAttempt } from '../accounts/delivery.ts'
import { packageVersion } from '../package/package-root.ts'
import type { Clock } from '../time/clock.ts'
import type { AddressPolicy } from './address.ts'
import { webhookUrlProblem } from './address-guard.ts'
import { type Answer, type Exchange, post, TruncatedAnswer } from './exchange.ts'
import { failureWords } from './failure-words.ts'
import { pinnedLookup, type Resolve } from './pinned-lookup.ts'
import { signatureHeaders } from './signature.ts'

/** Real time from the first sent byte to the last received one. */
export const TIMEOUT_MS = 15_000

const POOL = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 30_000 }

/** An event for one receiver. */
export interface Message {
  url: string
  /** The `webhook-id` header. */
  eventId: string
  body: string
  /** Valid secrets, the newest first. */
  secrets: readonly string[]
}

/** The result of a request, without the account's time and the reason for it. */
export type Sent = Omit<DeliveryAttempt, 'at' | 'manual'>

export interface SenderParts {
  /** Replaces the system's resolver, for tests. */
  resolve?: Resolve
  /** Certificates in PEM to trust in addition to Node's, for tests. */
  ca?: string
}

/** Sends signed events over kept-alive connections. */
export class Sender {
  readonly #policy: AddressPolicy
  readonly #clock: Clock
  readonly #http: HttpAgent
  readonly #https: HttpsAgent
  readonly #exchanges = new Set<Exchange>()
  readonly #userAgent = `svc-sandbox/${packageVersion()}`
  #isClosed = false

  constructor(policy: AddressPolicy, clock: Clock, { resolve, ca }: SenderParts = {}) {
    this.#policy = policy
    this.#clock = clock
    const lookup = (onlyLoopback: boolean) => pinnedLookup({ ...policy, onlyLoopback }, resolve)
    this.#http = new HttpAgent({ ...POOL, lookup: lookup(true) })
    this.#https = new HttpsAgent({ ...POOL, lookup: lookup(false), ...(ca ? { ca } : {}) })
  }

  /** Makes one attempt. Never rejects; undefined if `close` aborted it, so that its result is unknown. */
  async send(message: Message): Promise<Sent | undefined> {
    const begin = this.#clock.elapsed()
    const headers = this.#headers(message)
    const outcome = await this.#outcome(message, headers)
    if (this.#isClosed && outcome.error !== null) return undefined

    return {
      url: message.url,
      duration_ms: Math.round(this.#clock.elapsed() - begin),
      request_headers: headers,
      ...outcome,
    }
  }

  /** Aborts requests under way and closes all connections. */
  close(): void {
    this.#isClosed = true
    for (const exchange of this.#exchanges) exchange.cancel(new Error('The sandbox is closing.'))
    this.#http.destroy()
    this.#https.destroy()
  }

  #headers({ body, eventId, secrets }: Message): Record<string, string> {
    const timestamp = Math.floor(this.#clock.wallTime() / 1000)
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': this.#userAgent,
      ...signatureHeaders({ id: eventId, timestamp, body }, secrets),
    }
  }

  async #outcome({ url, body }: Message, headers: Record<string, string>): Promise<Outcome> {
    // The rules may have changed since the address was set, by a start with other options.
    const problem = webhookUrlProblem(url, this.#policy)
    if (problem) return unanswered(`Not sent: ${problem}`)
    if (this.#isClosed) return unanswered('Not sent: the sandbox is closing.')

    const target = new URL(url)
    try {
      return judged(await this.#answer(target, headers, body))
    } catch (error) {
      if (!(error instanceof TruncatedAnswer)) return unanswered(words(error as Error, target))
      return {
        ...judged(error.answer),
        error: `The answer with status ${error.answer.status} broke off: ${words(error.cause as Error, target)}`,
      }
    }
  }

  async #answer(target: URL, headers: Record<string, string>, body: string): Promise<Answer> {
    const agent = target.protocol === 'https:' ? this.#https : this.#http
    const begin = this.#clock.elapsed()
    const first = post(target, { agent, headers }, body)
    try {
      return await this.#within(TIMEOUT_MS, first)
    } catch (error) {
      // The receiver closed an idle connection as we reused it: it has not seen the request.
      if (!first.reusedConnection() || !isReset(error) || this.#isClosed) throw error
      const left = TIMEOUT_MS - (this.#clock.elapsed() - begin)
      return this.#within(left, post(target, { agent, headers }, body))
    }
  }

  async #within(ms: number, exchange: Exchange): Promise<Answer> {
    const answered = new AbortController()
    this.#exchanges.add(exchange)
    void this.#clock.wait(ms, answered.signal).then(() => {
      if (!answered.signal.aborted) exchange.cancel(new TimeoutError())
    })
    try {
      return await exchange.answer
    } finally {
      // With a reason, or Node makes an error with a stack for each.
      answered.abort('answered')
      this.#exchanges.delete(exchange)
    }
  }
}

type Outcome = Pick<Sent, 'status' | 'response_headers' | 'response_body' | 'error'>

class TimeoutError extends Error {}

function judged({ status, headers, body }: Answer): Outcome {
  return {
    status,
    response_headers: headers,
    response_body: body,
    error: statusProblem(status, headers),
  }
}

function statusProblem(status: number, { location }: Record<string, string>): string | null {
  if (status >= 200 && status < 300) return null
  const where = location === undefined ? '' : ` to ${location}`
  if (status >= 300 && status < 400) {
    return `Answered with status ${status}, a redirect${where}: redirects are not followed; give the webhook the final address.`
  }
  return `Answered with status ${status}; only 2xx means that the event was received.`
}

function unanswered(error: string): Outcome {
  return { status: null, response_headers: {}, response_body: '', error }
}

function words(error: NodeJS.ErrnoException, target: URL): string {
  return error instanceof TimeoutError
    ? `No complete answer within ${TIMEOUT_MS / 1000} seconds.`
    : failureWords(error, target)
}

function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code))
}
