import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import type { BodyOf } from '../../control-client/operations.ts'

type State = BodyOf<'importState'>

/** The reads whose figures a shared state reproduces. */
const READS = [
  '/campaigns',
  '/core/dashboards',
  '/core/dashboards/intelligence-overview',
  '/chat/mentions?brand=Tandems',
  '/alerts',
]

async function figuresOf({ api }: TestSandbox) {
  const found: unknown[] = []
  const campaigns = await api.get('/campaigns')
  for (const path of READS) found.push((await api.get(path)).body.data)
  for (const { id, brand } of campaigns.body.data) {
    found.push((await api.get('/serp/rankings', { query: { campaign_id: id } })).body.data)
    found.push((await api.get('/chat/mentions', { query: { brand } })).body.data)
    found.push((await api.get(`/analytics/campaign/${id}`)).body.data)
  }
  return found
}

/** A sandbox with some past: changed, deleted and new campaigns on a clock that was advanced. */
async function startUsed() {
  const sandbox = await startSandbox()
  const { api } = sandbox
  const [first, second] = (await api.get('/campaigns')).body.data
  await api.put(`/campaigns/${first.id}`, { body: { keywords: ['hiking boots', 'trail maps'] } })
  await sandbox.clock.advance('5d')
  await api.delete(`/campaigns/${second.id}`)
  await api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.clock.set('2026-02-20T12:00:00Z')
  await sandbox.clock.freeze()
  return sandbox
}

it('gives another sandbox the same figures, and leaves it its keys and users', async () => {
  const from = await startUsed()
  const to = await startSandbox({ seed: 7 })
  const { token } = await to.keys.create({ name: 'Mine' })

  const loaded = await to.state.load(await from.state.get())

  expect(await figuresOf(to)).toEqual(await figuresOf(from))
  expect(loaded).toMatchObject({ account: 'acc_demo', now: '2026-02-20T12:00:00.000Z' })
  expect((await to.api.get('/auth/me', { key: token })).status).toBe(200)
})

it('goes on as the other sandbox does', async () => {
  const from = await startUsed()
  const to = await startSandbox({ seed: 7 })
  await to.state.load(await from.state.get())

  for (const sandbox of [from, to]) await sandbox.clock.advance('10d')

  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

it('shares a snapshot as it was saved', async () => {
  const from = await startUsed()
  await from.snapshots.save('monday')
  const present = await from.state.get()
  await from.api.post('/campaigns', { body: { ...CAMPAIGN, name: 'Later' } })

  const shared = await from.snapshots.get('monday')

  expect(shared).toEqual({ ...present, name: 'monday' })
})

it('shares a state of the past', async () => {
  const from = await startUsed()
  const present = await from.state.get()
  await from.clock.advance('1d')
  const [moment] = (await from.timeline.get()).moments

  expect(await from.timeline.state(moment?.id as string)).toEqual(present)
})

it('has no secrets', async () => {
  const sandbox = await startSandbox()
  const url = 'https://hooks.example.com/services/T000/s3cretPath?token=s3cretQuery'
  const secret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ='
  const { body } = await sandbox.api.post('/webhooks', {
    body: { url, events: ['campaign.completed'], secret },
  })
  const headers = { 'X-Api-Key': 's3cretHeader' }
  await sandbox.webhooks.update(body.data.id, { headers })
  await sandbox.faults.add({ error: 'server_error', key: 'svc_test' })
  const { token } = await sandbox.keys.create({ name: 'Hidden' })

  const state = await sandbox.state.get()

  const text = JSON.stringify(state)
  for (const hidden of ['s3cret', secret.slice(6), token.slice(0, 8), 'svc_test', 'Hidden', '@']) {
    expect(text).not.toContain(hidden)
  }
  // Hashes and the secret of links.
  expect(text).not.toMatch(/[0-9a-f]{32}/)
  expect(state.webhooks).toMatchObject([{ id: body.data.id, url: 'https://hooks.example.com/' }])
  expect(state.faults).toEqual([])
})

it('loads webhooks disabled, with secrets of their own', async () => {
  const from = await startSandbox()
  const events = ['campaign.completed']
  await from.api.post('/webhooks', { body: { url: 'https://hooks.example.com/a', events } })
  const to = await startSandbox()

  await to.state.load(await from.state.get())

  const { body } = await to.api.get('/webhooks')
  expect(body.data).toMatchObject([{ url: 'https://hooks.example.com/', status: 'disabled' }])
})

it('can be undone', async () => {
  const from = await startUsed()
  const to = await startSandbox()
  const before = await figuresOf(to)
  const { moment } = await to.state.load(await from.state.get())

  await to.timeline.restore(moment as string)

  expect(await figuresOf(to)).toEqual(before)
})

const first = (state: State) => state.campaigns[0] as State['campaigns'][number]

it.each<[string, (state: State) => unknown]>([
  ['another format', (state) => ({ ...state, format: 'svc-sandbox/account' })],
  ['a later version', (state) => ({ ...state, version: 2 })],
  ['unknown members', (state) => ({ ...state, keys: {} })],
  ['a list', () => []],
  ['two campaigns with one id', (state) => ({ ...state, campaigns: [first(state), first(state)] })],
  [
    'a campaign of the year 1',
    (state) => ({ ...state, campaigns: [{ ...first(state), tracked_since: '0001-01-01' }] }),
  ],
  [
    'a prototype as an id',
    (state) => ({ ...state, campaigns: [{ ...first(state), id: '__proto__' }] }),
  ],
  ['an impossible time', (state) => ({ ...state, shows: '2026-13-45T99:00:00Z' })],
  ['a time of the distant future', (state) => ({ ...state, shows: '9999-12-31T23:59:59Z' })],
  [
    'an alert of no campaign',
    (state) => ({
      ...state,
      alerts: [
        {
          ...state.alerts[0],
          id: 'alr_x',
          name: 'x',
          campaign_id: 'cmp_none',
          event: 'campaign.completed',
          created_at: state.shows,
          updated_at: state.shows,
        },
      ],
    }),
  ],
  [
    'a past of another campaign',
    (state) => ({
      ...state,
      past: [
        { campaign_id: 'cmp_other', states: [{ until: 1, change: 1, campaign: first(state) }] },
      ],
    }),
  ],
  ['a fault rule without an effect', (state) => ({ ...state, faults: [{ name: 'Nothing' }] })],
  [
    'runs that are due since years ago',
    (state) => ({ ...state, simulated_until: '2007-01-01T00:00:00Z' }),
  ],
  ['a seed that is no number', (state) => ({ ...state, seed: 1e300 })],
])('refuses %s and changes nothing', async (_name, change) => {
  const sandbox = await startSandbox()
  const before = await sandbox.state.get()

  const { status, body } = await controlOf(sandbox).put('/state', { body: change(before) })

  expect(status).toBe(400)
  expect(body.error.details.issues[0]).toMatchObject({ in: 'body' })
  expect(await sandbox.state.get()).toEqual(before)
})

it('refuses deep and large documents', async () => {
  const sandbox = await startSandbox()
  const state = await sandbox.state.get()
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const body = `{"format":"svc-sandbox/state","past":${deep}}`
  const send = (text: string) =>
    sandbox.fetch('/_sandbox/state', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    })

  expect((await send(body)).status).toBe(400)
  const large = { ...state, name: 'x'.repeat(2_000_000) }
  expect((await send(JSON.stringify(large))).status).toBeGreaterThanOrEqual(400)
  expect(await sandbox.state.get()).toEqual(state)
})
