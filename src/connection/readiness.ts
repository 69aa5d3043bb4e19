import { AbortController } from '../node-globals.ts'
import type { Clock } from '../time/clock.ts'

/** A database that takes longer than this to answer a health check is as good as away. */
const ANSWER_WITHIN_MS = 1000

/** Whether requests should be sent to this replica, as load balancers ask. */
export class Readiness {
  readonly #clock: Clock
  readonly #isStoreAvailable: () => Promise<boolean>
  #phase: 'starting' | 'serving' | 'draining' = 'starting'

  /** `isStoreAvailable` resolves to false, rejects or takes long while the store cannot be used. */
  constructor(clock: Clock, isStoreAvailable: () => Promise<boolean> = async () => true) {
    this.#clock = clock
    this.#isStoreAvailable = isStoreAvailable
  }

  /** The start is complete. */
  start(): void {
    this.#phase = 'serving'
  }

  /** No more requests should come. Those that do are answered. */
  drain(): void {
    this.#phase = 'draining'
  }

  /** Why requests should go elsewhere; undefined if they are welcome. */
  async problem(): Promise<string | undefined> {
    if (this.#phase === 'starting') return 'The sandbox is starting.'
    if (this.#phase === 'draining') return 'The sandbox is shutting down.'
    const answered = new AbortController()
    const isAvailable = await Promise.race([
      this.#isStoreAvailable().catch(() => false),
      this.#clock.pause(ANSWER_WITHIN_MS, answered.signal).then(() => false),
    ])
    answered.abort()
    return isAvailable ? undefined : 'The database of the sandbox is not available.'
  }
}
