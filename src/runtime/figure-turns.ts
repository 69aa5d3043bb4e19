import { ApiError } from '../errors.ts'

/** Requests for figures of an account. What they compute may take much memory. */
export const FIGURE_LIMITS = {
  /** Computed at the same time. */
  atOnce: 2,
  /** Waiting for their turn, on a shared sandbox. */
  waiting: 100,
}

/** Real time. Most figures take less. */
const RETRY_AFTER_SECONDS = 2

/** Lets each account have few figures computed at a time in this process; the others wait. */
export class FigureTurns {
  readonly #running = new Map<string, number>()
  /** By account: what begins the turns that are waited for, in their order. */
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #mostWaiting: number

  /** `isShared`: whether others use the sandbox, too. A sandbox of one person refuses none, also in a load test. */
  constructor({ isShared }: { isShared: boolean }) {
    this.#mostWaiting = isShared ? FIGURE_LIMITS.waiting : Number.POSITIVE_INFINITY
  }

  /**
   * Calls `compute` when it is the turn of the request. Rejects with an ApiError if too many wait, and as soon as `signal` is
   * aborted before the turn.
   */
  async take<T>(accountId: string, signal: AbortSignal, compute: () => T | Promise<T>): Promise<T> {
    const running = this.#running.get(accountId) ?? 0
    if (running < FIGURE_LIMITS.atOnce) this.#running.set(accountId, running + 1)
    else await this.#turn(accountId, signal)
    try {
      return await compute()
    } finally {
      this.#end(accountId)
    }
  }

  #turn(accountId: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(accountId) ?? new Set()
    if (waiting.size >= this.#mostWaiting) throw tooMany()
    this.#waiting.set(accountId, waiting)
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin)
        if (waiting.size === 0) this.#waiting.delete(accountId)
        signal.removeEventListener('abort', abort)
      }
      const begin = () => {
        leave()
        resolve()
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      waiting.add(begin)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort)
    })
  }

  /** Hands the turn over to the request that has waited for the longest time. */
  #end(accountId: string): void {
    const [begin] = this.#waiting.get(accountId) ?? []
    if (begin) {
      begin()
      return
    }
    const left = (this.#running.get(accountId) as number) - 1
    if (left > 0) this.#running.set(accountId, left)
    else this.#running.delete(accountId)
  }
}

function tooMany(): ApiError {
  const { waiting } = FIGURE_LIMITS
  return new ApiError(
    'quota_exceeded',
    `${waiting} requests for figures of this account are waiting, the maximum. Wait for their responses and retry.`,
    {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      details: { limit: waiting, retry_after: RETRY_AFTER_SECONDS },
    },
  )
}
