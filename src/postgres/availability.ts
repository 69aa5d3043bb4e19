import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { connectionFailure, type DatabaseError } from './database-error.ts'

/** Between two attempts to reach a database that is away. */
const PROBE_EVERY_MS = 250

export interface AvailabilityParts {
  clock: Clock
  log: Log
  closing: AbortSignal
  /** Connects, sends a statement and disconnects; rejects if that fails. */
  probe(): Promise<void>
  /** Called when a connection was lost, and when the database answers again: it may be another server now. */
  onDoubt(): void
}

/**
 * Whether the database can be reached. After a failed connection attempt, it is away until a probe succeeds. Meanwhile
 * nobody has to wait for a connection to time out.
 */
export class Availability {
  readonly #parts: AvailabilityParts
  readonly #waiting = new Set<(error: DatabaseError) => void>()
  #failure: DatabaseError | undefined
  /** `Clock.elapsed()` at the beginning of the outage. */
  #since = 0
  #probing = false
  #outages = 0

  constructor(parts: AvailabilityParts) {
    this.#parts = parts
  }

  /** Why the database is away; undefined while it is not. */
  get failure(): DatabaseError | undefined {
    return this.#failure
  }

  /** Connections that were opened before the last outage are not to be trusted. */
  get outages(): number {
    return this.#outages
  }

  /** A connection attempt failed. */
  lost(error: DatabaseError): void {
    if (this.#failure || this.#parts.closing.aborted) return
    this.#failure = error
    this.#since = this.#parts.clock.elapsed()
    this.#outages += 1
    this.#parts.log.failure('The database is away. Requests get 503 until it is back.', error)
    for (const reject of this.#waiting) reject(error)
    this.#waiting.clear()
    void this.#probe()
  }

  /** A statement failed in a way that may mean an outage: finds out. */
  suspect(): void {
    void this.#probe()
  }

  /** `connection`, or a rejection as soon as the database is away; then `unused` gets the late connection. */
  async connected<T>(connect: () => Promise<T>, unused: (connection: T) => void): Promise<T> {
    if (this.#failure) throw this.#failure
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject)
      connect().then(
        (connection) => (this.#waiting.delete(reject) ? resolve(connection) : unused(connection)),
        (thrown) => {
          this.#waiting.delete(reject)
          const error = connectionFailure(thrown)
          if (error.problem === 'away') this.lost(error)
          reject(error)
        },
      )
    })
  }

  #returned(): void {
    if (!this.#failure) return
    this.#failure = undefined
    const { clock, log } = this.#parts
    const seconds = ((clock.elapsed() - this.#since) / 1000).toFixed(1)
    log.notice(`The database is back after ${seconds} s.`)
  }

  async #probe(): Promise<void> {
    if (this.#probing) return
    this.#probing = true
    const { clock, closing, probe, onDoubt } = this.#parts
    onDoubt()
    while (!closing.aborted) {
      try {
        await probe()
        onDoubt()
        this.#returned()
        break
      } catch (thrown) {
        const error = connectionFailure(thrown)
        // The database answered, though it has no connection to spare.
        if (error.problem !== 'away') {
          this.#returned()
          break
        }
        if (this.#failure) this.#failure = error
        else this.lost(error)
      }
      await clock.pause(PROBE_EVERY_MS, closing)
    }
    this.#probing = false
  }
}
