import type { EventKind } from './alert.ts'

/**
 * An event on its way to one webhook. It is kept before the first attempt is made, and each attempt's
 * outcome after it: a process that is killed in between tries again, so that an event arrives at least once.
 */
export interface Delivery {
  /** `dlv_…` */
  id: string
  /** `evt_…`, the `webhook-id` header: the same for every attempt and for what was sent again. */
  event_id: string
  webhook_id: string
  /** Deliveries of one campaign to one webhook keep their order as far as retries allow. */
  campaign_id: string
  type: EventKind
  /** The request body as it is signed and sent, JSON. */
  body: string
  /** Epoch milliseconds of the account's clock. */
  created_at: number
  status: 'pending' | 'delivered' | 'failed'
  /** When the next attempt is due, epoch milliseconds of the account's clock; null when there is none. */
  next_attempt_at: number | null
  /** Why it failed where that was not its last attempt: its webhook was disabled, for one. */
  failure_reason?: string
  /** Oldest first. */
  attempts: DeliveryAttempt[]
}

/** One request to a receiver and what came of it. */
export interface DeliveryAttempt {
  /** Epoch milliseconds of the account's clock. */
  at: number
  /** Address that it was sent to. */
  url: string
  /** Whether a person asked for it, beside the schedule. */
  manual: boolean
  /** Milliseconds of real time. */
  duration_ms: number
  request_headers: Record<string, string>
  /** Status of the answer; null when there was none. */
  status: number | null
  response_headers: Record<string, string>
  /** The beginning of the answer's body. */
  response_body: string
  /** Why it failed, in words; null when it succeeded. */
  error: string | null
}

/** Ends a delivery without a further attempt; `reason` is a sentence. */
export function giveUp(delivery: Delivery, reason: string): void {
  delivery.status = 'failed'
  delivery.next_attempt_at = null
  delivery.failure_reason = reason
}
