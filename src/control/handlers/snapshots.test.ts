import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const namesOf = async ({ api }: TestSandbox) => {
  const { body } = await api.get('/campaigns', { query: { limit: 1000 } })
  return body.data.map(({ name }: { name: string }) => name)
}

it('restores the whole account, without later additions', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const saved = await controlOf(sandbox).post('/snapshots', { body: { name: 'launched' } })
  const before = await sandbox.api.get('/campaigns')
  const { token } = await sandbox.keys.create({ name: 'Later' })
  await sandbox.api.delete(`/campaigns/${before.body.data[0].id}`)
  await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name: 'Another' } })

  const restored = await controlOf(sandbox).post('/snapshots/launched/restore')

  expect(saved.status).toBe(201)
  expect(saved.body.data).toEqual({
    name: 'launched',
    account: 'acc_demo',
    saved_at: '2026-01-15T09:30:00.000Z',
    shows: '2026-01-15T09:30:00.000Z',
    campaigns: 13,
    problem: null,
  })
  expect(restored.status).toBe(200)
  expect((await sandbox.api.get('/campaigns')).body.data).toEqual(before.body.data)
  expect((await sandbox.api.get('/auth/me', { key: token })).status).toBe(401)
})

it('restores the time of the clock, which runs from there', async () => {
  const sandbox = await startSandbox()
  await sandbox.snapshots.save('morning')

  sandbox.advance({ days: 3 })
  await sandbox.snapshots.restore('morning')
  const restored = await sandbox.api.get('/auth/me')
  sandbox.advance({ hours: 1 })
  const later = await sandbox.api.get('/auth/me')

  expect(restored.body.meta.timestamp).toBe('2026-01-15T09:30:00.000Z')
  expect(later.body.meta.timestamp).toBe('2026-01-15T10:30:00.000Z')
})

it('keeps the usage of keys, except for keys that are gone', async () => {
  const sandbox = await startSandbox()
  const kept = await sandbox.keys.create({ name: 'Before' })
  await sandbox.snapshots.save('start')
  const gone = await sandbox.keys.create({ name: 'After' })
  await sandbox.api.get('/auth/me', { key: kept.token })
  await sandbox.api.get('/auth/me', { key: gone.token })
  await sandbox.keys.usage(gone.id)

  await sandbox.snapshots.restore('start')
  const again = await sandbox.keys.create({ name: 'After' })

  expect(again.id).toBe(gone.id)
  expect((await sandbox.keys.usage(kept.id)).total.requests).toBe(1)
  expect((await sandbox.keys.usage(again.id)).total.requests).toBe(0)
})

it('is replaced by one of the same name, and deleted', async () => {
  const sandbox = await startSandbox()
  await sandbox.snapshots.save('here')
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.snapshots.save('here')

  const list = await controlOf(sandbox).get('/snapshots')
  const deleted = await controlOf(sandbox).delete('/snapshots/here')

  expect(list.body.data).toMatchObject([{ name: 'here', campaigns: 13 }])
  expect(deleted.body.data).toMatchObject({ name: 'here' })
  expect((await controlOf(sandbox).get('/snapshots')).body.data).toEqual([])
})

it('belongs to one account: another neither sees nor restores it', async () => {
  const sandbox = await startSandbox()
  await sandbox.snapshots.save('mine')
  const token = 'svc_test_starter'

  const list = await controlOf(sandbox).get('/snapshots', { token })
  const restored = await controlOf(sandbox).post('/snapshots/mine/restore', { token })
  const named = await controlOf(sandbox).delete('/snapshots/mine?account=acc_demo', { token })

  expect(list.body.data).toEqual([])
  expect([restored.status, named.status]).toEqual([404, 403])
  expect(await sandbox.snapshots.list()).toHaveLength(1)
})

it.each(['', 'Übung', '../../acc_demo', 'a/b', 'UPPER', '.hidden', 'x'.repeat(65)])(
  'is refused with the name %j',
  async (name) => {
    const data = temporaryFolder()
    const sandbox = await startSandbox({ data })

    const response = await controlOf(sandbox).post('/snapshots', { body: { name } })

    expect(response.status).toBe(400)
    expect(response.body.error.message).toContain('name')
    expect(readdirSync(data)).not.toContain('snapshots')
  },
)

it('is one of twenty at most', async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  for (let n = 0; n < 20; n++) await sandbox.snapshots.save(`number-${n}`)

  const surplus = await controlOf(sandbox).post('/snapshots', { body: { name: 'one-more' } })
  const again = await controlOf(sandbox).post('/snapshots', { body: { name: 'number-0' } })

  expect(surplus.status).toBe(403)
  expect(surplus.body.error.message).toContain('Delete one')
  expect(again.status).toBe(201)
  expect(await sandbox.snapshots.list()).toHaveLength(20)
})

it('lists the known ones if it does not exist', async () => {
  const sandbox = await startSandbox()
  await sandbox.snapshots.save('here')

  const { status, body } = await controlOf(sandbox).post('/snapshots/there/restore')

  expect(status).toBe(404)
  expect(body.error.message).toContain('"there". It has here.')
})

it('survives a restart, and so does the restored state', async () => {
  const data = temporaryFolder()
  const first = await startSandbox({ data })
  await first.api.post('/campaigns', { body: CAMPAIGN })
  await first.snapshots.save('kept')
  const before = await namesOf(first)
  await first.close()
  const second = await startSandbox({ data })
  await second.api.post('/campaigns', { body: { ...CAMPAIGN, name: 'Another' } })

  await second.snapshots.restore('kept')
  const restored = await namesOf(second)
  await second.close()
  const third = await startSandbox({ data })

  expect(restored).toEqual(before)
  expect(await namesOf(third)).toEqual(before)
})

it('is listed with the problem if its file is damaged, and can be deleted', async () => {
  const data = temporaryFolder()
  const first = await startSandbox({ data })
  await first.snapshots.save('torn')
  await first.snapshots.save('whole')
  await first.close()
  const file = join(data, 'snapshots', 'acc_demo', 'torn.json')
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 1000))
  const sandbox = await startSandbox({ data })

  const list = await controlOf(sandbox).get('/snapshots')
  const restored = await controlOf(sandbox).post('/snapshots/torn/restore')
  await controlOf(sandbox).delete('/snapshots/torn')

  expect(list.body.data).toMatchObject([
    { name: 'torn', saved_at: null, problem: expect.stringContaining(file) },
    { name: 'whole', problem: null },
  ])
  expect(restored.status).toBe(503)
  expect(restored.body.error.message).toContain('incomplete or not JSON')
  expect(readdirSync(join(data, 'snapshots', 'acc_demo'))).toEqual(['whole.json', 'whole.rows'])
})
