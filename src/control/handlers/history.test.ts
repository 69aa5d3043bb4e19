import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { MOST_MARKS } from '../../accounts/mark.ts'
import { MOST_MOMENTS } from '../../runtime/moments.ts'

const namesOf = async ({ api }: TestSandbox) => {
  const { body } = await api.get('/campaigns', { query: { limit: 1000 } })
  return body.data.map(({ name }: { name: string }) => name)
}

/** The changes without their times. */
const summed = ({ changes }: Timeline) =>
  changes.map(({ operation, source, about }) => [operation, source, about?.name ?? about?.id])

type Timeline = Awaited<ReturnType<TestSandbox['timeline']['get']>>

it('lists every change with its source, its key, its subject and its times', async () => {
  const sandbox = await startSandbox()
  const control = controlOf(sandbox)
  await sandbox.clock.freeze()
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  await sandbox.api.put(`/campaigns/${id}`, { body: { name: 'Autumn' } })
  const body = { url: 'https://hooks.example/path?secret=1', events: ['campaign.completed'] }
  const webhook = (await sandbox.api.post('/webhooks', { body })).body.data.id
  await sandbox.api.get('/campaigns')
  await sandbox.api.put('/campaigns/cmp_none', { body: { name: 'None' } })
  const as = (client: string) => ({ headers: { 'X-Sandbox-Client': client } })
  await control.post('/keys', { body: { name: 'App' }, ...as('cli') })
  await control.delete(`/api/webhooks/${webhook}`, as('console'))
  await sandbox.trigger('campaign.completed')
  await sandbox.clock.advance('1d')

  const timeline = await sandbox.timeline.get()

  expect(summed(timeline)).toEqual([
    ['advanceClock', 'sdk', undefined],
    ['triggerEvent', 'sdk', 'campaign.completed'],
    ['deleteWebhook', 'console', 'hooks.example'],
    ['createKey', 'cli', 'App'],
    ['createWebhook', 'api', 'hooks.example'],
    ['updateCampaign', 'api', 'Autumn'],
    ['createCampaign', 'api', CAMPAIGN.name],
    ['freezeClock', 'sdk', undefined],
  ])
  const [advanced, , deleted, , , updated] = timeline.changes
  expect(updated).toMatchObject({
    id: 'chg_3',
    key: { name: expect.any(String) },
    about: { type: 'campaign', id },
    at: '2026-01-15T09:30:00.000Z',
    to: null,
    moment: null,
  })
  expect(advanced).toMatchObject({ key: null, about: null, to: '2026-01-16T09:30:00.000Z' })
  expect(deleted).toMatchObject({ key: null, moment: expect.stringMatching(/_delete$/) })
  expect(Math.abs(Date.parse(updated?.made_at as string) - Date.now())).toBeLessThan(60_000)
  expect(JSON.stringify(timeline)).not.toContain('secret=1')
})

it.each<[string, (sandbox: TestSandbox) => Promise<unknown>]>([
  ['acknowledgeAlert', async ({ api }) => api.post(`/alerts/${await alertOf(api)}/acknowledge`)],
  ['deleteAlert', async ({ api }) => api.delete(`/alerts/${await alertOf(api)}`)],
  ['createFault', ({ faults }) => faults.add({ status: 500 })],
  ['deleteFaults', ({ faults }) => faults.clear()],
  ['deleteKey', async ({ keys }) => keys.delete((await keys.create({ name: 'Old' })).id)],
  ['saveSnapshot', ({ snapshots }) => snapshots.save('clean')],
  ['deleteRequests', ({ requests }) => requests.clear({ account: 'acc_demo' })],
  ['setClock', ({ clock }) => clock.set('2026-02-01T00:00:00Z')],
  ['importState', async ({ state }) => state.load(await state.get())],
])('notes %s', async (operation, change) => {
  const sandbox = await startSandbox()

  await change(sandbox)

  expect((await sandbox.timeline.get()).changes[0]?.operation).toBe(operation)
})

const alertOf = async (api: TestSandbox['api']) => {
  const { id } = (await api.post('/campaigns', { body: CAMPAIGN })).body.data
  const body = { name: 'Done', campaign_id: id, event: 'campaign.completed' }
  return (await api.post('/alerts', { body })).body.data.id
}

it('finds changes by source, by subject, and those that can be undone', async () => {
  const sandbox = await startSandbox()
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  await sandbox.faults.add({ status: 500, enabled: false })
  await sandbox.api.delete(`/campaigns/${id}`)

  const found = async (query: Parameters<TestSandbox['timeline']['get']>[0]) => {
    const { total, changes } = await sandbox.timeline.get(query)
    return [total, changes.map(({ operation }) => operation)]
  }

  expect(await found({ source: 'sdk' })).toEqual([1, ['createFault']])
  expect(await found({ about: id })).toEqual([2, ['deleteCampaign', 'createCampaign']])
  expect(await found({ undoable: true })).toEqual([1, ['deleteCampaign']])
  expect(await found({ limit: 1 })).toEqual([3, ['deleteCampaign']])
})

it.each([
  ['campaigns', 'deleteCampaign'],
  ['webhooks', 'deleteWebhook'],
] as const)('undoes the deletion in %s, and the undo', async (list, operation) => {
  const sandbox = await startSandbox()
  const events = ['campaign.completed']
  const body = list === 'campaigns' ? CAMPAIGN : { url: 'https://hooks.example/', events }
  const { id } = (await sandbox.api.post(`/${list}`, { body })).body.data
  await sandbox.api.delete(`/${list}/${id}`)
  await sandbox.api.post('/auth/logout')
  const statusOf = async () => (await sandbox.api.get(`/${list}/${id}`)).status

  const { undone } = await sandbox.timeline.undo()
  const afterUndo = await statusOf()
  const [{ id: change } = { id: '' }] = (await sandbox.timeline.get()).changes
  await sandbox.timeline.undo(change)

  expect(undone.operation).toBe(operation)
  expect(afterUndo).toBe(200)
  expect(await statusOf()).toBe(404)
  expect(summed(await sandbox.timeline.get()).map(([each]) => each)).toEqual([
    ...['undoChange', 'undoChange', 'logout', operation],
    list === 'campaigns' ? 'createCampaign' : 'createWebhook',
  ])
})

it('goes one step back with each undo, and names what it undid shortly', async () => {
  const sandbox = await startSandbox()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three'])
    ids.push((await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name } })).body.data.id)
  for (const id of ids) await sandbox.api.delete(`/campaigns/${id}`)

  const names: string[][] = []
  for (let step = 0; step < 3; step++) {
    await sandbox.timeline.undo()
    names.push(
      (await namesOf(sandbox)).filter((name: string) => ['One', 'Two', 'Three'].includes(name)),
    )
  }
  const none = await controlOf(sandbox).post('/undo', {})
  const [{ id } = { id: '' }] = (await sandbox.timeline.get()).changes
  await sandbox.timeline.undo(id)

  expect(names.map(({ length }) => length)).toEqual([1, 2, 3])
  expect(none.status).toBe(404)
  expect(none.body.error.message).toContain('/restore')
  const [last] = (await sandbox.timeline.get()).changes
  expect(last?.about?.name).toMatch(/^undoChange chg_\d+$/)
})

it.each([
  [{}, 'Account acc_demo has no change that can be undone. A state is kept before deletions'],
  [{ change: 'chg_1' }, 'The change chg_1 cannot be undone. A state is kept before deletions'],
  [{ change: 'chg_7' }, 'Account acc_demo has no change "chg_7".'],
])('cannot undo %j, and says why', async (body, words) => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })

  const answer = await controlOf(sandbox).post('/undo', { body })

  expect(answer.status).toBe(404)
  expect(answer.body.error.message).toContain(words)
})

it('keeps the last changes only, with the states before the last deletions and the last moves', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.advance('1s')
  const ids: string[] = []
  for (let n = 0; n <= MOST_MARKS / 2; n++) {
    ids.push((await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data.id)
  }
  for (const id of ids) await sandbox.api.delete(`/campaigns/${id}`)

  const { changes, moments } = await sandbox.timeline.get()

  expect(changes).toHaveLength(MOST_MARKS)
  expect(changes[0]?.id).toBe(`chg_${2 * ids.length + 1}`)
  expect(changes.filter(({ moment }) => moment !== null)).toHaveLength(MOST_MOMENTS)
  expect(moments.filter(({ before }) => before === 'advance')).toHaveLength(1)
})

it('survives a restart', async () => {
  const data = await temporaryFolder()
  const first = await startSandbox({ data })
  await first.api.post('/campaigns', { body: CAMPAIGN })
  await first.close()

  const sandbox = await startSandbox({ data })
  await sandbox.api.post('/auth/logout')

  expect(summed(await sandbox.timeline.get())).toEqual([
    ['logout', 'api', undefined],
    ['createCampaign', 'api', CAMPAIGN.name],
  ])
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

it('makes a reset undoable, and remembers what was before', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.reset({ account: 'acc_demo' })

  expect(await namesOf(sandbox)).not.toContain(CAMPAIGN.name)
  expect(summed(await sandbox.timeline.get())).toEqual([
    ['resetSandbox', 'sdk', 'demo'],
    ['createCampaign', 'api', CAMPAIGN.name],
  ])

  await sandbox.timeline.undo()

  expect(await namesOf(sandbox)).toContain(CAMPAIGN.name)
})

it('makes a reset of the whole sandbox undoable', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.reset()

  await sandbox.timeline.undo()

  expect(await namesOf(sandbox)).toContain(CAMPAIGN.name)
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

it.each([{ source: 'me' }, { limit: 0 }, { limit: 201 }, { undoable: 'perhaps' }, { about: '' }])(
  'refuses %j',
  async (query) => {
    const sandbox = await startSandbox()

    const { status, body } = await controlOf(sandbox).get('/timeline', { query: query as never })

    expect(status).toBe(400)
    expect(body.error.details.issues ?? body.error.details).toBeTruthy()
  },
)
