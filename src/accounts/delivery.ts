import type { EventKind } from './event.ts'

/**
 * An event on its way to one webhook. It is stored before the first attempt, and the outcome of each attempt
 * after it. If the process is killed in between, it tries again, so an event arrives at least once.
 */
export interface Delivery {
  /** `dlv_…` */
  id: string
  /** `evt_…`, the `webhook-id` header: the same for every attempt and for redeliveries. */
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
  /** Time of the next attempt, epoch milliseconds of the account's clock; null if there is none. */
  next_attempt_at: number | null
  /** Why it failed without a further attempt, for example because its webhook was disabled. */
  failure_reason?: string
  /** Oldest first. */
  attempts: DeliveryAttempt[]
}

/** One request to a receiver and its outcome. */
export interface DeliveryAttempt {
  /** Epoch milliseconds of the account's clock. */
  at: number
  url: string
  /** Whether a person asked for it, outside of the schedule. */
  manual: boolean
  /** Milliseconds of real time. */
  duration_ms: number
  request_headers: Record<string, string>
  /** Status of the response; null without a response. */
  status: number | null
  response_headers: Record<string, string>
  /** The beginning of the response body. */
  response_body: string
  /** Why it failed, for people to read; null after a success. */
  error: string | null
}
