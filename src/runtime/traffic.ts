import { ApiError } from '../errors.ts'

/** Most requests and bytes of an account in a minute, where visitors can sign up. */
export const TRAFFIC_LIMITS = { requests: 1200, bytes: 67_108_864 }

const MINUTE_MS = 60_000

interface Counted {
  requests: number
  bytes: number
}

/**
 * Counts the requests and bytes of each account in this process, by minutes of real time: visitors can move the clock
 * of their account, and so renew their quotas. A reset changes nothing here either.
 */
export class Traffic {
  /** False: nothing is counted. */
  readonly isEnforced: boolean
  readonly #elapsed: () => number
  #minute = -1
  /** By account id, in this minute: replaced every minute, so that it does not grow. */
  #counted = new Map<string, Counted>()

  /** `elapsed`: monotonic milliseconds. */
  constructor(elapsed: () => number, isEnforced: boolean) {
    this.#elapsed = elapsed
    this.isEnforced = isEnforced
  }

  /** Charges a request to the account; throws an ApiError if it has used up its requests or bytes. */
  charge(accountId: string): void {
    if (!this.isEnforced) return
    const counted = this.#of(accountId)
    if (counted.requests >= TRAFFIC_LIMITS.requests) throw this.#over('requests')
    if (counted.bytes >= TRAFFIC_LIMITS.bytes) throw this.#over('bytes')
    counted.requests += 1
  }

  /** Charges bytes that are about to be sent; throws an ApiError if the account has used up its bytes. */
  take(accountId: string, bytes: number): void {
    if (!this.isEnforced) return
    if (this.#of(accountId).bytes >= TRAFFIC_LIMITS.bytes) throw this.#over('bytes')
    this.add(accountId, bytes)
  }

  /** Adds bytes that were received or sent; returns whether the account may go on. */
  add(accountId: string, bytes: number): boolean {
    if (!this.isEnforced) return true
    const counted = this.#of(accountId)
    counted.bytes += bytes
    return counted.bytes < TRAFFIC_LIMITS.bytes
  }

  #of(accountId: string): Counted {
    const minute = Math.floor(this.#elapsed() / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counted = new Map()
    }
    let counted = this.#counted.get(accountId)
    if (counted === undefined) {
      counted = { requests: 0, bytes: 0 }
      this.#counted.set(accountId, counted)
    }
    return counted
  }

  #over(what: keyof Counted): ApiError {
    const wait = Math.max(1, Math.ceil((MINUTE_MS - (this.#elapsed() % MINUTE_MS)) / 1000))
    const limit = TRAFFIC_LIMITS[what]
    return new ApiError(
      'quota_exceeded',
      `An account of this sandbox may use ${limit.toLocaleString('en')} ${what} a minute. Wait ${wait} seconds and retry.`,
      {
        headers: { 'Retry-After': String(wait) },
        details: { limit, window: 'minute', unit: what, retry_after: wait },
      },
    )
  }
}
