import type { Log } from '../../log.ts'
import { AbortController } from '../../node-globals.ts'
import { systemReason } from '../../text/system-reason.ts'
import type { Clock } from '../../time/clock.ts'
import { nextTurn } from '../../time/turn.ts'
import type { Captured } from '../captured.ts'
import type { CassetteFile } from './cassette-file.ts'
import { entryOf } from './recorded-entry.ts'

/** How long the first of several new exchanges waits for the others. */
const DELAY_MS = 1000
/** A long file takes long to write, but no more than this part of the time. */
const SHARE = 1 / 20
/** Bodies that wait. More come only if a client is faster than secrets can be struck out. */
const MOST_WAITING = 64 * 1024 * 1024

/** Adds exchanges to a cassette, after their answers were sent, and writes it from time to time. */
export class Recorder {
  /** Why the file could not be written; null if it could. */
  problem: string | null = null
  readonly #file: CassetteFile
  readonly #clock: Clock
  readonly #log: Log
  readonly #closing = new AbortController()
  readonly #waiting: Captured[] = []
  #waitingBytes = 0
  #working: Promise<void> | undefined
  #writing: Promise<void> = Promise.resolve()
  #isScheduled = false
  #delayMs = DELAY_MS

  constructor(file: CassetteFile, { clock, log }: { clock: Clock; log: Log }) {
    this.#file = file
    this.#clock = clock
    this.#log = log
  }

  /** Returns at once; never throws. */
  add(captured: Captured): void {
    const bytes = bytesOf(captured)
    if (this.#waitingBytes + bytes > MOST_WAITING) return
    this.#waiting.push(captured)
    this.#waitingBytes += bytes
    this.#working ??= this.#work()
  }

  /** Writes what was recorded. Rejects if the file cannot be written. */
  async flush(): Promise<void> {
    await this.#working
    const written = this.#writing.then(() => this.#write())
    this.#writing = written.catch(() => {})
    await written
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.flush()
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Answers first.
      await nextTurn()
      const captured = this.#waiting.shift() as Captured
      this.#waitingBytes -= bytesOf(captured)
      this.#record(captured)
    }
    this.#working = undefined
    void this.#writeLater()
  }

  #record(captured: Captured): void {
    try {
      const entry = entryOf(captured)
      if (entry) this.#file.add(entry)
    } catch (error) {
      this.#log.failure(`An exchange could not be recorded (${captured.id})`, error)
    }
  }

  async #writeLater(): Promise<void> {
    if (this.#isScheduled || this.#closing.signal.aborted) return
    this.#isScheduled = true
    await this.#clock.pause(this.#delayMs, this.#closing.signal)
    this.#isScheduled = false
    // `close` writes, and reports a failure.
    if (!this.#closing.signal.aborted) await this.flush().catch(() => {})
  }

  async #write(): Promise<void> {
    const from = this.#clock.elapsed()
    try {
      await this.#file.write()
      this.problem = null
    } catch (error) {
      const problem = systemReason(error)
      const failure = new Error(`The cassette ${this.#file.path} cannot be written: ${problem}.`, {
        cause: error,
      })
      if (problem !== this.problem) this.#log.failure(failure.message, error)
      this.problem = problem
      throw failure
    }
    this.#delayMs = Math.max(DELAY_MS, (this.#clock.elapsed() - from) / SHARE)
  }
}

function bytesOf({ request, response }: Captured): number {
  return (request.body?.length ?? 0) + (response?.body?.length ?? 0)
}
