import { describe, expect, it } from 'vitest'
import type { Alert, AlertMatter } from './alert.ts'
import { type Webhook, webhookWants } from './webhook.ts'

const AT = '2026-01-15T09:30:00.000Z'

function webhook(fields: Partial<Webhook> = {}): Webhook {
  return {
    id: 'whk_one',
    url: 'https://app.example/hook',
    events: ['ranking.changed'],
    alerts: [],
    status: 'active',
    disabled_reason: null,
    secrets: [{ value: 'a secret of sixteen', expires_at: null }],
    failing_since: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

function alert(id: string, fields: Partial<Alert> = {}): Alert {
  const campaign_id = 'cmp_one'
  return {
    id,
    name: id,
    campaign_id,
    event: 'ranking.changed',
    created_at: AT,
    updated_at: AT,
    ...fields,
  }
}

describe('webhookWants', () => {
  const event: AlertMatter & { at: number } = {
    at: Date.parse(AT),
    type: 'ranking.changed',
    campaign_id: 'cmp_one',
    data: { keyword: 'a', position: 3, previous_position: 5 },
  }
  const alerts = {
    alr_small: alert('alr_small', { min_change: 2 }),
    alr_great: alert('alr_great', { min_change: 20 }),
    alr_snoozed: alert('alr_snoozed', { snoozed_until: '2026-01-15T09:30:01.000Z' }),
    alr_awake: alert('alr_awake', { snoozed_until: AT }),
    alr_run: alert('alr_run', { event: 'campaign.completed' }),
  }

  it.each<[string, Partial<Webhook>, boolean]>([
    ['of a subscribed kind', {}, true],
    ['of one of several kinds', { events: ['campaign.completed', 'ranking.changed'] }, true],
    ['of another kind', { events: ['campaign.completed'] }, false],
    ['while it is disabled', { status: 'disabled' }, false],
    ['that its alert lets through', { alerts: ['alr_small'] }, true],
    ['that its alert does not let through', { alerts: ['alr_great'] }, false],
    ['that one of its alerts lets through', { alerts: ['alr_great', 'alr_small'] }, true],
    ['that its snoozed alert lets through', { alerts: ['alr_snoozed'] }, false],
    ['that its alert lets through, which was snoozed before', { alerts: ['alr_awake'] }, true],
    ['when its only alert is gone', { alerts: ['alr_gone'] }, false],
    ['when its alert is of another kind', { alerts: ['alr_run'] }, false],
    [
      'that its alert lets through, but of a kind that it does not subscribe to',
      { alerts: ['alr_small'], events: ['mention.detected'] },
      false,
    ],
  ])('an event %s', (_, fields, isWanted) => {
    expect(webhookWants(webhook(fields), alerts, event)).toBe(isWanted)
  })
})
