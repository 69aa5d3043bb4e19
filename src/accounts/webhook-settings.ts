/** How a webhook is sent, beyond what the service knows of it (§6). Set through the control API. */
export interface WebhookSettings {
  /** Added to each request. Values may be credentials. */
  headers: Record<string, string>
  /** Null for no limit. */
  rate_limit: RateLimit | null
}

/** The number of attempts in a period of real time. */
export interface RateLimit {
  deliveries: number
  per: 'second' | 'minute'
}

export const NO_SETTINGS: Readonly<WebhookSettings> = { headers: {}, rate_limit: null }

/** The outcomes of the deliveries to a webhook since its creation. Times are epoch milliseconds of the account's clock. */
export interface WebhookTally {
  attempts: number
  failed_attempts: number
  delivered: number
  failed: number
  /** Sum of the attempts' durations. */
  total_ms: number
  last_success_at: number | null
  last_failure_at: number | null
}

export const NO_DELIVERIES: Readonly<WebhookTally> = {
  attempts: 0,
  failed_attempts: 0,
  delivered: 0,
  failed: 0,
  total_ms: 0,
  last_success_at: null,
  last_failure_at: null,
}

/** A tally with one more attempt. */
export function withAttempt(
  tally: Readonly<WebhookTally>,
  attempt: { at: number; duration_ms: number; error: string | null },
): WebhookTally {
  const { at, duration_ms, error } = attempt
  const isSuccess = error === null
  return {
    ...tally,
    attempts: tally.attempts + 1,
    failed_attempts: tally.failed_attempts + (isSuccess ? 0 : 1),
    total_ms: tally.total_ms + duration_ms,
    last_success_at: isSuccess ? at : tally.last_success_at,
    last_failure_at: isSuccess ? tally.last_failure_at : at,
  }
}

type Status = 'pending' | 'delivered' | 'failed'

/** A tally after a delivery changed its status. */
export function withStatus(
  tally: Readonly<WebhookTally>,
  before: Status,
  after: Status,
): WebhookTally {
  const changed = { ...tally }
  if (before === after) return changed
  if (before !== 'pending') changed[before] -= 1
  if (after !== 'pending') changed[after] += 1
  return changed
}
