import { ApiError } from '../errors.ts'

/** Most requests that an account holds open at the same time. */
export const OPEN_LIMITS = {
  /** Streams of events, requests, changes, the clock and the receiver. */
  streams: 100,
  /** Requests that wait for another one, and requests with a delay. */
  waits: 200,
  /** Files that are being sent: each has thousands of rows in memory. */
  downloads: 20,
} as const

/** The kinds of request that stay open. */
export type OpenKind = keyof typeof OPEN_LIMITS

/** Most clients wait this long by themselves, and a closed page ends its streams at once. */
const RETRY_AFTER_SECONDS = 5

const NAMES: Record<OpenKind, string> = {
  streams: 'open streams',
  waits: 'waiting or delayed requests',
  downloads: 'downloads under way',
}

/** The connection of a request that stays open, as of `node:http`. */
interface Closing {
  destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/** Counts the requests that each account holds open in this process. */
export class OpenRequests {
  readonly #counts = new Map<string, number>()

  /**
   * Counts a request of the account until it is released. `response` releases it when it closes, however that happens:
   * answered, aborted, or destroyed by the server. Throws an ApiError if the account has too many of this kind.
   */
  hold(kind: OpenKind, accountId: string, response: Closing): () => void {
    const place = `${kind} ${accountId}`
    const count = this.#counts.get(place) ?? 0
    const limit = OPEN_LIMITS[kind]
    if (count >= limit) throw tooMany(kind, limit)
    this.#counts.set(place, count + 1)
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      const left = (this.#counts.get(place) as number) - 1
      if (left > 0) this.#counts.set(place, left)
      else this.#counts.delete(place)
    }
    // A caller who has hung up already causes no further event.
    if (response.destroyed) release()
    else response.once('close', release)
    return release
  }

  /** The number of requests of this kind that the account holds open. */
  count(kind: OpenKind, accountId: string): number {
    return this.#counts.get(`${kind} ${accountId}`) ?? 0
  }
}

function tooMany(kind: OpenKind, limit: number): ApiError {
  return new ApiError(
    'quota_exceeded',
    `This account has ${limit} ${NAMES[kind]}, the maximum. Close some and retry.`,
    {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      details: { limit, retry_after: RETRY_AFTER_SECONDS },
    },
  )
}
