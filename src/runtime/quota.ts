import { LRUCache } from 'lru-cache'
import type { Limits } from '../openapi/provenance/sections.ts'
import { DAY_MS, HOUR_MS } from '../time/duration.ts'

/** The quota of a caller, as in the rate-limit headers of §8. */
export interface Quota {
  limit: number
  remaining: number
  /** Epoch milliseconds at which the window ends. */
  endsAt: number
  window: 'hour' | 'day'
  /** False if this request was refused. */
  allowed: boolean
}

interface Window {
  startedAt: number
  used: number
}

/** The settings of a clock that its owner can move, which are replaced when that happens. */
interface ClockSettings {
  offsetMs: number
  frozenAt: number | null
}

/** The requests of a caller. */
export interface Usage extends Record<Quota['window'], Window> {
  /** By which the last request was charged; absent if nobody moves it. */
  clock?: ClockSettings | undefined
}

export const LENGTH_MS: Record<Quota['window'], number> = { hour: HOUR_MS, day: DAY_MS }

/**
 * Counts requests per caller in a window of an hour and of a day (§8). A window opens with its first
 * request, not on the hour, so a test at 11:59:59 has the same result as one at 11:00:00.
 * Counts are in memory and start again with the server.
 */
export class QuotaCounter {
  readonly #usage: Map<string, Usage> | LRUCache<string, Usage>
  readonly #enforced: boolean

  /**
   * `enforced`: whether a used-up window refuses requests (`--no-rate-limits` only counts). `capacity`: the number
   * of callers that are remembered, all by default; beyond it, the one with the oldest request is forgotten.
   */
  constructor({ enforced = true, capacity = 0 } = {}) {
    this.#enforced = enforced
    this.#usage = capacity > 0 ? new LRUCache({ max: capacity }) : new Map()
  }

  /**
   * Charges one request of `caller` at `now` (epoch ms, of `clock` if its owner can move it) to both windows, or to none if
   * one is used up.
   */
  charge(caller: string, limits: Limits, now: number, clock?: ClockSettings): Quota {
    const usage = this.#usageOf(caller, now, clock)
    const left = usage.hour.used < limits.hour && usage.day.used < limits.day
    const allowed = left || !this.#enforced
    if (allowed) {
      usage.hour.used += 1
      usage.day.used += 1
    }
    return quotaOf(usage, limits, allowed)
  }

  /** The quota of `caller` at `now` (epoch ms), without a charge. */
  peek(caller: string, limits: Limits, now: number): Quota {
    return quotaOf(currentWindows(this.#usage.get(caller), now), limits, true)
  }

  /** Resets the quota of every caller whose name has this beginning; by default of all. */
  clear(beginning = ''): void {
    for (const caller of [...this.#usage.keys()]) {
      if (caller.startsWith(beginning)) this.#usage.delete(caller)
    }
  }

  /** Whether requests of a caller whose name has this beginning were counted. */
  has(beginning: string): boolean {
    return [...this.#usage.keys()].some((caller) => caller.startsWith(beginning))
  }

  #usageOf(caller: string, now: number, clock: ClockSettings | undefined): Usage {
    const usage = currentWindows(this.#usage.get(caller), now, clock)
    usage.clock = clock
    this.#usage.set(caller, usage)
    return usage
  }
}

/**
 * The windows at `now`. One that is over is opened again, and so is one that begins later if the owner of the clock has set it
 * back. If the time of the machine was set back, it begins now, with what was used: that is no new quota.
 */
export function currentWindows(
  usage: Usage | undefined,
  now: number,
  clock?: ClockSettings,
): Usage {
  const present = (name: Quota['window']): Window => {
    const window = usage?.[name]
    if (!window || now >= window.startedAt + LENGTH_MS[name]) return { startedAt: now, used: 0 }
    if (now >= window.startedAt) return window
    return { startedAt: now, used: isMoved(usage?.clock, clock) ? 0 : window.used }
  }
  const [hour, day] = [present('hour'), present('day')]
  return usage?.hour === hour && usage.day === day ? usage : { hour, day }
}

function isMoved(before: ClockSettings | undefined, now: ClockSettings | undefined): boolean {
  return before?.offsetMs !== now?.offsetMs || before?.frozenAt !== now?.frozenAt
}

/** The quota that these windows show. */
export function quotaOf(usage: Usage, limits: Limits, allowed: boolean): Quota {
  const quotaIn = (window: Quota['window']): Quota => {
    const { startedAt, used } = usage[window]
    const limit = limits[window]
    const remaining = Math.max(0, limit - used)
    return { window, limit, remaining, endsAt: startedAt + LENGTH_MS[window], allowed }
  }
  const [hour, day] = [quotaIn('hour'), quotaIn('day')]
  // The tighter window is shown; of two that are used up, the one that takes longer to end.
  if (day.remaining < hour.remaining) return day
  if (day.remaining === 0 && hour.remaining === 0 && day.endsAt > hour.endsAt) return day
  return hour
}
