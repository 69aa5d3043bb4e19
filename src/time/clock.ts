import type { Account } from '../accounts/account.ts'

/** Where all time comes from; the only reader of the machine's clock and timers in src/. */
export interface Clock {
  /** Epoch milliseconds of the server: real time plus the offset of `--now`. */
  now(): number
  /** Epoch milliseconds of the account: the server's time plus its offset, or where it was frozen. */
  of(account: Account): number
  /**
   * Epoch milliseconds of the machine, whatever `--now` or an account's clock say: for what other
   * machines compare with their own clocks, such as the timestamp of a signature.
   */
  wallTime(): number
  /** Monotonic milliseconds, for durations. */
  elapsed(): number
  /** Resolves after `ms` of real time, or at once when `signal` is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** As `wait`, for what goes on in the background: it keeps no process from ending. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export interface ClockOptions {
  /** Epoch milliseconds that the clock shows first; it runs on from there. */
  startAt?: number | undefined
  /** Source of real time, for tests. */
  wallTime?: () => number
}

export function createClock({ startAt, wallTime = Date.now }: ClockOptions = {}): Clock {
  const offset = startAt === undefined ? 0 : startAt - wallTime()
  const now = () => wallTime() + offset
  return {
    now,
    of: ({ clock }) => clock.frozenAt ?? now() + clock.offsetMs,
    wallTime,
    elapsed: () => performance.now(),
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

/** ISO 8601 in UTC with milliseconds. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** The day in UTC as `YYYY-MM-DD`. */
export function isoDay(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10)
}
