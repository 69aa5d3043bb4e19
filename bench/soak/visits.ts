import type { SoakClient } from './client.ts'

/** What a visitor does: one request or a few, after which the account holds what it held before. */
export type Visit = (client: SoakClient) => Promise<unknown>

const CAMPAIGN = {
  name: 'Soak',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots'],
  frequency: 'daily',
}

/** The account that is reset again and again; all else happens in `acc_soak`. */
const RESET = { key: 'svc_test_reset' }

/** A fixture with a few campaigns that stay, for the visits below. */
export const FIXTURE = `accounts:
  - id: acc_soak
    users: [{ email: soak@example.com, password: soak-password }]
    keys: [{ token: svc_test_soak, permissions: ['*'] }, { token: svc_restricted_soak, permissions: [campaigns:read] }]
    campaigns:
      - { id: cmp_one, name: One, type: serp, keywords: [one, two, three], frequency: daily, since: -365d }
      - { id: cmp_two, name: Two, type: chat, keywords: [best shoes], frequency: daily, since: -90d, brand: Acme }
      - { id: cmp_three, name: Three, type: serp, keywords: [boots, tents], frequency: weekly, since: -90d }
  - id: acc_reset
    keys: [{ token: svc_test_reset, permissions: ['*'] }]
    campaigns: [{ id: cmp_reset, name: Reset, type: serp, keywords: [one], frequency: daily, since: -90d }]
`

/** In an order of their own, always the same: so what is kept of the last so many requests is of one size. */
export function visitsTo(hook: string): Visit[] {
  const control = (path: string) =>
    `/_sandbox${path}${path.includes('?') ? '&' : '?'}account=acc_soak`
  const reads: Visit[] = [
    (client) => client.ask('/api/campaigns', 200),
    (client) => client.ask('/api/campaigns/cmp_one', 200),
    (client) => client.ask('/api/serp/rankings?campaign_id=cmp_one', 200),
    (client) => client.ask('/api/chat/mentions?brand=Acme', 200),
    (client) => client.ask('/api/core/dashboards', 200),
    (client) => client.ask('/api/core/dashboards/intelligence-overview', 200),
    (client) => client.ask('/api/analytics/campaign/cmp_one', 200),
    (client) => client.ask('/api/auth/me', 200),
    (client) => client.ask(control('/deliveries?limit=20'), 200),
    (client) => client.ask(control('/requests?limit=20'), 200),
    (client) => client.ask(control('/receiver'), 200),
    (client) => client.ask('/_sandbox/accounts', 200),
    (client) => client.ask('/openapi.json', 200, { key: null }),
    (client) => client.ask('/', 200, { key: null }),
    (client) => client.ask('/docs', 200, { key: null }),
  ]
  const refusals: Visit[] = [
    (client) => client.ask('/api/campaigns', 401, { key: 'svc_test_unknown' }),
    (client) => client.ask('/api/campaigns', 401, { key: null }),
    (client) =>
      client.ask('/api/campaigns', 403, {
        key: 'svc_restricted_soak',
        method: 'POST',
        body: CAMPAIGN,
      }),
    (client) => client.ask('/api/campaigns', 400, { method: 'POST', body: { name: '' } }),
    (client) => client.ask('/api/campaigns', 400, { method: 'POST', body: '{"name":' }),
    (client) => client.ask('/api/nothing', 404),
    (client) => client.ask('/api/campaigns/cmp_none', 404),
  ]
  const writes: Visit[] = [
    async (client) => {
      const { id } = await client.ask('/api/campaigns', 201, { method: 'POST', body: CAMPAIGN })
      await client.ask(`/api/campaigns/${id}`, 200, {
        method: 'PUT',
        body: { ...CAMPAIGN, name: 'Soaked' },
      })
      await client.ask(`/api/campaigns/${id}`, 200, { method: 'DELETE' })
    },
    async (client) => {
      const body = { url: hook, events: ['ranking.changed'] }
      const { id } = await client.ask('/api/webhooks', 201, { method: 'POST', body })
      await client.ask(`/api/webhooks/${id}`, 200, { method: 'DELETE' })
    },
    async (client) => {
      const body = { name: 'Soak', campaign_id: 'cmp_one', event: 'ranking.changed' }
      const { id } = await client.ask('/api/alerts', 201, { method: 'POST', body })
      await client.ask(`/api/alerts/${id}`, 200, { method: 'DELETE' })
    },
    async (client) => {
      const { id, token = '' } = await client.ask(control('/keys'), 201, {
        method: 'POST',
        body: { name: 'Soak' },
      })
      await client.ask('/api/auth/verify', 200, { key: token })
      await client.ask(control(`/keys/${id}`), 200, { method: 'DELETE' })
    },
    async (client) => {
      const body = { email: 'soak@example.com', password: 'soak-password' }
      const { token = '' } = await client.ask('/api/auth/login', 200, {
        method: 'POST',
        body,
      })
      await client.ask('/api/auth/me', 200, { key: token })
      await client.ask('/api/auth/logout', 200, { method: 'POST', key: token })
    },
    (client) =>
      client.ask(control('/events'), 201, { method: 'POST', body: { type: 'ranking.changed' } }),
  ]
  const states: Visit[] = [
    (client) => client.ask(control('/clock'), 200, { method: 'POST', body: { advance: '1h' } }),
    async (client) => {
      const query = '?account=acc_reset'
      const name = `soak-${client.requests}`
      await client.ask('/api/campaigns', 201, { method: 'POST', body: CAMPAIGN, ...RESET })
      await client.ask(`/_sandbox/snapshots${query}`, 201, {
        method: 'POST',
        body: { name },
      })
      await client.ask(`/_sandbox/snapshots/${name}/restore${query}`, 200, { method: 'POST' })
      await client.ask(`/_sandbox/snapshots/${name}${query}`, 200, { method: 'DELETE' })
      await client.ask(`/_sandbox/reset${query}`, 200, { method: 'POST' })
    },
    async (client) => {
      const body = { operation: 'getCurrentUser', error: 'server_error', count: 1 }
      const { id } = await client.ask(control('/faults'), 201, { method: 'POST', body })
      await client.ask('/api/auth/me', 500)
      await client.ask(control(`/faults/${id}`), 200, { method: 'DELETE' })
    },
  ]
  const others: Visit[] = [
    (client) => client.ask(control('/specification'), 200),
    async (client) => {
      const { id, key } = await client.ask('/_sandbox/accounts', 201, {
        method: 'POST',
        body: { fixture_account: 'acc_reset' },
      })
      const { token = '' } = (key ?? {}) as { token?: string }
      await client.ask('/api/campaigns', 201, { method: 'POST', body: CAMPAIGN, key: token })
      await client.ask(`/_sandbox/accounts/${id}`, 200, { method: 'DELETE' })
    },
    async (client) => {
      const { url = '' } = await client.ask(control('/receiver'), 200)
      await client.ask(control('/receiver'), 200, { method: 'PUT', body: { status: 503 } })
      const body = { type: 'mention.detected', to: url }
      await client.ask(control('/events'), 201, { method: 'POST', body })
      await client.ask(control('/receiver'), 200, { method: 'DELETE' })
    },
    async (client) => {
      const text = `soak-${client.requests}`
      const waiting = client.ask(control(`/requests/wait-for?text=${text}&timeout=10s`), 200)
      await client.ask(`/api/campaigns?search=${text}`, 200)
      await waiting
    },
  ]
  const files: Visit[] = [
    (client) => client.ask('/api/export/csv', 200, { accept: 'text/csv' }),
    (client) => client.hangUp('/api/export/csv?start_date=2020-01-01', { accept: 'text/csv' }),
    async (client) => {
      const { download_url = '' } = await client.ask(
        '/api/reports/generate?campaign_id=cmp_one',
        200,
      )
      await client.ask(download_url, 200, { key: null, accept: '*/*' })
    },
  ]
  const streams: Visit[] = [
    (client) => client.hangUp(control('/events/stream')),
    (client) => client.hangUp(control('/requests/stream')),
    (client) => client.hangUp(control('/changes/stream')),
  ]
  return [
    ...reads,
    ...refusals,
    ...reads,
    ...writes,
    ...reads,
    ...states,
    ...others,
    ...writes,
    ...files,
    ...streams,
  ]
}

/** As many as the log keeps of requests that are nobody's; it would take an hour for visits alone to fill it. */
const STRANGERS = 1000

/** What the account holds all along, and enough for the logs of deliveries and of strangers' requests to be full. */
export async function prepare(client: SoakClient, hook: string): Promise<void> {
  const body = { url: hook, events: ['campaign.completed', 'ranking.changed', 'mention.detected'] }
  await client.ask('/api/webhooks', 201, { method: 'POST', body })
  const advance = { method: 'POST' as const, body: { advance: '300d' } }
  await client.ask('/_sandbox/clock?account=acc_soak', 200, advance)
  // Of one in three little is kept, as of those that visits make.
  for (let n = 0; n < STRANGERS; n++) {
    if (n % 3 === 0) await client.ask('/api/campaigns', 401, { key: null })
    else await client.ask('/openapi.json', 200, { key: null })
  }
}

/** Has the text of every record made, which is kept as long as the record. */
export async function settle(client: SoakClient): Promise<void> {
  const query = '?account=acc_soak'
  const body = { name: 'settled' }
  await client.ask(`/_sandbox/snapshots${query}`, 201, { method: 'POST', body })
  await client.ask(`/_sandbox/snapshots/settled${query}`, 200, { method: 'DELETE' })
}
