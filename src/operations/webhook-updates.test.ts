import { describe, expect, it } from 'vitest'
import {
  createWebhook as create,
  createAlert,
  issuesOf,
  WEBHOOK,
} from '../../test/support/records/webhooks.ts'
import { type Api, codeOf, START, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { openFileStore } from '../store/file/file-store.ts'
import { createClock } from '../time/clock.ts'

const ANOTHER = 'another secret of the client'

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
