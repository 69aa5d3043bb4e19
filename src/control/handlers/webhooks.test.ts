import { expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'

async function subscribed() {
  const sandbox = await startSandbox({ fixture: 'empty' })
  await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, status: 'paused' } })
  const receiver = await startReceiver()
  const body = { url: receiver.url, events: ['ranking.changed'] }
  const { id } = (await sandbox.api.post('/webhooks', { body })).body.data
  return { sandbox, receiver, id }
}

it('sends the headers of a webhook with each attempt, and redacts credentials', async () => {
  const { sandbox, receiver, id } = await subscribed()
  const headers = { 'X-Tenant': 'blue', Authorization: 'Bearer abc' }

  const set = await sandbox.webhooks.update(id, { headers })
  await sandbox.trigger('ranking.changed')
  await receiver.arrived(1)

  expect(receiver.received[0]?.headers).toMatchObject({
    'x-tenant': 'blue',
    authorization: 'Bearer abc',
  })
  const shown = { 'X-Tenant': 'blue', Authorization: 'Bearer …' }
  expect(set.headers).toEqual(shown)
  await expect.poll(async () => (await sandbox.deliveries.list())[0]?.attempts).toHaveLength(1)
  const [delivery] = await sandbox.deliveries.list()
  expect(delivery?.attempts[0]?.request_headers).toMatchObject(shown)
  expect(JSON.stringify([delivery, await sandbox.webhooks.list()])).not.toContain('abc')
})

it('keeps what a change leaves out, and removes what is null', async () => {
  const { sandbox, id } = await subscribed()
  const rate_limit = { deliveries: 5, per: 'second' as const }

  await sandbox.webhooks.update(id, { headers: { 'X-Tenant': 'blue' }, rate_limit })
  const kept = await sandbox.webhooks.update(id, { rate_limit: { deliveries: 1, per: 'minute' } })
  const removed = await sandbox.webhooks.update(id, { headers: null, rate_limit: null })

  expect(kept).toMatchObject({
    headers: { 'X-Tenant': 'blue' },
    rate_limit: { deliveries: 1, per: 'minute' },
  })
  expect(removed).toMatchObject({ headers: {}, rate_limit: null })
})

it.each([
  [{ headers: { 'Webhook-Id': 'x' } }, 'the sender sets itself'],
  [{ headers: { Host: 'x' } }, 'the sender sets itself'],
  [{ headers: { 'X-A': '1', 'x-a': '2' } }, 'only once'],
  [{ headers: { 'X-A': '1\r\nX-B: 2' } }, 'printable ASCII'],
  [{ headers: { 'X-A': 7 } }, 'string'],
  [{ rate_limit: { deliveries: 0, per: 'second' } }, 'at least 1'],
  [{ rate_limit: { deliveries: 1, per: 'hour' } }, 'second'],
  [{}, 'must'],
])('refuses %j', async (body, problem) => {
  const { sandbox, id } = await subscribed()

  const response = await controlOf(sandbox).put(`/webhooks/${id}`, { body })

  expect(response.status).toBe(400)
  expect(JSON.stringify(response.body.error)).toContain(problem)
  expect((await sandbox.webhooks.get(id)).headers).toEqual({})
})

it('counts deliveries and attempts', async () => {
  const { sandbox, receiver, id } = await subscribed()
  const before = await sandbox.webhooks.get(id)
  receiver.status = 500
  const { deliveries } = await sandbox.trigger('ranking.changed')
  await receiver.arrived(1)
  await sandbox.clock.advance('10d')
  const failed = (await sandbox.webhooks.get(id)).statistics
  receiver.status = 200
  await sandbox.deliveries.resend(String(deliveries[0]))

  expect(before.statistics).toMatchObject({ attempts: 0, average_duration_ms: null })
  expect(failed).toMatchObject({
    attempts: 8,
    failed_attempts: 8,
    delivered: 0,
    failed: 1,
    last_success_at: null,
    last_failure_at: expect.stringMatching(/^2026-01-16T/),
  })
  const { statistics } = await sandbox.webhooks.get(id)
  expect(statistics).toMatchObject({ attempts: 9, failed_attempts: 8, delivered: 1, failed: 0 })
  expect(statistics.average_duration_ms).toEqual(expect.any(Number))
  expect(statistics.last_success_at).toMatch(/^2026-01-25T/)
})

it('replays what a webhook missed, once, with equal ids and bodies', async () => {
  const { sandbox, receiver, id } = await subscribed()
  const other = await startReceiver()
  const body = { url: other.url, events: ['ranking.changed', 'campaign.completed'] }
  await sandbox.api.post('/webhooks', { body })
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'disabled' } })
  await sandbox.trigger('ranking.changed')
  await sandbox.trigger('campaign.completed')
  await sandbox.clock.advance('1h')
  const { event } = await sandbox.trigger('ranking.changed')
  await other.arrived(3)
  const refused = await sandbox.webhooks.replay(id).catch((error) => error)
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'active' } })

  const late = await sandbox.webhooks.replay(id, { since: event.at })
  const all = await sandbox.webhooks.replay(id)
  const none = await sandbox.webhooks.replay(id, { types: ['ranking.changed'] })
  await receiver.arrived(2)

  expect(refused.message).toContain('is disabled')
  expect([late, all, none].map(({ replayed }) => replayed)).toEqual([1, 1, 0])
  const idsOf = ({ received }: typeof receiver) =>
    received.map(({ headers, body }) => [headers['webhook-id'], body]).sort()
  const wanted = other.received.filter((each) => each.event.type === 'ranking.changed')
  expect(idsOf(receiver)).toEqual(idsOf({ ...other, received: wanted }))
})

it('replays only what the alerts of a webhook let through', async () => {
  const { sandbox, id } = await subscribed()
  const [campaign] = (await sandbox.api.get('/campaigns')).body.data
  const alert = { name: 'Jump', event: 'ranking.changed', campaign_id: campaign.id, min_change: 5 }
  const made = (await sandbox.api.post('/alerts', { body: alert })).body.data
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'disabled', alerts: [made.id] } })
  await sandbox.trigger('ranking.changed', {
    data: { position: 3, previous_position: 4, change: 1 },
  })
  await sandbox.trigger('ranking.changed', {
    data: { position: 3, previous_position: 9, change: 6 },
  })
  await sandbox.api.put(`/webhooks/${id}`, { body: { status: 'active' } })

  expect(await sandbox.webhooks.replay(id)).toEqual({ replayed: 1, remaining: 0 })
})

it('refuses an invalid time', async () => {
  const { sandbox, id } = await subscribed()

  const response = await controlOf(sandbox).post(`/webhooks/${id}/replay`, {
    body: { since: 'noon' },
  })

  expect(response.status).toBe(400)
  expect(response.body.error.details.issues).toMatchObject([{ in: 'body', path: '/since' }])
})
