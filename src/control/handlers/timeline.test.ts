import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { MOST_MOMENTS } from '../../state/moments.ts'

const namesOf = async ({ api }: TestSandbox) => {
  const { body } = await api.get('/campaigns', { query: { limit: 1000 } })
  return body.data.map(({ name }: { name: string }) => name)
}

const kindsOf = (entries: readonly { kind: string }[]) => new Set(entries.map(({ kind }) => kind))

it('shows moves of the clock, runs, events, deliveries, faults and requests in the order of the clock', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.clock.freeze()
  const body = { url: receiver.url, events: ['campaign.completed'] }
  await sandbox.api.post('/webhooks', { body })
  const rule = await sandbox.faults.add({
    name: 'Slow down',
    operation: 'getCurrentUser',
    error: 'rate_limit_exceeded',
    count: 1,
  })
  await sandbox.api.get('/auth/me')
  await sandbox.clock.advance('3d')

  const { entries, now } = await sandbox.timeline.get()

  expect(now).toBe('2026-01-18T09:30:00.000Z')
  expect(kindsOf(entries)).toEqual(
    new Set(['clock', 'run', 'event', 'delivery', 'fault', 'request']),
  )
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
  expect(entries.filter(({ kind }) => kind === 'clock')).toMatchObject([
    { type: 'freeze', at: '2026-01-15T09:30:00.000Z', moment: null },
    { type: 'advance', at: '2026-01-15T09:30:00.000Z', until: now, moment: expect.any(String) },
  ])
  expect(entries.filter(({ kind }) => kind === 'fault')).toMatchObject([
    { type: 'created', name: 'Slow down', ref: rule.id },
    { type: 'used', name: 'Slow down' },
  ])
  expect(entries.find(({ type }) => type === 'getCurrentUser')).toMatchObject({
    name: 'GET /api/auth/me',
    outcomes: { failed: 1 },
  })
  const delivered = entries.filter(({ kind }) => kind === 'delivery')
  expect(delivered).toHaveLength(receiver.received.length)
  expect(delivered[0]).toMatchObject({ outcomes: { ok: 1 }, name: 'campaign.completed' })
})

it('counts as many runs as the advance did', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()

  const { summary } = await sandbox.clock.advance('7d')
  const { entries } = await sandbox.timeline.get({
    kind: ['run'],
    from: '2026-01-15T09:30:00.001Z',
    limit: 500,
  })

  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(summary.runs)
})

it('groups what is more than the limit, without losing any', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  await sandbox.clock.advance('60d')
  const query = { kind: ['run' as const], from: '2026-01-15T10:00:00Z' }
  const all = await sandbox.timeline.get({ ...query, limit: 500 })

  const few = await sandbox.timeline.get({ ...query, limit: 10 })

  const sum = (entries: { count: number }[]) =>
    entries.reduce((total, { count }) => total + count, 0)
  expect(few.entries.length).toBeLessThanOrEqual(10)
  expect(sum(few.entries)).toBe(few.lanes[0]?.total)
  expect(sum(all.entries)).toBe(sum(few.entries))
  expect(all.entries.length).toBeGreaterThan(few.entries.length)
})

it('counts what is more than it reads, without losing any', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.clock.freeze()
  const events = ['campaign.completed']
  await sandbox.api.post('/webhooks', { body: { url: receiver.url, events } })
  for (let n = 0; n < 6; n++) {
    await sandbox.trigger('campaign.completed', { count: 100 })
    await sandbox.clock.set(Date.UTC(2026, 0, 16 + n))
  }
  const { lanes, entries } = await sandbox.timeline.get()

  for (const kind of ['event', 'delivery']) {
    const found = entries.filter((entry) => entry.kind === kind)
    const total = lanes.find((lane) => lane.kind === kind)?.total
    expect(total).toBe(600)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  }
  const [first] = entries.filter(({ kind }) => kind === 'delivery')
  const { ok = 0, failed = 0, pending = 0 } = first?.outcomes ?? {}
  expect(ok + failed + pending).toBe(first?.count)
})

it('keeps the state before a move of the clock, shows the difference to the present, and restores it', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  const before = await namesOf(sandbox)
  const dashboard = await sandbox.api.get('/core/dashboards')
  await sandbox.clock.advance('1d')
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const { token } = await sandbox.keys.create({ name: 'Later' })
  const [moment] = (await sandbox.timeline.get()).moments

  const detail = await sandbox.timeline.moment(moment?.id as string)
  const { undo } = await sandbox.timeline.restore(moment?.id as string)
  const after = await namesOf(sandbox)
  const shown = await sandbox.api.get('/core/dashboards')

  expect(detail).toMatchObject({
    before: 'advance',
    shows: '2026-01-15T09:30:00.000Z',
    past: { now: '2026-01-15T09:30:00.000Z', campaigns: before.length },
    present: { now: '2026-01-16T09:30:00.000Z', campaigns: before.length + 1 },
    more_changes: 0,
  })
  expect(detail.past.figures?.mentions).toBe(dashboard.body.data.totals.mentions)
  expect(detail.changes).toMatchObject([
    { collection: 'clock', change: 'changed', fields: [{ field: 'now' }] },
    { collection: 'campaigns', change: 'added', name: CAMPAIGN.name },
    { collection: 'keys', change: 'added', name: 'Later' },
  ])
  expect(JSON.stringify(detail)).not.toContain(token)
  expect(JSON.stringify(detail)).not.toMatch(/"hash"|"secret/)
  expect(after).toEqual(before)
  expect(shown.body.data).toEqual(dashboard.body.data)

  await sandbox.timeline.restore(undo?.id as string)

  expect(await namesOf(sandbox)).toContain(CAMPAIGN.name)
  expect((await sandbox.api.get('/auth/me', { key: token })).status).toBe(200)
})

it('makes a reset undoable', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.reset({ account: 'acc_demo' })
  const { entries } = await sandbox.timeline.get({ kind: ['clock'] })

  expect(await namesOf(sandbox)).not.toContain(CAMPAIGN.name)
  expect(entries).toMatchObject([{ type: 'reset', name: 'demo', moment: expect.any(String) }])

  await sandbox.timeline.restore(entries[0]?.moment as string)

  expect(await namesOf(sandbox)).toContain(CAMPAIGN.name)
})

it('makes a reset of the whole sandbox undoable', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.reset()
  const { moments } = await sandbox.timeline.get()

  await sandbox.timeline.restore(moments[0]?.id as string)

  expect(await namesOf(sandbox)).toContain(CAMPAIGN.name)
})

it('keeps the last moments only, and none for a freeze', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  for (let n = 0; n <= MOST_MOMENTS; n++) await sandbox.clock.advance('1s')

  const { moments, entries } = await sandbox.timeline.get({ kind: ['clock'] })

  expect(moments).toHaveLength(MOST_MOMENTS)
  expect(moments[0]?.shows).toBe('2026-01-15T09:30:20.000Z')
  expect(entries.filter(({ moment }) => moment !== null)).toHaveLength(MOST_MOMENTS)
  expect(await sandbox.snapshots.list()).toEqual([])
})

it('gives a key the moments of its own account only', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.set('2026-02-01T00:00:00Z', { account: 'acc_demo' })
  const [moment] = (await sandbox.timeline.get({ account: 'acc_demo' })).moments
  const other = (await sandbox.accounts.create({ fixture: 'empty' })).key.token
  const control = controlOf(sandbox)

  const read = await control.get(`/timeline/${moment?.id}`, { token: other })
  const named = await control.get('/timeline', { token: other, query: { account: 'acc_demo' } })

  expect(read.status).toBe(404)
  expect(named.status).toBe(403)
})

it.each([
  { from: 'yesterday' },
  { to: '+300000-01-01T00:00:00Z' },
  { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
  { from: '2020-01-01T00:00:00Z' },
  { kind: 'runs' },
  { limit: 5 },
])('refuses %j', async (query) => {
  const sandbox = await startSandbox()

  const { status, body } = await controlOf(sandbox).get('/timeline', { query: query as never })

  expect(status).toBe(400)
  expect(body.error.details.issues ?? body.error.details).toBeTruthy()
})
