import { describe, expect, it } from 'vitest'
import { CAMPAIGN, codeOf, startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'

type Api = TestSandbox['api']

/** The fields of an alert on a new campaign. */
const alertOn = async (api: Api, change: object = {}) => {
  const campaign = await api.post('/campaigns', { body: CAMPAIGN })
  const campaign_id: string = campaign.body.data.id
  return { name: 'Lost the first page', campaign_id, event: 'ranking.changed', ...change }
}

const create = async (api: Api, change: object = {}) => {
  const body = await alertOn(api, change)
  const created = await api.post('/alerts', { body })
  expect(created.status, created.text).toBe(201)
  return created.body.data
}

const issuesOf = (response: { body: { error: { details: { issues: object[] } } } }) =>
  response.body.error.details.issues

describe('creating an alert', () => {
  it('returns the accepted fields with an id and the times', async () => {
    const { api } = await startSandbox()
    const body = await alertOn(api, { keyword: 'Trail RUNNING shoes', min_change: 5 })

    const created = await api.post('/alerts', { body })
    const read = await api.get(`/alerts/${created.body.data.id}`)

    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      ...body,
      id: expect.stringMatching(/^alr_\w+$/),
      trigger_count: 0,
      last_triggered_at: null,
      acknowledged_at: null,
      snoozed_until: null,
      created_at: '2026-01-15T09:30:00.000Z',
      updated_at: '2026-01-15T09:30:00.000Z',
    })
    expect(created.headers.location).toMatch(
      new RegExp(`^http://.+/api/alerts/${created.body.data.id}$`),
    )
    expect(read.body.data).toEqual(created.body.data)
  })

  it('accepts any name of a platform, and returns the canonical one', async () => {
    const { api } = await startSandbox()

    const alert = await create(api, { event: 'mention.detected', platform: 'google-ai-overviews' })

    expect(alert.platform).toBe('Google AI Overviews')
  })

  it.each<[string, object, string, RegExp]>([
    ['no name', { name: undefined }, '/name', /is missing/],
    ['a blank name', { name: ' ' }, '/name', /blank/],
    ['no campaign', { campaign_id: undefined }, '/campaign_id', /is missing/],
    [
      'an unknown campaign',
      { campaign_id: 'cmp_x' },
      '/campaign_id',
      /this account; found "cmp_x"/,
    ],
    ['an unknown kind', { event: 'ranking.lost' }, '/event', /one of campaign\.completed, /],
    [
      'a keyword that the campaign does not have',
      { keyword: 'sandals' },
      '/keyword',
      /has "trail running shoes", "waterproof hiking boots"; found "sandals"$/,
    ],
    ['a change of no place', { min_change: 0 }, '/min_change', /at least 1/],
    ['a change of 100 places', { min_change: 100 }, '/min_change', /at most 99/],
    ['a platform for rankings', { platform: 'Grok' }, '/platform', /for mention\.detected only/],
    [
      'an unknown platform',
      { event: 'mention.detected', platform: 'Ask Jeeves' },
      '/platform',
      /such as ChatGPT, .*; found "Ask Jeeves"$/,
    ],
    [
      'a change of mentions',
      { event: 'mention.detected', min_change: 5 },
      '/min_change',
      /for ranking\.changed only, not for mention\.detected/,
    ],
    [
      'a keyword for runs',
      { event: 'campaign.completed', keyword: 'trail running shoes' },
      '/keyword',
      /not for campaign\.completed/,
    ],
  ])('is refused with %s, and creates nothing', async (_name, change, path, message) => {
    const { api } = await startSandbox()

    const refused = await api.post('/alerts', { body: await alertOn(api, change) })
    const list = await api.get('/alerts')

    expect(refused.status).toBe(400)
    expect(codeOf(refused)).toBe('invalid_request')
    expect(issuesOf(refused)).toEqual([
      expect.objectContaining({ in: 'body', path, message: expect.stringMatching(message) }),
    ])
    expect(list.body.data).toEqual([])
  })

  it('is refused if an account has the maximum number', async () => {
    const overlay = overlayFile(
      '  - { target: $.x-subscriptions, description: Fewer., update: { alerts: 1 } }\n',
    )
    const { api } = await startSandbox({ overlay })
    await create(api)

    const refused = await api.post('/alerts', { body: await alertOn(api) })

    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toMatch(/has 1 alerts; the maximum is 1\. Delete one/)
  })
})

describe('updating an alert', () => {
  it('replaces the fields that are sent, removes those that are null, and keeps the others', async () => {
    const { api, advance } = await startSandbox()
    const { keyword: _, ...alert } = await create(api, {
      keyword: 'trail running shoes',
      min_change: 5,
    })
    advance({ hours: 2 })

    const body = { min_change: 3, keyword: null }
    const updated = await api.put(`/alerts/${alert.id}`, { body })
    const read = await api.get(`/alerts/${alert.id}`)

    expect(updated.status).toBe(200)
    expect(updated.body.data).toEqual({
      ...alert,
      min_change: 3,
      updated_at: '2026-01-15T11:30:00.000Z',
    })
    expect(read.body.data).toEqual(updated.body.data)
  })

  it.each<[string, object, string]>([
    ['nothing', {}, ''],
    ['null for a name', { name: null }, '/name'],
    ['an unknown campaign', { campaign_id: 'cmp_x' }, '/campaign_id'],
    ['an unknown keyword', { keyword: 'sandals' }, '/keyword'],
    ['a kind without what narrows it', { event: 'mention.detected' }, '/min_change'],
  ])('is refused with %s, and changes nothing', async (_name, body, path) => {
    const { api } = await startSandbox()
    const alert = await create(api, { min_change: 5 })

    const refused = await api.put(`/alerts/${alert.id}`, { body })
    const read = await api.get(`/alerts/${alert.id}`)

    expect(refused.status).toBe(400)
    expect(issuesOf(refused)).toEqual([expect.objectContaining({ in: 'body', path })])
    expect(read.body.data).toEqual(alert)
  })

  it('cannot leave a webhook with an alert of a kind that it does not subscribe to', async () => {
    const { api } = await startSandbox()
    const { id } = await create(api)
    const webhook = { url: 'https://app.example/', events: ['ranking.changed'], alerts: [id] }
    const { data } = (await api.post('/webhooks', { body: webhook })).body

    const refused = await api.put(`/alerts/${id}`, { body: { event: 'campaign.completed' } })

    expect(issuesOf(refused)).toEqual([
      {
        in: 'body',
        path: '/event',
        message:
          `must be an event that webhook ${data.id}, which uses this alert, subscribes to ` +
          '(ranking.changed); found "campaign.completed"',
        value: 'campaign.completed',
      },
    ])
  })
})

it('deletes one alert, and removes it from webhooks that have others', async () => {
  const { api } = await startSandbox()
  const kept = await create(api)
  const { id } = await create(api)
  const webhook = {
    url: 'https://app.example/',
    events: ['ranking.changed'],
    alerts: [id, kept.id],
  }
  const { data } = (await api.post('/webhooks', { body: webhook })).body

  const deleted = await api.delete(`/alerts/${id}`)
  const list = await api.get('/alerts')
  const read = await api.get(`/webhooks/${data.id}`)

  expect(deleted.body.data).toEqual({ id, deleted: true })
  expect(codeOf(await api.delete(`/alerts/${id}`))).toBe('not_found')
  expect(list.body.data).toEqual([kept])
  expect(read.body.data).toMatchObject({ alerts: [kept.id], status: 'active' })
})

it('deletes the alerts of a deleted campaign only', async () => {
  const { api } = await startSandbox()
  const kept = await create(api)
  const { id, campaign_id } = await create(api)

  await api.delete(`/campaigns/${campaign_id}`)

  expect((await api.get('/alerts')).body.data).toEqual([kept])
  expect(codeOf(await api.get(`/alerts/${id}`))).toBe('not_found')
})

it.each(['get', 'put', 'delete'] as const)('%s of an unknown id is not found', async (method) => {
  const { api } = await startSandbox()
  const { id } = await create(api)

  const body = method === 'put' ? { body: { name: 'x' } } : {}
  for (const unknown of ['alr_unknown', '__proto__', 'constructor']) {
    expect(codeOf(await api[method](`/alerts/${unknown}`, body))).toBe('not_found')
  }
  const foreign = await api[method](`/alerts/${id}`, { ...body, key: 'svc_test_enterprise' })

  expect(foreign.status).toBe(404)
  expect((await api.get(`/alerts/${id}`)).status).toBe(200)
})
