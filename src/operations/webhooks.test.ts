import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  CAMPAIGN,
  codeOf,
  START,
  startSandbox,
  type TestSandbox,
} from '../../test/support/sandbox.ts'
import { overlayFile, temporaryFolder } from '../../test/support/temporary.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { openFileStore } from '../store/file/file-store.ts'
import { createClock } from '../time/clock.ts'

const WEBHOOK = {
  url: 'https://app.example/hooks/monitoring',
  events: ['ranking.changed', 'mention.detected'],
}
const SECRET = 'a plain secret of the client'
const ANOTHER = 'another secret of the client'

type Api = TestSandbox['api']

const create = async (api: Api, change: object = {}) => {
  const { status, body } = await api.post('/webhooks', { body: { ...WEBHOOK, ...change } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

/** An alert on rankings of a new campaign. */
const createAlert = async (api: Api, change: object = {}) => {
  const campaign = await api.post('/campaigns', { body: CAMPAIGN })
  const campaign_id = campaign.body.data.id
  const body = { name: 'Any', campaign_id, event: 'ranking.changed', ...change }
  return (await api.post('/alerts', { body })).body.data
}

const issuesOf = (response: { body: { error: { details: { issues: object[] } } } }) =>
  response.body.error.details.issues

describe('creating a webhook', () => {
  it('returns the accepted fields with an id, the times and the secret', async () => {
    const { api } = await startSandbox()

    const { status, body, headers } = await api.post('/webhooks', {
      body: { ...WEBHOOK, secret: SECRET },
    })

    expect(status).toBe(201)
    expect(body.data).toEqual({
      ...WEBHOOK,
      id: expect.stringMatching(/^whk_\w+$/),
      alerts: [],
      status: 'active',
      disabled_reason: null,
      secret: SECRET,
      created_at: '2026-01-15T09:30:00.000Z',
      updated_at: '2026-01-15T09:30:00.000Z',
    })
    expect(headers.location).toMatch(new RegExp(`^http://.+/api/webhooks/${body.data.id}$`))
  })

  it('generates a new secret of 24 random bytes if none is given', async () => {
    const { api } = await startSandbox()

    const one = await create(api)
    const two = await create(api)

    expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(two.secret).not.toBe(one.secret)
  })

  it('ignores repeated events', async () => {
    const { api } = await startSandbox()

    const events = ['mention.detected', 'ranking.changed', 'mention.detected']

    expect((await create(api, { events })).events).toEqual(['mention.detected', 'ranking.changed'])
  })

  it('can have alerts, without repetition, and be disabled from the beginning', async () => {
    const { api } = await startSandbox()
    const alert = await createAlert(api)

    const webhook = await create(api, { alerts: [alert.id, alert.id], status: 'disabled' })

    expect(webhook).toMatchObject({ alerts: [alert.id], status: 'disabled', disabled_reason: null })
  })

  it.each<[string, object, string, RegExp]>([
    ['no url', { url: undefined }, '/url', /is missing/],
    ['no events', { events: undefined }, '/events', /is missing/],
    ['an empty list of events', { events: [] }, '/events', /at least one/],
    [
      'an unknown kind',
      { events: ['ranking.changed', 'ranking.lost'] },
      '/events/1',
      /one of campaign\.completed, ranking\.changed, mention\.detected; found "ranking\.lost"/,
    ],
    ['no URL', { url: 'https://app example/' }, '/url', /must be an address such as https/],
    [
      'another protocol',
      { url: 'ftp://app.example/hook' },
      '/url',
      /^must begin with https:\/\/ or http:\/\/;/,
    ],
    [
      'http',
      { url: 'http://app.example/hook' },
      '/url',
      /^must begin with https:.*example\/hook"$/,
    ],
    ['the metadata of a cloud', { url: 'https://169.254.169.254/' }, '/url', /169\.254/],
    ['a secret that is too short', { secret: 'fifteen letters' }, '/secret', /at least 16 char/],
    ['a secret that is too long', { secret: 'x'.repeat(201) }, '/secret', /at most 200/],
    ['an empty secret', { secret: '' }, '/secret', /at least 16/],
    ['null for a secret', { secret: null }, '/secret', /must be a string/],
    ['broken base64', { secret: 'whsec_not base64 at all' }, '/secret', /must have base64/],
    ['an unknown alert', { alerts: ['alr_unknown'] }, '/alerts/0', /found "alr_unknown"/],
    ['a prototype for an alert', { alerts: ['__proto__'] }, '/alerts/0', /found "__proto__"/],
    ['an unknown status', { status: 'asleep' }, '/status', /active, disabled/],
  ])('is refused with %s, and creates nothing', async (_name, change, path, message) => {
    const { api } = await startSandbox()

    const refused = await api.post('/webhooks', { body: { ...WEBHOOK, ...change } })
    const list = await api.get('/webhooks')

    expect(refused.status).toBe(400)
    expect(codeOf(refused)).toBe('invalid_request')
    expect(issuesOf(refused)).toEqual([
      expect.objectContaining({ in: 'body', path, message: expect.stringMatching(message) }),
    ])
    expect(list.body.data).toEqual([])
  })

  it('does not return a refused secret', async () => {
    const { api } = await startSandbox()

    for (const secret of ['hush', 'whsec_hush! hush!', ['hush'], 'hush'.repeat(51)]) {
      const refused = await api.post('/webhooks', { body: { ...WEBHOOK, secret } })

      expect(refused.status).toBe(400)
      expect(refused.text).not.toContain('hush')
    }
  })

  it('refuses an alert of a kind that the webhook does not subscribe to', async () => {
    const { api } = await startSandbox()
    const { id } = await createAlert(api)

    const body = { ...WEBHOOK, events: ['mention.detected'], alerts: [id] }
    const refused = await api.post('/webhooks', { body })

    expect(issuesOf(refused)).toEqual([
      {
        in: 'body',
        path: '/alerts/0',
        message: `must be of the events of the webhook (mention.detected); ${id} is of ranking.changed`,
        value: id,
      },
    ])
  })

  it('is refused if an account has the maximum number', async () => {
    const overlay = overlayFile(
      '  - { target: $.x-subscriptions, description: Fewer., update: { webhooks: 2 } }\n',
    )
    const { api } = await startSandbox({ overlay })
    await create(api)
    const { id } = await create(api)

    const refused = await api.post('/webhooks', { body: WEBHOOK })
    await api.delete(`/webhooks/${id}`)
    const accepted = await api.post('/webhooks', { body: WEBHOOK })

    expect(refused.status).toBe(400)
    expect(codeOf(refused)).toBe('invalid_request')
    expect(refused.body.error.message).toMatch(/has 2 webhooks; the maximum is 2\. Delete one/)
    expect(accepted.status).toBe(201)
  })

  it.each([
    [{}, 201],
    [{ publicUrl: 'http://localhost:4010' }, 201],
    [{ publicUrl: 'https://sandbox.example' }, 400],
    [{ trustProxy: 1 }, 400],
    [{ host: '0.0.0.0', adminToken: 'let-me-in' }, 400],
  ])('accepts http to this machine only if the sandbox is local: %j', async (options, status) => {
    const { api } = await startSandbox(options)

    const body = { ...WEBHOOK, url: 'http://localhost:3000/hook' }
    const response = await api.post('/webhooks', { body })

    expect(response.status).toBe(status)
    if (status === 400) expect(issuesOf(response)).toMatchObject([{ path: '/url' }])
  })
})

describe('reading webhooks', () => {
  it('shows one without its secret', async () => {
    const { api } = await startSandbox()
    const { secret, ...webhook } = await create(api)

    const read = await api.get(`/webhooks/${webhook.id}`)

    expect(read.status).toBe(200)
    expect(read.body.data).toEqual(webhook)
    expect(read.text).not.toContain(secret)
  })

  it('lists the newest first, page by page, without secrets', async () => {
    const { api } = await startSandbox()
    const urls = ['a', 'b', 'c'].map((name) => `https://${name}.example/`)
    for (const url of urls) await create(api, { url, secret: SECRET })

    const first = await api.get('/webhooks', { query: { limit: 2 } })
    const second = await api.get('/webhooks', { query: { limit: 2, offset: 2 } })

    expect(first.body.data.map(({ url }: { url: string }) => url)).toEqual([urls[2], urls[1]])
    expect(second.body.data.map(({ url }: { url: string }) => url)).toEqual([urls[0]])
    expect(first.body.meta.pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    expect(second.body.meta.pagination).toEqual({ total: 3, limit: 2, offset: 2, has_more: false })
    expect(first.text).not.toContain(SECRET)
  })

  it('has 20 per page by default, and refuses invalid pages', async () => {
    const { api } = await startSandbox()

    expect((await api.get('/webhooks')).body.meta.pagination.limit).toBe(20)
    expect((await api.get('/webhooks', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('updating a webhook', () => {
  it('replaces the fields that are sent and keeps the others', async () => {
    const { api, advance } = await startSandbox()
    const { secret: _, ...webhook } = await create(api)
    advance({ hours: 2 })

    const body = { events: ['campaign.completed', 'campaign.completed'] }
    const updated = await api.put(`/webhooks/${webhook.id}`, { body })
    const read = await api.get(`/webhooks/${webhook.id}`)

    expect(updated.status).toBe(200)
    expect(updated.body.data).toEqual({
      ...webhook,
      events: ['campaign.completed'],
      updated_at: '2026-01-15T11:30:00.000Z',
    })
    expect(read.body.data).toEqual(updated.body.data)
  })

  it('accepts a webhook as it was returned, and keeps the fields that only the service sets', async () => {
    const { api } = await startSandbox()
    const { secret: _, ...webhook } = await create(api)

    const body = { ...webhook, id: 'whk_other', created_at: 'never', disabled_reason: 'why not' }
    const updated = await api.put(`/webhooks/${webhook.id}`, { body })

    expect(updated.body.data).toEqual(webhook)
  })

  it('does not return a secret that the client sent', async () => {
    const { api } = await startSandbox()
    const { id } = await create(api, { secret: SECRET })

    const updated = await api.put(`/webhooks/${id}`, { body: { secret: ANOTHER } })

    expect(updated.status).toBe(200)
    expect(updated.text).not.toContain(SECRET)
    expect(updated.text).not.toContain(ANOTHER)
  })

  it('returns a generated secret once', async () => {
    const { api } = await startSandbox()
    const { id, secret } = await create(api)

    const rotated = await api.put(`/webhooks/${id}`, { body: { rotate_secret: true } })
    const left = await api.put(`/webhooks/${id}`, { body: { rotate_secret: false } })
    const read = await api.get(`/webhooks/${id}`)

    expect(rotated.body.data.secret).toMatch(/^whsec_/)
    expect(rotated.body.data.secret).not.toBe(secret)
    expect(left.body.data).not.toHaveProperty('secret')
    expect(read.body.data).not.toHaveProperty('secret')
  })

  it.each<[string, object, string]>([
    ['nothing', {}, ''],
    ['an empty secret', { secret: '' }, '/secret'],
    ['null for a secret', { secret: null }, '/secret'],
    [
      'a secret and the wish for another',
      { secret: ANOTHER, rotate_secret: true },
      '/rotate_secret',
    ],
    ['an address that may not be called', { url: 'http://app.example/' }, '/url'],
    ['an unknown kind', { events: ['none'] }, '/events/0'],
    ['an unknown alert', { alerts: ['alr_unknown'] }, '/alerts/0'],
    ['an unknown status', { status: 'on' }, '/status'],
  ])('is refused with %s, and changes nothing', async (_name, body, path) => {
    const { api } = await startSandbox()
    const { secret: _, ...webhook } = await create(api)

    const refused = await api.put(`/webhooks/${webhook.id}`, { body })
    const read = await api.get(`/webhooks/${webhook.id}`)

    expect(refused.status).toBe(400)
    expect(issuesOf(refused)).toEqual([expect.objectContaining({ in: 'body', path })])
    expect(read.body.data).toEqual(webhook)
  })

  it('cannot leave it with an alert of a kind that it no longer subscribes to', async () => {
    const { api } = await startSandbox()
    const alert = await createAlert(api)
    const { id } = await create(api, { alerts: [alert.id] })
    const body = { events: ['mention.detected'] }

    const refused = await api.put(`/webhooks/${id}`, { body })
    const accepted = await api.put(`/webhooks/${id}`, { body: { ...body, alerts: [] } })

    expect(issuesOf(refused)).toMatchObject([{ path: '/alerts/0' }])
    expect(accepted.body.data).toMatchObject({ ...body, alerts: [] })
  })
})

describe('a webhook whose last alert is deleted', () => {
  const bereaved = async (api: Api) => {
    const alert = await createAlert(api)
    const { id } = await create(api, { alerts: [alert.id] })
    return { alert, path: `/webhooks/${id}` }
  }

  it.each([
    ['with the alert', (id: string) => `/alerts/${id}`, 'id'],
    ['with its campaign', (id: string) => `/campaigns/${id}`, 'campaign_id'],
  ] as const)('is disabled with a reason: %s', async (_name, pathOf, field) => {
    const { api } = await startSandbox()
    const { alert, path } = await bereaved(api)

    const deleted = await api.delete(pathOf(alert[field]))
    const { data } = (await api.get(path)).body

    expect(deleted.status).toBe(200)
    expect(codeOf(await api.get(`/alerts/${alert.id}`))).toBe('not_found')
    expect(data).toMatchObject({ status: 'disabled', alerts: [alert.id] })
    expect(data.disabled_reason).toContain(`${alert.id}, was deleted`)
  })

  it('is not enabled for all events unless its owner asks for it', async () => {
    const { api } = await startSandbox()
    const { alert, path } = await bereaved(api)
    await api.delete(`/alerts/${alert.id}`)

    const refused = await api.put(path, { body: { status: 'active' } })
    const accepted = await api.put(path, { body: { status: 'active', alerts: [] } })

    expect(issuesOf(refused)).toEqual([
      {
        in: 'body',
        path: '/alerts/0',
        message: `must be alerts of this account, or [] for all events; found "${alert.id}"`,
        value: alert.id,
      },
    ])
    expect(accepted.body.data).toMatchObject({
      status: 'active',
      disabled_reason: null,
      alerts: [],
    })
  })
})

it('deletes one webhook', async () => {
  const { api } = await startSandbox()
  const { secret: _, ...kept } = await create(api)
  const { id } = await create(api)

  const deleted = await api.delete(`/webhooks/${id}`)
  const list = await api.get('/webhooks')

  expect(deleted.status).toBe(200)
  expect(deleted.body.data).toEqual({ id, deleted: true })
  expect(codeOf(await api.delete(`/webhooks/${id}`))).toBe('not_found')
  expect(list.body.data).toEqual([kept])
})

it.each(['get', 'put', 'delete'] as const)('%s of an unknown id is not found', async (method) => {
  const { api } = await startSandbox()
  const { id } = await create(api)

  const body = method === 'put' ? { body: { status: 'active' } } : {}
  for (const unknown of ['whk_unknown', '__proto__', 'constructor']) {
    expect(codeOf(await api[method](`/webhooks/${unknown}`, body))).toBe('not_found')
  }
  const foreign = await api[method](`/webhooks/${id}`, { ...body, key: 'svc_test_enterprise' })

  expect(foreign.status).toBe(404)
  expect((await api.get(`/webhooks/${id}`)).status).toBe(200)
})

it.each([
  ['get', '/webhooks', 'webhooks:read'],
  ['post', '/webhooks', 'webhooks:write'],
  ['get', '/webhooks/whk_x', 'webhooks:read'],
  ['put', '/webhooks/whk_x', 'webhooks:write'],
  ['delete', '/webhooks/whk_x', 'webhooks:write'],
] as const)('%s %s needs %s', async (method, path, required) => {
  const { api } = await startSandbox()

  const refused = await api[method](path, { key: 'svc_restricted_readonly' })

  expect(refused.status).toBe(403)
  expect(refused.body.error.details.required).toBe(required)
})

it('came with 1.1.0', async () => {
  const before = await startSandbox({ apiVersion: '1.0.0' })
  const then = await startSandbox({ apiVersion: '1.1.0' })

  expect((await before.api.get('/webhooks')).status).toBe(404)
  expect((await before.api.get('/webhooks/whk_x')).body.error.message).not.toContain(
    'webhook whk_x',
  )
  expect((await then.api.get('/webhooks')).status).toBe(200)
})

it('survives a restart', async () => {
  const data = temporaryFolder()
  const before = await startSandbox({ data })
  const { secret: _, ...webhook } = await create(before.api)
  await before.close()

  const after = await startSandbox({ data })

  expect((await after.api.get('/webhooks')).body.data).toEqual([webhook])
})

describe('the internal state of a webhook', () => {
  /** The stored state of the webhook after `change`, from a folder that no sandbox has open. */
  const keptIn = async (
    folder: string,
    id: string,
    change: (webhook: Webhook) => void = () => {},
  ) => {
    const store = await openFileStore(folder, { clock: createClock({ startAt: START }) })
    const kept = await store.update('acc_demo', ({ webhooks }) => {
      change(webhooks[id] as Webhook)
      return webhooks[id]
    })
    await store.close()
    return kept as Webhook
  }

  it('keeps the previous secret for a day next to a new one', async () => {
    const data = temporaryFolder()
    const { api, close } = await startSandbox({ data })
    const { id } = await create(api, { secret: SECRET })

    await api.put(`/webhooks/${id}`, { body: { secret: ANOTHER } })
    await api.put(`/webhooks/${id}`, { body: { secret: ANOTHER } })
    await close()

    expect((await keptIn(data, id)).secrets).toEqual([
      { value: ANOTHER, expires_at: null },
      { value: SECRET, expires_at: START + 86_400_000 },
    ])
  })

  it.each<[string, object, Partial<Webhook>]>([
    [
      'is switched on',
      { status: 'active' },
      { status: 'active', disabled_reason: null, failing_since: null },
    ],
    [
      'moves',
      { url: 'https://b.example/' },
      { status: 'disabled', disabled_reason: 'Gone.', failing_since: null },
    ],
    [
      'is disabled again',
      { status: 'disabled' },
      { disabled_reason: 'Gone.', failing_since: START },
    ],
    [
      'is changed otherwise',
      { events: ['ranking.changed'] },
      { disabled_reason: 'Gone.', failing_since: START },
    ],
    ['stays where it is', { url: WEBHOOK.url }, { failing_since: START }],
  ])('keeps or clears its failures when it %s', async (_name, body, expected) => {
    const data = temporaryFolder()
    const first = await startSandbox({ data })
    const { id } = await create(first.api)
    await first.close()
    await keptIn(data, id, (webhook) => {
      Object.assign(webhook, { status: 'disabled', disabled_reason: 'Gone.', failing_since: START })
    })

    const second = await startSandbox({ data })
    await second.api.put(`/webhooks/${id}`, { body })
    await second.close()

    expect(await keptIn(data, id)).toMatchObject(expected)
  })
})

it('leaves no secret in the log', async () => {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  onTestFinished(() => write.mockRestore())
  const { api, close } = await startSandbox({ log: 'terminal' })

  const { secret } = await create(api)
  await create(api, { secret: 'correct-horse-battery' })
  await api.post('/webhooks', { body: { ...WEBHOOK, secret: 'battery' } })
  await api.get('/webhooks', { query: { secret: 'battery' } })
  await close()

  const log = lines.join('')
  expect(log.match(/\/webhooks/g)?.length).toBeGreaterThanOrEqual(4)
  expect(log).not.toContain(secret)
  expect(log).not.toContain('battery')
})
