import type { Account } from '../../../src/accounts/account.ts'
import type { Delivery } from '../../../src/accounts/delivery.ts'
import type { Webhook } from '../../../src/accounts/webhook.ts'
import { DOCUMENT } from '../document.ts'
import { buildAccount } from '../fixtures.ts'

/** When the accounts of these tests begin, epoch milliseconds. */
export const BEGIN = Date.UTC(2026, 0, 15, 9, 30)

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** An account with webhooks and nothing else. */
export function accountWith(webhooks: Webhook[], id = 'acc_a'): Account {
  const account = buildAccount(
    { id, keys: [{ token: `svc_test_${id}` }] },
    { now: BEGIN, seed: 1, document: DOCUMENT },
  )
  for (const webhook of webhooks) account.webhooks[webhook.id] = webhook
  return account
}

export function webhookTo(url: string, parts: Partial<Webhook> = {}): Webhook {
  return {
    id: 'whk_a',
    url,
    events: ['ranking.changed'],
    alerts: [],
    status: 'active',
    disabled_reason: null,
    secrets: [{ value: SECRET, expires_at: null }],
    failing_since: null,
    created_at: new Date(BEGIN).toISOString(),
    updated_at: new Date(BEGIN).toISOString(),
    ...parts,
  }
}

/** The delivery number `number`, due at the beginning. */
export function deliveryNumber(number: number, parts: Partial<Delivery> = {}): Delivery {
  return {
    id: `dlv_${number}`,
    event_id: `evt_${number}`,
    webhook_id: 'whk_a',
    campaign_id: 'cmp_a',
    type: 'ranking.changed',
    body: JSON.stringify({ type: 'ranking.changed', data: { number } }),
    created_at: BEGIN,
    status: 'pending',
    next_attempt_at: BEGIN,
    attempts: [],
    ...parts,
  }
}

/** `count` deliveries, the first of which has the number 0. */
export function deliveries(
  count: number,
  partsOf: (number: number) => Partial<Delivery> = () => ({}),
): Delivery[] {
  return Array.from({ length: count }, (_, number) => deliveryNumber(number, partsOf(number)))
}
