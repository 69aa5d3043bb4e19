import { describe, expect, it } from 'vitest'
import {
  createWebhook as create,
  createAlert,
  issuesOf,
  WEBHOOK,
} from '../../test/support/records/webhooks.ts'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'

const SECRET = 'a plain secret of the client'

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
