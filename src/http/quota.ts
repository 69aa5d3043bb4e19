import type { Limits } from '../document/sections.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the rate-limit headers of §8 say of a caller. */
export interface Quota {
  limit: number
  remaining: number
  /** Epoch milliseconds at which the window ends. */
  endsAt: number
  window: 'hour' | 'day'
  /** False when this request was refused. */
  allowed: boolean
}

interface Window {
  startedAt: number
  used: number
}

interface Usage {
  hour: Window
  day: Window
}

/**
 * Counts requests per caller in an hour's and a day's window (§8). A window opens with the first
 * request in it, not on the hour: a test that begins at 11:59:59 sees the same as one at 11:00:00.
 * Counts are kept in memory, and start afresh with the server.
 */
export class QuotaCounter {
  readonly #usage = new Map<string, Usage>()
  readonly #enforced: boolean
  readonly #capacity: number

  /**
   * `enforced`: whether a used-up window refuses (`--no-rate-limits` counts only). `capacity`: how many
   * callers are remembered; beyond it the one unseen for longest is forgotten.
   */
  constructor({ enforced = true, capacity = Number.POSITIVE_INFINITY } = {}) {
    this.#enforced = enforced
    this.#capacity = capacity
  }

  /** Charges one request of `caller` at `now` (epoch ms), unless a window is used up: then neither is charged. */
  charge(caller: string, limits: Limits, now: number): Quota {
    const usage = this.#usageOf(caller, now)
    const left = usage.hour.used < limits.hour && usage.day.used < limits.day
    const allowed = left || !this.#enforced
    if (allowed) {
      usage.hour.used += 1
      usage.day.used += 1
    }
    return quotaOf(usage, limits, allowed)
  }

  /** The quota that `caller` has at `now` (epoch ms), without charging anything. */
  peek(caller: string, limits: Limits, now: number): Quota {
    const { hour, day } = this.#usage.get(caller) ?? opened(now)
    const usage = { hour: current(hour, HOUR_MS, now), day: current(day, DAY_MS, now) }
    return quotaOf(usage, limits, true)
  }

  /** Gives every caller whose name begins so a fresh quota; all of them by default. */
  clear(beginning = ''): void {
    for (const caller of this.#usage.keys()) {
      if (caller.startsWith(beginning)) this.#usage.delete(caller)
    }
  }

  #usageOf(caller: string, now: number): Usage {
    const known = this.#usage.get(caller)
    if (known) {
      // Taken out and put back, so that the map's order is that of the last request.
      this.#usage.delete(caller)
      known.hour = current(known.hour, HOUR_MS, now)
      known.day = current(known.day, DAY_MS, now)
    } else {
      const oldest = this.#usage.keys().next().value
      if (this.#usage.size >= this.#capacity && oldest !== undefined) this.#usage.delete(oldest)
    }
    const usage = known ?? opened(now)
    this.#usage.set(caller, usage)
    return usage
  }
}

function opened(now: number): Usage {
  return { hour: { startedAt: now, used: 0 }, day: { startedAt: now, used: 0 } }
}

/** The window itself, or a new one when it is over; also when the clock was set back to before it. */
function current(window: Window, length: number, now: number): Window {
  const isOver = now >= window.startedAt + length || now < window.startedAt
  return isOver ? { startedAt: now, used: 0 } : window
}

function quotaOf(usage: Usage, limits: Limits, allowed: boolean): Quota {
  const hour = view('hour', usage.hour, HOUR_MS, limits.hour, allowed)
  const day = view('day', usage.day, DAY_MS, limits.day, allowed)
  // The tighter window is shown; of two that are used up, the one that has to be waited for longer.
  if (day.remaining < hour.remaining) return day
  if (day.remaining === 0 && hour.remaining === 0 && day.endsAt > hour.endsAt) return day
  return hour
}

function view(
  window: 'hour' | 'day',
  { startedAt, used }: Window,
  length: number,
  limit: number,
  allowed: boolean,
): Quota {
  const endsAt = startedAt + length
  const remaining = Math.max(0, limit - used)
  return { window, limit, remaining, endsAt, allowed }
}
