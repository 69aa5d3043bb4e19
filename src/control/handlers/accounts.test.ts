import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFile, temporaryFolder } from '../../../test/support/temporary.ts'

const FIXTURE = `
accounts:
  - id: acc_shop
    name: Shop Ltd
    plan: Starter
    keys: [{ token: svc_test_shop }]
    campaigns:
      - { name: Shoes, type: serp, keywords: [running shoes], frequency: daily }
`

describe('a new account', () => {
  it('has the data of the fixture without its keys, and a key of its own', async () => {
    const sandbox = await startSandbox()

    const created = await controlOf(sandbox).post('/accounts', { body: { name: 'Alice' } })
    const { id, key } = created.body.data
    const own = await sandbox.api.get('/campaigns', { key: key.token })
    const demo = await sandbox.api.get('/campaigns')
    const me = await sandbox.api.get('/auth/me', { key: key.token })

    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      name: 'Alice',
      plan: 'Professional',
      campaigns: 12,
      keys: 1,
      made_by: 'operator',
      fixture: 'demo',
      created_at: '2026-01-15T09:30:00.000Z',
      key: { type: 'test', permissions: ['*'] },
    })
    expect(me.body.data.account).toMatchObject({ id, name: 'Alice' })
    const named = ({ body }: typeof own) => body.data.map((each: { name: string }) => each.name)
    const ids = ({ body }: typeof own) => body.data.map((each: { id: string }) => each.id)
    expect(named(own)).toEqual(named(demo))
    expect(ids(own).filter((each: string) => ids(demo).includes(each))).toEqual([])
    expect(await sandbox.keys.list({ account: id })).toHaveLength(1)
  })

  it('is made from the named account of the fixture, with another plan and seed', async () => {
    const sandbox = await startSandbox()

    const { body } = await controlOf(sandbox).post('/accounts', {
      body: {
        id: 'acc_big',
        fixture: 'demo',
        fixture_account: 'acc_enterprise',
        plan: 'Starter',
        seed: 7,
      },
    })

    expect(body.data).toMatchObject({ id: 'acc_big', campaigns: 1000, plan: 'Starter' })
    const list = await sandbox.api.get('/campaigns', { key: body.data.key.token })
    expect(list.headers['x-ratelimit-limit']).toBe('100')
  })

  it.each([
    ['YAML', FIXTURE],
    [
      'JSON',
      {
        accounts: [
          {
            id: 'acc_shop',
            keys: [{ token: 'svc_test_shop' }],
            campaigns: [{ name: 'Shoes', type: 'serp', keywords: ['shoes'], frequency: 'daily' }],
          },
        ],
      },
    ],
  ])('accepts a fixture sent as %s, with its keys', async (_kind, fixture) => {
    const sandbox = await startSandbox()

    const created = await controlOf(sandbox).post('/accounts', { body: { fixture } })
    const list = await sandbox.api.get('/campaigns', { key: 'svc_test_shop' })

    expect(created.body.data).toMatchObject({ campaigns: 1, keys: 2, fixture: null })
    expect(list.body.data).toMatchObject([{ name: 'Shoes' }])
  })

  it.each([
    [{ fixture: 'dmeo' }, ['fixture', 'demo, edges, empty, starter', 'dmeo']],
    [{ fixture: '../package.json' }, ['fixture', 'demo']],
    [{ fixture: '/etc/passwd' }, ['fixture']],
    [{ fixture: 'accounts:\n  - name: x\n' }, ['line 2', 'accounts[0].id is missing']],
    [{ fixture: { accounts: [] } }, ['fixture', 'one or more accounts']],
    [{ fixture_account: 'acc_none' }, ['fixture_account', 'acc_demo, acc_starter', 'acc_none']],
    [{ plan: 'Golden' }, ['plan', 'Starter, Professional, Enterprise', 'Golden']],
    [{ id: 'a b' }, ['id', 'letters', 'a b']],
    [{ id: 'ACC_DEMO' }, ['id', 'no account has']],
    [
      { fixture: { accounts: [{ id: 'x', keys: [{ token: 'svc_test_demo' }] }] } },
      ['svc_test', 'acc_demo', 'another token'],
    ],
  ])('is refused for %j, and nothing changes', async (body, words) => {
    const sandbox = await startSandbox()

    const response = await controlOf(sandbox).post('/accounts', { body })

    expect(response.status).toBe(400)
    for (const word of words) expect(response.body.error.message).toContain(word)
    expect(await sandbox.accounts.list()).toHaveLength(3)
    expect((await sandbox.api.get('/auth/me')).status).toBe(200)
  })
})

it('lists accounts in pages, with the time of their last use', async () => {
  const sandbox = await startSandbox()
  await sandbox.api.get('/auth/me')

  const page = await controlOf(sandbox).get('/accounts?limit=1')
  const one = await controlOf(sandbox).get('/accounts/acc_starter')
  const none = await controlOf(sandbox).get('/accounts/acc_none')

  expect(page.body.data).toMatchObject([
    { id: 'acc_demo', made_by: 'fixture', last_used_at: '2026-01-15T09:30:00.000Z' },
  ])
  expect(page.body.meta.pagination).toEqual({ total: 3, limit: 1, offset: 0, has_more: true })
  expect(one.body.data).toMatchObject({ id: 'acc_starter', last_used_at: null })
  expect(none.status).toBe(404)
})

it('removes an account with all that it owns', async () => {
  const data = temporaryFolder()
  const sandbox = await startSandbox({ data })
  const { id, key } = await sandbox.accounts.create()
  await sandbox.snapshots.save('mine', { account: id })

  const removed = await controlOf(sandbox).delete(`/accounts/${id}`)

  expect(removed.status).toBe(200)
  expect((await sandbox.api.get('/auth/me', { key: key.token })).status).toBe(401)
  expect(readdirSync(join(data, 'accounts')).join()).not.toContain(id)
  expect(existsSync(join(data, 'snapshots', id))).toBe(false)
})

describe('a reset', () => {
  const count = async (sandbox: Awaited<ReturnType<typeof startSandbox>>, key?: string) =>
    (await sandbox.api.get('/campaigns', key === undefined ? {} : { key })).body.meta.pagination
      .total

  it('with an account’s own key resets that account only', async () => {
    const sandbox = await startSandbox()
    const starter = 'svc_test_starter'
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    await sandbox.api.post('/campaigns', { key: starter, body: CAMPAIGN })

    const reset = await controlOf(sandbox).post('/reset', { token: starter })
    const other = await controlOf(sandbox).post('/reset', {
      token: starter,
      body: { account: 'acc_demo' },
    })

    expect(reset.body.data).toEqual({ accounts: ['acc_starter'], removed: [] })
    expect(other.status).toBe(403)
    expect([await count(sandbox), await count(sandbox, starter)]).toEqual([13, 0])
  })

  it('loads another fixture into every account or into one', async () => {
    const sandbox = await startSandbox()

    await controlOf(sandbox).post('/reset', { body: { fixture: 'empty', account: 'acc_demo' } })
    const one = [await count(sandbox), (await sandbox.accounts.list()).length]
    await sandbox.reset({ fixture: 'empty' })
    const all = [await count(sandbox), (await sandbox.accounts.list()).length]
    await sandbox.reset()

    expect(one).toEqual([0, 3])
    expect(all).toEqual([0, 1])
    expect([await count(sandbox), (await sandbox.accounts.list()).length]).toEqual([12, 3])
  })

  it('loads the current files next to the fixture by name', async () => {
    const file = temporaryFile('base.yaml', FIXTURE.replace('svc_test_shop', 'svc_test_demo'))
    const scenario = join(file, '..', 'two.yaml')
    const { writeFileSync } = await import('node:fs')
    const line = '      - { name: Boots, type: serp, keywords: [boots], frequency: daily }\n'
    writeFileSync(scenario, FIXTURE.replace('svc_test_shop', 'svc_test_demo') + line)
    const sandbox = await startSandbox({ fixture: file })

    await sandbox.reset({ fixture: 'two' })
    const two = await count(sandbox)
    writeFileSync(scenario, FIXTURE.replace('svc_test_shop', 'svc_test_demo') + line + line)
    await sandbox.reset({ fixture: 'two' })
    const three = await count(sandbox)
    await sandbox.reset({ fixture: 'base' })

    expect([two, three, await count(sandbox)]).toEqual([2, 3, 1])
    const unknown = await controlOf(sandbox).post('/reset', { body: { fixture: 'three' } })
    expect(unknown.body.error.message).toContain('base')
    expect(unknown.body.error.message).toContain('two')
    const own = await controlOf(sandbox).post('/reset', {
      token: 'svc_test_demo',
      body: { fixture: 'two' },
    })
    expect(own.status).toBe(400)
  })

  it('of an account made from a sent fixture needs its first snapshot', async () => {
    const sandbox = await startSandbox()
    const { id } = await sandbox.accounts.create({ fixture: FIXTURE })
    await sandbox.api.post('/campaigns', { key: 'svc_test_shop', body: CAMPAIGN })

    const refused = await controlOf(sandbox).post('/reset', { body: { account: id } })
    await sandbox.snapshots.restore('created', { account: id })

    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain('snapshot created')
    expect(await count(sandbox, 'svc_test_shop')).toBe(1)
  })

  it('with invalid input changes nothing', async () => {
    const sandbox = await startSandbox()
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    for (const body of [{ fixture: 'none' }, { account: 'acc_none' }, { fixtures: 'demo' }]) {
      const { status } = await controlOf(sandbox).post('/reset', { body })
      expect([400, 404]).toContain(status)
    }
    const torn = await controlOf(sandbox).post('/reset', {
      headers: { 'Content-Type': 'text/plain' },
      body: 'x' as never,
    })

    expect(torn.status).toBe(415)
    expect(await count(sandbox)).toBe(13)
  })
})
