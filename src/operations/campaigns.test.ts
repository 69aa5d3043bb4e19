import { describe, expect, it } from 'vitest'
import { change } from '../../test/support/overlays.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'

const empty = { key: 'svc_test_starter' }

describe('campaigns', () => {
  it('returns every accepted field on creation, with an id and the time', async () => {
    const { api } = await startSandbox()

    const { status, body, headers } = await api.post('/campaigns', { body: CAMPAIGN })

    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...CAMPAIGN,
      id: expect.stringMatching(/^cmp_\w+$/),
      status: 'active',
      created_at: '2026-01-15T09:30:00.000Z',
      tracked_since: '2026-01-15',
    })
    expect(headers.location).toMatch(new RegExp(`^http://.+/api/campaigns/${body.data.id}$`))
  })

  it('never shows the story of a campaign, and keeps it in an update', async () => {
    const { api } = await startSandbox()
    const { body: list } = await api.get('/campaigns', { query: { search: 'Planwell product' } })
    const { id } = list.data[0]
    const month = { campaign_id: id, start_date: '2025-12-01', end_date: '2025-12-31' }
    const before = await api.get('/serp/rankings', { query: month })

    const changed = await api.put(`/campaigns/${id}`, {
      body: { ...list.data[0], name: 'Renamed' },
    })

    const read = await api.get(`/campaigns/${id}`)
    for (const shown of [list.data[0], changed.body.data, read.body.data]) {
      expect(shown).toHaveProperty('tracked_since')
      expect(shown).not.toHaveProperty('story')
    }
    expect((await api.get('/serp/rankings', { query: month })).body.data).toEqual(before.body.data)
  })

  it('accepts values that the seed does not list, in any script', async () => {
    const { api } = await startSandbox()
    const body = {
      ...CAMPAIGN,
      name: 'Ναυτιλία 海运 🚢',
      type: 'something-new',
      frequency: 'every full moon',
      settings: { location: 'Αθήνα', device: 'fridge', search_engine: 'найди' },
    }

    const created = await api.post('/campaigns', { body })

    expect(created.body.data).toMatchObject(body)
  })

  it.each([
    ['name is missing', { name: undefined }, '/name'],
    ['keywords is missing', { keywords: undefined }, '/keywords'],
    ['name is a number', { name: 5 }, '/name'],
    ['type is blank', { type: '  ' }, '/type'],
    ['keywords is a string', { keywords: 'shoes' }, '/keywords'],
    ['keywords is empty', { keywords: [] }, '/keywords'],
    ['a keyword is a number', { keywords: ['shoes', 7] }, '/keywords/1'],
    ['settings is a list', { settings: [] }, '/settings'],
    ['device is a number', { settings: { device: 1 } }, '/settings/device'],
    ['name is too long', { name: 'x'.repeat(201) }, '/name'],
  ])(
    'refuses a creation if %s, names the field and creates nothing',
    async (_name, change, path) => {
      const { api } = await startSandbox()

      const refused = await api.post('/campaigns', { ...empty, body: { ...CAMPAIGN, ...change } })
      const list = await api.get('/campaigns', empty)

      expect(refused.status).toBe(400)
      expect(codeOf(refused)).toBe('invalid_request')
      expect(refused.body.error.details.issues).toEqual([
        expect.objectContaining({ in: 'body', path }),
      ])
      expect(list.body.data).toEqual([])
    },
  )

  it('replaces the fields that an update names and keeps the others', async () => {
    const sandbox = await startSandbox()
    const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const path = `/campaigns/${created.body.data.id}`
    sandbox.advance({ hours: 2 })

    const body = { name: 'Renamed', settings: { device: 'mobile' } }
    const updated = await sandbox.api.put(path, { body })
    const read = await sandbox.api.get(path)

    expect(updated.status).toBe(200)
    expect(updated.body.data).toEqual({
      ...created.body.data,
      name: 'Renamed',
      settings: { device: 'mobile' },
      updated_at: '2026-01-15T11:30:00.000Z',
      last_run_at: created.body.data.next_run_at,
      next_run_at: created.body.data.next_run_at.replace('01-15', '01-16'),
      last_run_status: 'completed',
    })
    expect(read.body.data).toEqual(updated.body.data)
  })

  it('accepts a campaign as it was returned, and keeps the fields that only the service sets', async () => {
    const { api } = await startSandbox()
    const created = await api.post('/campaigns', { body: CAMPAIGN })
    const path = `/campaigns/${created.body.data.id}`

    const body = { ...created.body.data, id: 'cmp_other', created_at: '1999-01-01T00:00:00.000Z' }
    const updated = await api.put(path, { body })

    expect(updated.body.data).toEqual(created.body.data)
  })

  it('changes nothing with a refused update', async () => {
    const { api } = await startSandbox()
    const created = await api.post('/campaigns', { body: CAMPAIGN })
    const path = `/campaigns/${created.body.data.id}`

    const refused = await api.put(path, { body: { name: 'Renamed', keywords: 'shoes' } })
    const nothing = await api.put(path, { body: {} })
    const read = await api.get(path)

    expect(codeOf(refused)).toBe('invalid_request')
    expect(codeOf(nothing)).toBe('invalid_request')
    expect(read.body.data).toEqual(created.body.data)
  })

  it('deletes one campaign', async () => {
    const { api } = await startSandbox()
    const kept = await api.post('/campaigns', { ...empty, body: CAMPAIGN })
    const gone = await api.post('/campaigns', { ...empty, body: CAMPAIGN })
    const path = `/campaigns/${gone.body.data.id}`

    const deleted = await api.delete(path, empty)
    const list = await api.get('/campaigns', empty)

    expect(deleted.status).toBe(200)
    expect(deleted.body.data).toEqual({ id: gone.body.data.id, deleted: true })
    expect(codeOf(await api.get(path, empty))).toBe('not_found')
    expect(codeOf(await api.delete(path, empty))).toBe('not_found')
    expect(list.body.data).toEqual([kept.body.data])
  })

  it.each(['get', 'put', 'delete'] as const)('%s of an unknown id is not found', async (method) => {
    const { api } = await startSandbox()

    const body = method === 'put' ? { body: { name: 'x' } } : {}
    for (const id of ['cmp_unknown', '__proto__', 'constructor', '%F0%9F%9A%A2']) {
      const response = await api[method](`/campaigns/${id}`, body)

      expect(response.status).toBe(404)
      expect(codeOf(response)).toBe('not_found')
    }
  })

  it('lists the newest first, page by page, each campaign once', async () => {
    const { api } = await startSandbox()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names)
      await api.post('/campaigns', { ...empty, body: { ...CAMPAIGN, name } })

    const pages = []
    for (const offset of [0, 2, 4]) {
      pages.push(await api.get('/campaigns', { ...empty, query: { limit: 2, offset } }))
    }

    expect(pages.map(({ body }) => body.data.map((each: { name: string }) => each.name))).toEqual([
      ['e', 'd'],
      ['c', 'b'],
      ['a'],
    ])
    expect(pages.map(({ body }) => body.meta.pagination.has_more)).toEqual([true, true, false])
    expect(pages[0]?.body.meta.pagination).toMatchObject({ total: 5, limit: 2, offset: 0 })
  })

  it('filters by type, frequency, state and text', async () => {
    const { api } = await startSandbox()
    const make = (change: object) =>
      api.post('/campaigns', { ...empty, body: { ...CAMPAIGN, ...change } })
    await make({ name: 'Chat', type: 'chat' })
    await make({ name: 'Weekly', frequency: 'weekly', keywords: ['Standing Desk'] })
    await make({ name: 'Paused', status: 'paused' })
    const namesFor = async (query: Record<string, string>) =>
      (await api.get('/campaigns', { ...empty, query })).body.data.map(
        (each: { name: string }) => each.name,
      )

    expect(await namesFor({ type: 'chat' })).toEqual(['Chat'])
    expect(await namesFor({ frequency: 'weekly' })).toEqual(['Weekly'])
    expect(await namesFor({ status: 'paused' })).toEqual(['Paused'])
    expect(await namesFor({ search: 'standing' })).toEqual(['Weekly'])
    expect(await namesFor({ search: 'PAUSE' })).toEqual(['Paused'])
    expect(await namesFor({ type: 'serp', frequency: 'daily' })).toEqual(['Paused'])
  })

  it.each([
    ['limit', '0'],
    ['limit', '1001'],
    ['limit', 'many'],
    ['limit', ''],
    ['offset', '-1'],
    ['status', 'asleep'],
  ])('refuses %s=%s and names the parameter', async (name, value) => {
    const { api } = await startSandbox()

    const response = await api.get('/campaigns', { query: { [name]: value } })

    expect(response.status).toBe(400)
    expect(response.body.error.details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: name }),
    ])
  })
})

it('reports the number of characters of a text that is too long', async () => {
  const { api } = await startSandbox()

  const { body } = await api.post('/campaigns', {
    body: { ...CAMPAIGN, type: `${'😀'.repeat(100)}x` },
  })

  expect(body.error.message).toContain('must have at most 100 characters; found 101')
})

it('refuses a page of too many bytes, and names the number of rows that fit', async () => {
  const { api } = await startSandbox({ fixture: 'empty' })
  const keywords = Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(200, '語'))
  for (let n = 0; n < 15; n++) await api.post('/campaigns', { body: { ...CAMPAIGN, keywords } })

  const whole = await api.get('/campaigns', { query: { limit: 1_000 } })
  const { fitting } = whole.body.error.details
  const part = await api.get('/campaigns', { query: { limit: fitting } })

  expect(whole.status).toBe(400)
  expect(whole.body.error.message).toContain(`Ask for ${fitting} rows or fewer at once.`)
  expect(part.body.data).toHaveLength(fitting)
  expect(fitting).toBeGreaterThan(10)
})

describe('the keywords of an account of a sandbox that others use', () => {
  const list = (count: number, name = 'word') =>
    Array.from({ length: count }, (_, n) => `${name} ${n}`)

  async function startShared() {
    const overlay = overlayFile(change('$', { 'x-campaigns': { keywords_per_account: 30 } }))
    const sandbox = await startSandbox({ overlay, openSignup: true, adminToken: 'admin' })
    const { token: key } = await sandbox.keys.create({ name: 'Own' }, { account: 'acc_demo' })
    return (method: 'post' | 'put' | 'delete', path: string, keywords?: string[]) =>
      sandbox.api[method](path, { key, ...(keywords && { body: { ...CAMPAIGN, keywords } }) })
  }

  it('are limited, and fewer ones are always allowed', async () => {
    const send = await startShared()
    const { id } = (await send('post', '/campaigns', list(20))).body.data

    const more = await send('post', '/campaigns', list(11))
    const rest = await send('post', '/campaigns', list(10))
    const changed = await send('put', `/campaigns/${id}`, list(20, 'other'))
    await send('delete', `/campaigns/${rest.body.data.id}`)

    expect([more.status, rest.status, changed.status]).toEqual([400, 201, 400])
    expect(more.body.error.message).toContain('would have 31 keywords; the maximum is 30')
    expect(more.body.error.details).toEqual({ limit: 30, keywords: 31 })
  })

  it('include those of past versions, which are forgotten with the campaign after a while', async () => {
    const send = await startShared()
    const { id } = (await send('post', '/campaigns', list(10))).body.data
    for (const name of ['two', 'three']) await send('put', `/campaigns/${id}`, list(10, name))

    expect((await send('post', '/campaigns', ['one more'])).status).toBe(400)
  })

  it('refuse no further changes of a campaign: its oldest versions are forgotten', async () => {
    const send = await startShared()
    const { id } = (await send('post', '/campaigns', list(10))).body.data
    const names = ['two', 'three', 'four', 'five']

    const changes = []
    for (const name of names) changes.push(await send('put', `/campaigns/${id}`, list(10, name)))
    const more = await send('put', `/campaigns/${id}`, list(21, 'more'))

    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(more.status).toBe(400)
  })
})
