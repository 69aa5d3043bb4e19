import type { components } from '../../spec/generated/api.ts'
import { type Alert, type AlertMatter, alertLetsThrough, isSnoozed } from './alert.ts'
import type { WebhookSettings, WebhookTally } from './webhook-settings.ts'

type WebhookRecord = components['schemas']['Webhook']

/** A receiver of events (§6): what the API returns, and what it keeps to itself. */
export interface Webhook extends WebhookRecord {
  /** Newest first. Events are signed with each that is valid, so that a secret can be rotated. */
  secrets: WebhookSecret[]
  /** Epoch milliseconds of the first failed attempt since the last success; null after a success. */
  failing_since: number | null
  settings?: WebhookSettings
  tally?: WebhookTally
}

export interface WebhookSecret {
  /** `whsec_` and base64, or any text, whose bytes are the key. */
  value: string
  /** Epoch milliseconds until which it signs; null for the newest. */
  expires_at: number | null
}

export type WebhookTerms = Pick<Webhook, 'url' | 'events'> &
  Partial<Pick<Webhook, 'alerts' | 'status'>>

/** A new webhook, which signs with `secret`; `at` is ISO 8601. */
export function newWebhook(id: string, terms: WebhookTerms, secret: string, at: string): Webhook {
  const { url, events, alerts, status = 'active' } = terms
  return {
    id,
    url,
    events: [...new Set(events)],
    alerts: [...new Set(alerts)],
    status,
    disabled_reason: null,
    secrets: [{ value: secret, expires_at: null }],
    failing_since: null,
    created_at: at,
    updated_at: at,
  }
}

/** The part of an account that webhooks use. */
interface Subscriptions {
  webhooks: Record<string, Webhook>
  alerts: Record<string, Alert>
}

/** Whether an event at that time is sent to the webhook; `alerts` are the alerts of the account. */
export function webhookWants(
  webhook: Webhook,
  alerts: Readonly<Record<string, Alert>>,
  event: AlertMatter & { at: number },
): boolean {
  if (webhook.status !== 'active' || !webhook.events.includes(event.type)) return false
  if (webhook.alerts.length === 0) return true
  return webhook.alerts.some((id) => {
    const alert = alerts[id]
    return alert !== undefined && !isSnoozed(alert, event.at) && alertLetsThrough(alert, event)
  })
}

/** Why a webhook cannot name the alert, as a continuation of "alerts"; undefined if it can. */
export function namedAlertProblem(
  { events }: Pick<Webhook, 'events'>,
  id: string,
  alert: Pick<Alert, 'event'> | undefined,
): string | undefined {
  if (!alert) {
    return `must be alerts of this account, or [] for all events; found "${id}"`
  }
  if (events.includes(alert.event)) return undefined
  return `must be of the events of the webhook (${events.join(', ')}); ${id} is of ${alert.event}`
}

/**
 * Deletes alerts, and removes them from webhooks. A webhook without another alert is disabled, because
 * without alerts it would get all events. `at` is ISO 8601.
 */
export function deleteAlerts(account: Subscriptions, ids: readonly string[], at: string): void {
  for (const webhook of Object.values(account.webhooks)) {
    const gone = webhook.alerts.filter((id) => ids.includes(id))
    if (gone.length === 0) continue
    const kept = webhook.alerts.filter((id) => !ids.includes(id))
    if (kept.length > 0) webhook.alerts = kept
    else disableWithoutAlerts(webhook, gone)
    webhook.updated_at = at
  }
  for (const id of ids) delete account.alerts[id]
}

function disableWithoutAlerts(webhook: Webhook, gone: readonly string[]): void {
  const [last] = gone as [string]
  // The deleted alert stays in the list and lets nothing through.
  webhook.alerts = [last]
  // No notice if the owner disabled it.
  if (webhook.status === 'disabled') return
  webhook.status = 'disabled'
  webhook.disabled_reason =
    `The last of its alerts, ${last}, was deleted. Give it others, or alerts: [] for all events, ` +
    'together with status: active.'
}
