import type { Account } from './account.ts'
import { type Alert, type AlertMatter, alertLetsThrough, type EventKind } from './alert.ts'
import { giveUp } from './delivery.ts'

/** A receiver of events (§6). */
export interface Webhook {
  /** `whk_…` */
  id: string
  url: string
  events: EventKind[]
  /**
   * Ids of alerts: of the subscribed kinds only events that one of them lets through are sent. Empty: all.
   * So the last of them stays here when it is deleted, and lets nothing through.
   */
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

/** Whether an event is sent to the webhook; `alerts` are those of the account. */
export function webhookWants(
  webhook: Webhook,
  alerts: Readonly<Record<string, Alert>>,
  event: AlertMatter,
): boolean {
  if (webhook.status !== 'active' || !webhook.events.includes(event.type)) return false
  if (webhook.alerts.length === 0) return true
  return webhook.alerts.some((id) => {
    const alert = alerts[id]
    return alert !== undefined && alertLetsThrough(alert, event)
  })
}

/** Why a webhook can't name the alert, as a continuation of "alerts"; undefined when it can. */
export function namedAlertProblem(
  { events }: Pick<Webhook, 'events'>,
  id: string,
  alert: Pick<Alert, 'event'> | undefined,
): string | undefined {
  if (!alert) {
    return `must be alerts of this account, or none ([]) for all events; found "${id}"`
  }
  if (events.includes(alert.event)) return undefined
  return `must be of the events of the webhook (${events.join(', ')}); ${id} is of ${alert.event}`
}

/**
 * Deletes alerts, and takes them from the webhooks that name them. A webhook that names no other is
 * disabled: without any it would get all events. `at` is ISO 8601.
 */
export function deleteAlerts(account: Account, ids: readonly string[], at: string): void {
  for (const webhook of Object.values(account.webhooks)) {
    const gone = webhook.alerts.filter((id) => ids.includes(id))
    if (gone.length === 0) continue
    const kept = webhook.alerts.filter((id) => !ids.includes(id))
    if (kept.length > 0) webhook.alerts = kept
    else disableForWantOfAlerts(webhook, gone)
    webhook.updated_at = at
  }
  for (const id of ids) delete account.alerts[id]
}

function disableForWantOfAlerts(webhook: Webhook, gone: readonly string[]): void {
  const [last] = gone as [string]
  webhook.alerts = [last]
  // Who disabled it himself is not told that the service did.
  if (webhook.status === 'disabled') return
  webhook.status = 'disabled'
  webhook.disabled_reason =
    `The last of its alerts, ${last}, was deleted. Give it others, or alerts: [] for all events, ` +
    'together with status: active.'
}

/** Deletes a webhook. What was still to be sent to it ends as failed, and stays in the delivery log. */
export function deleteWebhook(account: Account, id: string): void {
  delete account.webhooks[id]
  for (const delivery of account.deliveries.values()) {
    if (delivery.webhook_id !== id || delivery.status !== 'pending') continue
    giveUp(delivery, 'The webhook was deleted.')
  }
}
