import type { DeliveryAttempt } from '../accounts/delivery.ts'
import { packageVersion } from '../package/package-root.ts'
import type { Clock } from '../time/clock.ts'
import type { AddressPolicy } from './address.ts'
import { addressReach, webhookUrlProblem } from './address-guard.ts'
import { type Answer, type AnswerReader, TruncatedAnswer } from './answer-reader.ts'
import { failureWords, TIMEOUT_MS, TimeoutError, truncationWords } from './failure-words.ts'
import { type ConnectionParts, ReceiverConnections } from './receiver-connections.ts'
import { shownCustomHeaders } from './settings.ts'
import { signatureHeaders } from './signature.ts'

/** An event for one receiver. */
export interface Message {
  url: string
  /** The `webhook-id` header. */
  eventId: string
  body: string
  /** Valid secrets, the newest first. */
  secrets: readonly string[]
  /** Headers of the webhook's owner, checked by `customHeaderProblem`. */
  headers?: Readonly<Record<string, string>>
}

/** The result of a request, without the account's time and the reason for it. */
export type Sent = Omit<DeliveryAttempt, 'at' | 'manual'>

/** Sends signed events over kept-alive connections. */
export class Sender {
  readonly #clock: Clock
  readonly #connections: ReceiverConnections
  readonly #answers = new Set<AnswerReader>()
  readonly #userAgent = `svc-sandbox/${packageVersion()}`
  #isClosed = false

  constructor(clock: Clock, parts: ConnectionParts = {}) {
    this.#clock = clock
    this.#connections = new ReceiverConnections(TIMEOUT_MS, parts)
  }

  /** Makes one attempt, which is one request, if `policy` allows it. Never rejects; undefined if `close` aborted it, so that its result is unknown. */
  async send(message: Message, policy: AddressPolicy): Promise<Sent | undefined> {
    const begin = this.#clock.elapsed()
    const body = Buffer.from(message.body)
    const headers = this.#headers(message, body)
    const custom = message.headers ?? {}
    const outcome = await this.#outcome(message.url, policy, { ...custom, ...headers }, body)
    if (this.#isClosed && outcome.error !== null) return undefined

    return {
      url: message.url,
      duration_ms: Math.round(this.#clock.elapsed() - begin),
      request_headers: { ...headers, ...shownCustomHeaders(custom) },
      ...outcome,
    }
  }

  /** Aborts requests under way and closes all connections. */
  close(): void {
    this.#isClosed = true
    for (const answer of this.#answers) answer.cancel(new Error('The sandbox is closing.'))
    this.#connections.close()
  }

  #headers({ eventId, secrets }: Message, body: Buffer): Record<string, string> {
    const timestamp = Math.floor(this.#clock.wallTime() / 1000)
    return {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': this.#userAgent,
      ...signatureHeaders({ id: eventId, timestamp, body }, secrets),
    }
  }

  async #outcome(
    url: string,
    policy: AddressPolicy,
    headers: Record<string, string>,
    body: Buffer,
  ): Promise<Outcome> {
    // The rules may have changed since the address was set: by other options, or another address of this machine.
    const problem = webhookUrlProblem(url, policy)
    if (problem !== undefined) return unanswered(`Not sent: ${problem}`)
    if (this.#isClosed) return unanswered('Not sent: the sandbox is closing.')

    const target = new URL(url)
    const reach = addressReach(target, policy)
    try {
      return judged(await this.#answer(this.#connections.post(target, reach, headers, body)))
    } catch (error) {
      if (!(error instanceof TruncatedAnswer))
        return unanswered(failureWords(error as Error, target))
      const { answer, cause } = error
      return { ...judged(answer), error: truncationWords(answer.status, cause as Error) }
    }
  }

  async #answer(reader: AnswerReader): Promise<Answer> {
    this.#answers.add(reader)
    const answered = this.#clock.limit(TIMEOUT_MS, () => reader.cancel(new TimeoutError()))
    try {
      return await reader.answer
    } finally {
      answered()
      this.#answers.delete(reader)
    }
  }
}

type Outcome = Pick<Sent, 'status' | 'response_headers' | 'response_body' | 'error'>

function judged({ status, headers, body }: Answer): Outcome {
  return {
    status,
    response_headers: headers,
    response_body: body,
    error: statusProblem(status, headers),
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function statusProblem(status: number, { location }: Record<string, string>): string | null {
  if (status >= 200 && status < 300) return null
  if (!REDIRECTS.has(status)) {
    return `Answered with status ${status}; only 2xx means that the event was received.`
  }
  const where = location === undefined ? '' : ` to ${location}`
  return `Answered with status ${status}, a redirect${where}: redirects are not followed; give the webhook the final address.`
}

function unanswered(error: string): Outcome {
  return { status: null, response_headers: {}, response_body: '', error }
}
