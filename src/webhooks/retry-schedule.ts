import { hashText, mix, signed } from '../intelligence/hash.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Between a failed attempt and the next one, as Standard Webhooks suggests; after the last there is none. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
]

/** A webhook is disabled when it has failed for so long without a success. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR

/** The share of a delay by which it is longer or shorter, so that what failed together comes back apart. */
const JITTER = 0.1
/** Between two attempts: a receiver may not put us off for longer than this. */
export const LONGEST_WAIT_MS = 24 * HOUR

export interface FailedAttempt {
  deliveryId: string
  /** How many attempts of the schedule were made; at least 1. */
  attempts: number
  /** When the last one ended, epoch milliseconds of the account. */
  now: number
  /** That of the account: the same delivery is tried again at the same times. */
  seed: number
  /** What the receiver asked for; see `retryAfterMs`. */
  retryAfterMs?: number | undefined
}

/** When a delivery is tried again, epoch milliseconds of the account; null when it was tried often enough. */
export function nextAttemptAt(failed: FailedAttempt): number | null {
  const { deliveryId, attempts, now, seed, retryAfterMs = 0 } = failed
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return null

  const jitter = JITTER * signed(mix(hashText(deliveryId, seed), attempts))
  const wanted = Math.min(retryAfterMs, LONGEST_WAIT_MS)
  return now + Math.max(Math.round(delay * (1 + jitter)), wanted)
}

/**
 * Milliseconds that the `Retry-After` header asks for (RFC 9110, section 10.2.3): seconds, or a date of
 * the receiver's clock, which `wallTime` (epoch ms) is compared with. Undefined for any other text.
 */
export function retryAfterMs(header: string | undefined, wallTime: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * SECOND

  // JavaScript would read much else as a date: "-1" as a month of 2001.
  const time = /^[A-Z][a-z]{2,}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - wallTime)
}
