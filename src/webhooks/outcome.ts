import type { DeliveryAttempt } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import type { DeliveryChange, DeliveryRow } from '../store/events/event-log.ts'
import { isoTime } from '../time/clock.ts'
import { DISABLE_AFTER_MS, nextAttemptAt, retryAfterMs } from './retry-schedule.ts'

/** The status with which a receiver unsubscribes (Standard Webhooks). */
const GONE = 410

export interface Times {
  /** End of the attempt, epoch milliseconds of the account. */
  now: number
  /** Epoch milliseconds of the machine. */
  wallTime: number
}

/** The change of a delivery by an attempt; `seed` is the account's. */
export function changeOf(
  row: DeliveryRow,
  attempt: DeliveryAttempt,
  seed: number,
  times: Times,
): DeliveryChange {
  if (attempt.error === null) return { status: 'delivered', next_attempt_at: null, attempt }
  if (attempt.manual || row.status !== 'pending') return { ...unchanged(row), attempt }

  const next_attempt_at = nextAttemptAt({
    deliveryId: row.id,
    attempts: row.scheduled + 1,
    now: times.now,
    seed,
    retryAfterMs: retryAfterMs(attempt.response_headers['retry-after'], times.wallTime),
  })
  return { status: next_attempt_at === null ? 'failed' : 'pending', next_attempt_at, attempt }
}

function unchanged({ status, next_attempt_at, failure_reason }: DeliveryRow): DeliveryChange {
  const reason = failure_reason === undefined ? {} : { failure_reason }
  return { status, next_attempt_at, ...reason }
}

/** Records in a draft of a webhook, or in a copy, what an attempt says about it; `now` is the account's time. */
export function judge(webhook: Webhook, attempt: DeliveryAttempt, now: number): void {
  // An attempt at an earlier address says nothing about the current one.
  if (webhook.url !== attempt.url) return
  if (attempt.error === null) {
    webhook.failing_since = null
    return
  }
  // On a clock that was set back, the failures must not begin in the future.
  webhook.failing_since = Math.min(webhook.failing_since ?? now, now)
  if (attempt.status === GONE) {
    disable(webhook, 'Its receiver answered 410 Gone, which asks for no more events.', now)
  } else if (now - webhook.failing_since >= DISABLE_AFTER_MS) {
    const since = isoTime(webhook.failing_since)
    disable(
      webhook,
      `No attempt has succeeded for 5 days, since ${since}. The last: ${attempt.error}`,
      now,
    )
  }
}

/** Whether `judge` would change a webhook: most attempts need no write of the account. */
export function isJudged(webhook: Readonly<Webhook>, attempt: DeliveryAttempt, now: number) {
  const copy = { ...webhook }
  judge(copy, attempt, now)
  return copy.failing_since !== webhook.failing_since || copy.status !== webhook.status
}

function disable(webhook: Webhook, reason: string, now: number): void {
  if (webhook.status === 'disabled') return
  webhook.status = 'disabled'
  webhook.disabled_reason = `${reason} Set its status to active to resume.`
  webhook.updated_at = isoTime(now)
}
