import type { Delivery } from '../accounts/delivery.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { NO_SETTINGS } from '../accounts/webhook-settings.ts'
import type { Message } from './sender.ts'
import { validSecrets } from './signature.ts'

/** Why nothing more is sent to a webhook, as a sentence. */
export function obstacle(webhook: Webhook | undefined): string | undefined {
  if (!webhook) return 'The webhook was deleted.'
  if (webhook.status === 'active') return undefined
  return `The webhook is disabled${webhook.disabled_reason ? `: ${webhook.disabled_reason}` : '.'}`
}

/** An event for a webhook, signed at `now` (epoch milliseconds of the account). */
export function messageOf(
  { event_id, body }: Pick<Delivery, 'event_id' | 'body'>,
  webhook: Webhook,
  now: number,
): Message {
  const { url, secrets, settings = NO_SETTINGS } = webhook
  const { headers } = settings
  return { url, eventId: event_id, body, secrets: validSecrets(secrets, now), headers }
}
