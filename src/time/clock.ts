import { setMaxListeners } from 'node:events'
import {
  AbortController,
  clearTimeout,
  wallTime as machineTime,
  performance,
  setTimeout,
} from '../node-globals.ts'

/** The clock of an account: frozen, or running with an offset from the server's. Epoch milliseconds. */
interface AccountClock {
  offsetMs: number
  frozenAt: number | null
}

/** The source of all time; the only reader of the machine's clock and timers in src/. */
export interface Clock {
  /** Epoch milliseconds of the server: real time plus the offset of `--now`. */
  now(): number
  /** Epoch milliseconds of the account: the server's time plus its offset, or the time at which it is frozen. */
  of(account: { clock: AccountClock }): number
  /**
   * Epoch milliseconds of the machine, regardless of `--now` and account clocks: for times that other machines
   * compare with their own clocks, such as the timestamp of a signature.
   */
  wallTime(): number
  /** Monotonic milliseconds, for durations. */
  elapsed(): number
  /** Resolves after `ms` of real time, or at once when `signal` is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `late` after `ms` of real time, unless the returned function is called before. Costs less than `wait`. */
  limit(ms: number, late: () => void): () => void
  /** Like `wait`, for background work: it does not keep the process alive. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export interface ClockOptions {
  /** Epoch milliseconds that the clock shows first; it runs from there. */
  startAt?: number | undefined
  /** Milliseconds that it is ahead of real time, instead of `startAt`. */
  offsetMs?: number | undefined
  /** Source of real time, for tests. */
  wallTime?: () => number
}

export function createClock({
  startAt,
  offsetMs = 0,
  wallTime = machineTime,
}: ClockOptions = {}): Clock {
  const offset = startAt === undefined ? offsetMs : startAt - wallTime()
  const now = () => wallTime() + offset
  return {
    now,
    of: ({ clock }) => clock.frozenAt ?? now() + clock.offsetMs,
    wallTime,
    elapsed: () => performance.now(),
    limit(ms, late) {
      const timeout = setTimeout(late, ms)
      return () => clearTimeout(timeout)
    },
    wait: (ms, signal) => timer(ms, signal, (timeout) => timeout),
    pause: (ms, signal) => timer(ms, signal, (timeout) => timeout.unref()),
  }
}

function timer(
  ms: number,
  signal: AbortSignal | undefined,
  adapt: (timeout: NodeJS.Timeout) => NodeJS.Timeout,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timeout)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timeout = adapt(setTimeout(finish, ms))
    signal?.addEventListener('abort', finish)
  })
}

/** A controller whose signal may have any number of listeners: Node reports more than ten as a leak. */
export function closingController(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}

/** ISO 8601 in UTC with milliseconds. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** The same; null for no time. */
export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs)
}

/** The day in UTC as `YYYY-MM-DD`. */
export function isoDay(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10)
}
