import type { Credential, Exchange, Transient } from './exchange.ts'
import { millisecondsToReset, quotaOf, retryAfterOf } from './quota.ts'
import { bodyOf, errorCode, succeeded } from './reading.ts'
import type { Settings } from './settings.ts'

/** Pauses before the repetitions of a request. An outage of a few seconds is over after them. */
const PAUSES_MS = [300, 1000, 3000]
/** Answers to requests that may fail by chance, of which a run repeats so many at most. */
const MOST_REPEATED = 12
/** A server that throttles more often does not keep its own Retry-After. */
const MOST_THROTTLED = 12
/** A server that throttles without such a hint is given the benefit of the doubt so often. */
const MOST_UNHINTED = 3
/** After so many requests that all pauses did not help, a run waits for the shortest only. */
const MOST_IN_VAIN = 2
/** Pauses before a read is repeated that does not show an earlier write. The first is enough for most servers. */
const SETTLE_MS = [700, 2000]
/** Reads that a run repeats at most because a write does not show. */
const MOST_SETTLED = 16
/** Throttles and repetitions that each part of a long run can have at least. */
const FEWEST = 3
const LEAST_WAIT_MS = 100

/** Statuses with which an edge in front of a server answers in its place. */
const isOfAnEdge = (status: number) => [403, 408, 425, 429].includes(status) || status >= 500

export interface Repetition {
  kind: Transient
  waitMs: number
}

/** Decides whether a request is sent again, and after which pause. */
export class RetryPolicy {
  /** Reads that did not show an earlier write after all pauses. */
  neverShown = 0
  readonly #settings: Settings
  readonly #patience: number
  #throttled = 0
  #unhinted = 0
  #repeated = 0
  #inVain = 0
  #settled = 0
  #hasAnswered = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#patience = settings.patience ?? 1
  }

  /** Lets each part of a long run have a few throttles and repetitions. */
  renew(): void {
    this.#throttled = Math.min(this.#throttled, MOST_THROTTLED - FEWEST)
    this.#repeated = Math.min(this.#repeated, MOST_REPEATED - FEWEST)
  }

  /** Pauses, one after the other, after which a read shows an earlier write, if the server is consistent at all. */
  get settlingMs(): readonly number[] {
    return SETTLE_MS.map((pause) => pause * this.#patience)
  }

  /** The pauses for another read that does not show an earlier write; none after many. */
  beginSettling(): readonly number[] {
    if (this.#settled >= MOST_SETTLED) return []
    this.#settled += 1
    return this.neverShown < MOST_IN_VAIN ? this.settlingMs : this.settlingMs.slice(0, 1)
  }

  /**
   * The next repetition of a request. Undefined for an answer that is the server's last word.
   *
   * @param earlier the last exchange of the key before the request that shows the remaining requests
   * @param repeated how often the request was repeated so far
   */
  repetition(
    exchange: Exchange,
    earlier: Exchange | undefined,
    repeated: number,
  ): Repetition | undefined {
    this.#hasAnswered ||= exchange.response !== undefined
    if (errorCode(exchange) === 'rate_limit_exceeded') {
      return this.#afterThrottle(exchange, earlier, repeated)
    }
    const kind = failureOf(exchange)
    if (kind === undefined) return undefined
    // The server closed the connection while it was idle: the next request has a new one.
    if (exchange.broken?.wasIdle) return { kind, waitMs: 0 }
    if (repeated === 0) this.#repeated += 1
    const pause = this.#pause(repeated)
    if (pause === undefined) return undefined
    const asked = retryAfterOf(exchange, Date.now()) ?? 0
    return { kind, waitMs: asked > this.#settings.maxWaitMs ? pause : Math.max(asked, pause) }
  }

  #pause(repeated: number): number | undefined {
    if (this.#repeated > MOST_REPEATED) return undefined
    // A server that has not answered so far may not be there at all.
    const isPatient = this.#inVain < MOST_IN_VAIN && this.#hasAnswered
    const pauses = isPatient ? PAUSES_MS : PAUSES_MS.slice(0, 1)
    if (repeated >= PAUSES_MS.length) this.#inVain += 1
    const pause = pauses[repeated]
    return pause === undefined ? undefined : pause * this.#patience
  }

  /** After a refusal of too many requests in a short time, although the quota is not used up. */
  #afterThrottle(
    exchange: Exchange,
    earlier: Exchange | undefined,
    repeated: number,
  ): Repetition | undefined {
    const left = [exchange, earlier].map((each) => (each ? quotaOf(each).remaining : null))
    const known = left.filter((each) => each !== null)
    const isQuota = hasQuota(exchange.credential) && known.length > 0 && Math.max(...known) <= 1
    if (isQuota || this.#throttled >= MOST_THROTTLED) return undefined
    const { maxWaitMs, leastWaitMs } = this.#settings
    const asked = retryAfterOf(exchange, Date.now())
    if (asked !== null && asked > maxWaitMs) return undefined
    const hint = asked ?? (left[0] === 0 ? millisecondsToReset(exchange, Date.now()) : null)
    if (hint === null || hint > maxWaitMs) {
      // A refusal although requests are left may be a throttle, but hardly when the run has slowed down.
      if (repeated === 0) this.#unhinted += 1
      const pause = this.#unhinted > MOST_UNHINTED ? undefined : this.#pause(repeated)
      return pause === undefined ? undefined : { kind: 'throttled', waitMs: pause }
    }
    this.#throttled += 1
    // Longer each time: a server may ask for no wait at all.
    const least = Math.max(leastWaitMs, LEAST_WAIT_MS * this.#throttled)
    return { kind: 'throttled', waitMs: Math.max(hint, least) }
  }
}

/** The kind of an answer that the service itself may not have given, or that it may not give a second time. */
function failureOf(exchange: Exchange): Transient | undefined {
  const { response } = exchange
  const isForeign =
    response !== undefined &&
    isOfAnEdge(response.status) &&
    exchange.method !== 'HEAD' &&
    !('success' in (bodyOf(exchange) ?? {}))
  return chanceOf(exchange) ?? (isForeign ? 'failed' : undefined)
}

/** Answers of a proxy whose server is away for a moment (RFC 9110 §15.6). */
const OF_A_PROXY = [502, 503, 504]

/** The kind of failure that may have happened by chance, so that the request is worth another try. */
export function chanceOf(exchange: Exchange): Transient | undefined {
  const { broken, response } = exchange
  if (broken) return ['no_answer', 'truncated'].includes(broken.kind) ? 'lost' : undefined
  if (response === undefined || succeeded(exchange)) return undefined
  const isOfService = OF_A_PROXY.includes(response.status) || errorCode(exchange) === 'server_error'
  return isOfService ? 'failed' : undefined
}

/** Whether the quota of a credential is its own; strangers share one. */
function hasQuota(credential: Credential): boolean {
  return ['main', 'restricted', 'limited', 'other'].includes(credential)
}
