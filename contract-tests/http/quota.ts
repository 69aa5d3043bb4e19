import type { Exchange } from './exchange.ts'

/** The three headers of §8; null if missing or not an integer. */
interface QuotaHeaders {
  limit: number | null
  remaining: number | null
  reset: number | null
}

export function quotaOf(exchange: Exchange): QuotaHeaders {
  const read = (name: string) => integerOf(exchange.response?.headers[`x-ratelimit-${name}`])
  return { limit: read('limit'), remaining: read('remaining'), reset: read('reset') }
}

/**
 * An integer in decimal digits, with an optional minus; null for other texts. A header that was sent twice with one value
 * (`100, 100`, RFC 9110 §5.3) has that value.
 */
export function integerOf(text: string | undefined): number | null {
  const [value = '', ...others] = new Set(text?.split(',').map((each) => each.trim()))
  return others.length === 0 && /^-?\d+$/.test(value) ? Number(value) : null
}

/** As the `x-unit` of the document names them. */
export type ResetUnit =
  | 'epoch_seconds'
  | 'epoch_milliseconds'
  | 'remaining_seconds'
  | 'remaining_milliseconds'

/** The longest window of §8 is a day. */
const DAY_SECONDS = 86_400

/** The unit of X-RateLimit-Reset by its size: §8 does not show it. */
export function resetUnit(reset: number): ResetUnit {
  if (reset >= 1e11) return 'epoch_milliseconds'
  if (reset >= 1e8) return 'epoch_seconds'
  return reset > DAY_SECONDS + 60 ? 'remaining_milliseconds' : 'remaining_seconds'
}

/** Milliseconds until the window ends, by Retry-After if it is sent. */
export function millisecondsToReset(exchange: Exchange, now: number): number | null {
  const retryAfter = retryAfterOf(exchange, now)
  if (retryAfter !== null) return retryAfter
  const { reset } = quotaOf(exchange)
  if (reset === null) return null
  const unit = resetUnit(reset)
  if (unit === 'remaining_seconds') return reset * 1000
  if (unit === 'remaining_milliseconds') return reset
  return Math.max(0, unit === 'epoch_seconds' ? reset * 1000 - now : reset - now)
}

/** Milliseconds that Retry-After asks to wait: seconds or a date (RFC 9110 §10.2.3). */
export function retryAfterOf(exchange: Exchange, now: number): number | null {
  const value = exchange.response?.headers['retry-after']
  if (value === undefined) return null
  const seconds = integerOf(value)
  if (seconds !== null) return Math.max(0, seconds) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/**
 * Whether two responses to a key are of the same window: the limit is the same, and the reset is the same time, or
 * the remaining time runs down. A sliding window is never the same.
 */
export function isSameWindow(earlier: Exchange, later: Exchange): boolean {
  const before = quotaOf(earlier)
  const after = quotaOf(later)
  if (before.limit === null || before.limit !== after.limit) return false
  if (before.reset === null || after.reset === null) return false
  const unit = resetUnit(after.reset)
  if (unit !== resetUnit(before.reset)) return false
  if (unit === 'epoch_seconds') return before.reset === after.reset
  if (unit === 'epoch_milliseconds') return Math.abs(after.reset - before.reset) < 1000
  const perSecond = unit === 'remaining_seconds' ? 1 : 1000
  // A token bucket shows the short time until its next refill.
  if (before.reset < 60 * perSecond) return false
  const elapsed = ((later.endedAt - earlier.endedAt) / 1000) * perSecond
  const drift = Math.abs(before.reset - elapsed - after.reset)
  return drift <= 2 * perSecond && after.reset <= before.reset
}
