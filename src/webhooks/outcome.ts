import type { Account } from '../accounts/account.ts'
import { type Delivery, type DeliveryAttempt, giveUp } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { NO_DELIVERIES, withAttempt, withStatus } from '../accounts/webhook-settings.ts'
import { isoTime } from '../time/clock.ts'
import { DISABLE_AFTER_MS, nextAttemptAt, retryAfterMs } from './retry-schedule.ts'

/** The status with which a receiver unsubscribes (Standard Webhooks). */
const GONE = 410
/** Beyond this number the oldest manual attempts are dropped. */
const ATTEMPTS_KEPT = 20

/** The result of a delivery, to be recorded. */
export type Outcome = { of: DeliveryKey } & (
  | { attempt: DeliveryAttempt }
  /** A sentence: why there is no attempt and will be none. */
  | { givenUp: string }
)

/** Distinguishes deliveries with equal ids, which a reset assigns again. */
export type DeliveryKey = Pick<Delivery, 'id' | 'event_id' | 'created_at'>

export interface Times {
  /** Epoch milliseconds of the account. */
  now: number
  /** Epoch milliseconds of the machine. */
  wallTime: number
}

/** Records an outcome in a draft of the account; nothing if the delivery is gone. */
export function recordOutcome(account: Account, outcome: Outcome, times: Times): void {
  const { id, event_id, created_at } = outcome.of
  const delivery = account.deliveries.get(id)
  if (delivery?.event_id !== event_id || delivery.created_at !== created_at) return

  const before = delivery.status
  apply(account, delivery, outcome, times)
  const webhook = account.webhooks[delivery.webhook_id]
  if (!webhook) return
  const tally = withStatus(webhook.tally ?? NO_DELIVERIES, before, delivery.status)
  webhook.tally = 'attempt' in outcome ? withAttempt(tally, outcome.attempt) : tally
}

function apply(account: Account, delivery: Delivery, outcome: Outcome, times: Times): void {
  if ('givenUp' in outcome) {
    if (delivery.status === 'pending') giveUp(delivery, outcome.givenUp)
    return
  }
  const { attempt } = outcome
  delivery.attempts.push({ ...attempt })
  forgetAttempts(delivery)
  if (attempt.error === null) succeed(delivery)
  else if (!attempt.manual && delivery.status === 'pending') {
    scheduleNext(delivery, attempt, account.seed, times)
  }
  const webhook = account.webhooks[delivery.webhook_id]
  // An attempt at an earlier address says nothing about the current one.
  if (webhook?.url === attempt.url) judge(webhook, attempt, times.now)
}

function succeed(delivery: Delivery): void {
  delivery.status = 'delivered'
  delivery.next_attempt_at = null
  delete delivery.failure_reason
}

function scheduleNext(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  seed: number,
  { now, wallTime }: Times,
): void {
  delivery.next_attempt_at = nextAttemptAt({
    deliveryId: delivery.id,
    attempts: delivery.attempts.filter(({ manual }) => !manual).length,
    now,
    seed,
    retryAfterMs: retryAfterMs(attempt.response_headers['retry-after'], wallTime),
  })
  if (delivery.next_attempt_at === null) delivery.status = 'failed'
}

/** Scheduled attempts are all kept, since they are counted. */
function forgetAttempts({ attempts }: Delivery): void {
  if (attempts.length <= ATTEMPTS_KEPT) return
  attempts.splice(
    attempts.findIndex(({ manual }) => manual),
    1,
  )
}

function judge(webhook: Webhook, { error, status }: DeliveryAttempt, now: number): void {
  if (error === null) {
    webhook.failing_since = null
    return
  }
  // On a clock that was set back, the failures must not begin in the future.
  webhook.failing_since = Math.min(webhook.failing_since ?? now, now)
  if (status === GONE) {
    disable(webhook, 'Its receiver answered 410 Gone, which asks for no more events.', now)
  } else if (now - webhook.failing_since >= DISABLE_AFTER_MS) {
    const since = isoTime(webhook.failing_since)
    disable(webhook, `No attempt has succeeded for 5 days, since ${since}. The last: ${error}`, now)
  }
}

function disable(webhook: Webhook, reason: string, now: number): void {
  if (webhook.status === 'disabled') return
  webhook.status = 'disabled'
  webhook.disabled_reason = `${reason} Set its status to active to resume.`
  webhook.updated_at = isoTime(now)
}
