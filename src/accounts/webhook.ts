import type { EventKind } from './alert.ts'

/** A receiver of events (§6). */
export interface Webhook {
  /** `whk_…` */
  id: string
  url: string
  events: EventKind[]
  /** Ids of alerts: of the subscribed kinds only events that one of them lets through are sent. Empty: all. */
  alerts: string[]
  status: 'active' | 'disabled'
  /** Why it was disabled, for people to read; null while it is active or when its owner disabled it. */
  disabled_reason: string | null
  /** Newest first; events are signed with each that is valid, so that a secret can be rotated. */
  secrets: WebhookSecret[]
  /** Epoch milliseconds of the first failed attempt since the last success; null when the last one succeeded. */
  failing_since: number | null
  /** ISO 8601 in UTC. */
  created_at: string
  updated_at: string
}

export interface WebhookSecret {
  /** As given or made: `whsec_` and base64, or any text, which is taken as raw bytes. */
  value: string
  /** Epoch milliseconds until which it signs; null for the newest. */
  expires_at: number | null
}
