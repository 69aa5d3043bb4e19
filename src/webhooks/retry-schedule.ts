/**
 * When a webhook is tried again. An attempt fails unless the receiver answers with 2xx in time (`deliver.ts`, which asks for the
 * next attempt). The delays below follow, each a tenth longer or shorter by seed, or what `Retry-After` asks for if that is longer.
 * No attempt follows the last delay, an answer of 410, five days of failures, or the end of the webhook. Due attempts are found
 * by `delivery-queue.ts`: twice a second (`simulation/scheduler.ts`), or on the way of an advance (`simulation/chronology.ts`).
 */

import { hashText, mix, signed } from '../text/hash.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts'

const SECOND_MS = 1_000

/** Delays after each failed attempt, as Standard Webhooks suggests; after the last there is no retry. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]

/** A webhook is disabled after failing for this long without a success. */
export const DISABLE_AFTER_MS = 5 * DAY_MS

/** Varies a delay by this share, so that deliveries that failed together are retried apart. */
const JITTER = 0.1
/** The longest delay that a receiver may ask for. */
export const LONGEST_WAIT_MS = DAY_MS

export interface FailedAttempt {
  deliveryId: string
  /** Number of scheduled attempts so far; at least 1. */
  attempts: number
  /** End of the last attempt, epoch milliseconds of the account. */
  now: number
  /** The account's seed: the same delivery is retried at the same times. */
  seed: number
  /** Milliseconds that the receiver asked for; see `retryAfterMs`. */
  retryAfterMs?: number | undefined
}

/** The time of the next attempt, epoch milliseconds of the account; null after the last one. */
export function nextAttemptAt(failed: FailedAttempt): number | null {
  const { deliveryId, attempts, now, seed, retryAfterMs = 0 } = failed
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return null

  const jitter = JITTER * signed(mix(hashText(deliveryId, seed), attempts))
  const wanted = Math.min(retryAfterMs, LONGEST_WAIT_MS)
  return now + Math.max(Math.round(delay * (1 + jitter)), wanted)
}

/**
 * Milliseconds of a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date on the receiver's clock,
 * compared with `wallTime` (epoch ms). Undefined for other text.
 */
export function retryAfterMs(header: string | undefined, wallTime: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * SECOND_MS

  // JavaScript would read other text as dates: "-1" as a month of 2001.
  const time = /^[A-Z][a-z]{2,}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - wallTime)
}
