import { MOST_DELETED } from '../../../src/accounts/campaign-history.ts'
import type { SoakClient } from './client.ts'

/** One request or a few, after which the account is as before. */
export type Visit = (client: SoakClient) => Promise<unknown>

const CAMPAIGN = {
  name: 'Soak',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots'],
  frequency: 'daily',
}

/** Key of the account that is reset repeatedly; the other visits are to `acc_soak`. */
const RESET = 'svc_test_reset'

/** A fixture with the campaigns that visits read. */
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

/** Creates a record, uses it and deletes it. */
function brief(
  path: string,
  body: object,
  use?: (client: SoakClient, created: Record<string, string>) => Promise<unknown>,
): Visit {
  const [collection, query] = path.split('?')
  return async (client) => {
    const created = await client.post(path, 201, body)
    await use?.(client, created)
    await client.delete(`${collection}/${created.id}${query ? `?${query}` : ''}`)
  }
}

/** A campaign that is created, changed and deleted; the account remembers the last ones. */
const DELETION = brief('/api/campaigns', CAMPAIGN, (client, { id }) => {
  const body = { ...CAMPAIGN, name: 'Soaked' }
  return client.ask(`/api/campaigns/${id}`, 200, { method: 'PUT', body })
})

/** Always in the same order, so that logs of the last requests stay at one size. */
export function visitsTo(hook: string): Visit[] {
  const control = (path: string) =>
    `/_sandbox${path}${path.includes('?') ? '&' : '?'}account=acc_soak`
  const reads = [
    '/api/campaigns',
    '/api/campaigns/cmp_one',
    '/api/serp/rankings?campaign_id=cmp_one',
    '/api/chat/mentions?brand=Acme',
    '/api/core/dashboards',
    '/api/core/dashboards/intelligence-overview',
    '/api/analytics/campaign/cmp_one',
    '/api/auth/me',
    control('/deliveries?limit=20'),
    control('/requests?limit=20'),
    control('/receiver'),
    '/_sandbox/accounts',
    '/openapi.json',
    '/',
    '/docs',
  ].map((path): Visit => {
    const asked = /^\/(api|_sandbox)\//.test(path) ? {} : { key: null }
    return (client) => client.ask(path, 200, asked)
  })
  const refusals: Visit[] = [
    (client) => client.ask('/api/campaigns', 401, { key: 'svc_test_unknown' }),
    (client) => client.ask('/api/campaigns', 401, { key: null }),
    (client) => client.post('/api/campaigns', 403, CAMPAIGN, 'svc_restricted_soak'),
    (client) => client.post('/api/campaigns', 400, { name: '' }),
    (client) => client.post('/api/campaigns', 400, '{"name":'),
    (client) => client.ask('/api/nothing', 404),
    (client) => client.ask('/api/campaigns/cmp_none', 404),
  ]
  const writes: Visit[] = [
    DELETION,
    brief('/api/webhooks', { url: hook, events: ['ranking.changed'] }),
    brief('/api/alerts', { name: 'Soak', campaign_id: 'cmp_one', event: 'ranking.changed' }),
    brief(control('/keys'), { name: 'Soak' }, (client, { token = '' }) =>
      client.ask('/api/auth/verify', 200, { key: token }),
    ),
    async (client) => {
      const body = { email: 'soak@example.com', password: 'soak-password' }
      const { token = '' } = await client.post('/api/auth/login', 200, body)
      await client.ask('/api/auth/me', 200, { key: token })
      await client.post('/api/auth/logout', 200, undefined, token)
    },
    (client) =>
      client.post(control('/events'), 201, {
        type: 'ranking.changed',
        campaign_id: 'cmp_one',
      }),
  ]
  const states: Visit[] = [
    // Few days in all: what is kept of each new day is no leak.
    (client) => client.post(control('/clock'), 200, { advance: '20m', wait: true }),
    async (client) => {
      const query = '?account=acc_reset'
      const name = `soak-${client.requests}`
      await client.post('/api/campaigns', 201, CAMPAIGN, RESET)
      await client.post(`/_sandbox/snapshots${query}`, 201, { name })
      await client.post(`/_sandbox/snapshots/${name}/restore${query}`, 200)
      await client.delete(`/_sandbox/snapshots/${name}${query}`)
      await client.post(`/_sandbox/reset${query}`, 200)
    },
    brief(
      control('/faults'),
      { operation: 'getCurrentUser', error: 'server_error', count: 1 },
      (client) => client.ask('/api/auth/me', 500),
    ),
  ]
  const others: Visit[] = [
    (client) => client.ask(control('/specification'), 200),
    brief('/_sandbox/accounts', { fixture_account: 'acc_reset' }, (client, { key }) => {
      const { token = '' } = (key ?? {}) as { token?: string }
      return client.post('/api/campaigns', 201, CAMPAIGN, token)
    }),
    async (client) => {
      const { url = '' } = await client.ask(control('/receiver'), 200)
      await client.ask(control('/receiver'), 200, { method: 'PUT', body: { status: 503 } })
      const event = { type: 'mention.detected', campaign_id: 'cmp_two', to: url }
      await client.post(control('/events'), 201, event)
      await client.delete(control('/receiver'))
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
      const path = '/api/reports/generate?campaign_id=cmp_one'
      const { download_url = '' } = await client.ask(path, 200)
      await client.ask(download_url, 200, { key: null, accept: '*/*' })
    },
  ]
  const streams = ['/events/stream', '/requests/stream', '/changes/stream'].map(
    (path): Visit =>
      (client) =>
        client.hangUp(control(path)),
  )
  const first = [...reads, ...refusals, ...reads, ...writes, ...reads]
  return [...first, ...states, ...others, ...writes, ...files, ...streams]
}

/** The length of the log of requests without an account, which visits alone would take an hour to fill. */
const STRANGERS = 1000

/** Creates a webhook, and fills the logs of deliveries, of requests without an account and of deleted campaigns. */
export async function prepare(client: SoakClient, hook: string): Promise<void> {
  const body = { url: hook, events: ['campaign.completed', 'ranking.changed', 'mention.detected'] }
  await client.post('/api/webhooks', 201, body)
  await client.post('/_sandbox/clock?account=acc_soak', 200, { advance: '300d', wait: true })
  // The same mix as in visits: little is kept of one in three.
  for (let n = 0; n < STRANGERS; n++) {
    if (n % 3 === 0) await client.ask('/api/campaigns', 401, { key: null })
    else await client.ask('/openapi.json', 200, { key: null })
  }
  for (let n = 0; n < MOST_DELETED; n++) await DELETION(client)
}

/** Makes the sandbox serialize every record, which it then keeps. */
export async function settle(client: SoakClient): Promise<void> {
  const query = '?account=acc_soak'
  await client.post(`/_sandbox/snapshots${query}`, 201, { name: 'settled' })
  await client.delete(`/_sandbox/snapshots/settled${query}`)
}
