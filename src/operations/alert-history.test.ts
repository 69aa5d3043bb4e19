import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { CAMPAIGN, codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** An alert on every changed ranking of a new campaign, without a webhook. */
async function begin(change: object = {}, options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ fixture: 'empty', ...options })
  const { api } = sandbox
  const campaign_id: string = (await api.post('/campaigns', { body: CAMPAIGN })).body.data.id
  const body = { name: 'Moves', campaign_id, event: 'ranking.changed', ...change }
  const { id } = (await api.post('/alerts', { body })).body.data
  const history = async (query: Record<string, number> = { limit: 1000 }) =>
    (await api.get(`/alerts/${id}/history`, { query })).body
  const alert = async () => (await api.get(`/alerts/${id}`)).body.data
  return { sandbox, api, id, campaign_id, history, alert }
}

interface Trigger {
  id: string
  triggered_at: string
  acknowledged: boolean
  event: { type: string; data: { keyword: string; date: string } }
}

describe('an alert without a webhook', () => {
  it('records what it matches, with the events, newest first and in pages', async () => {
    const { sandbox, id, history, alert } = await begin()
    const heard: { id: string; type: string; at: string; data: object }[] = []

    const before = await history()
    // Nobody hears of the first days.
    await sandbox.clock.advance('9d')
    const silent = (await history()).data as Trigger[]
    await sandbox.listen((event) => heard.push(event))
    await sandbox.clock.advance('9d')

    const all = (await history()).data as Trigger[]
    const page = await history({ limit: 2, offset: 1 })
    expect(before).toMatchObject({ data: [], meta: { pagination: { total: 0 } } })
    expect(silent.length).toBeGreaterThan(0)
    expect(all.slice(-silent.length)).toEqual(silent)
    const found = heard.filter(({ type }) => type === 'ranking.changed').reverse()
    expect(all.slice(0, found.length)).toEqual(
      found.map((event) => ({
        id: event.id,
        alert_id: id,
        triggered_at: event.at,
        acknowledged: false,
        event: { type: event.type, data: event.data },
      })),
    )
    expect(page.data).toEqual(all.slice(1, 3))
    expect(page.meta.pagination.total).toBe(all.length)
    expect(await alert()).toMatchObject({
      trigger_count: all.length,
      last_triggered_at: all[0]?.triggered_at,
    })
  })

  it('keeps its history and state over a change of its fields and a restart', async () => {
    const data = temporaryFolder()
    const { sandbox, api, id, history } = await begin({}, { data })
    await sandbox.clock.advance('9d')
    await api.post(`/alerts/${id}/acknowledge`)
    const before = (await api.put(`/alerts/${id}`, { body: { name: 'Renamed' } })).body.data
    const found = await history()
    await sandbox.clock.freeze()
    await sandbox.close()

    const after = await startSandbox({ data })

    expect(before).toMatchObject({ name: 'Renamed', trigger_count: found.data.length })
    expect((await after.api.get(`/alerts/${id}`)).body.data).toEqual(before)
    const kept = await after.api.get(`/alerts/${id}/history`, { query: { limit: 1000 } })
    expect(kept.body.data).toEqual(found.data)
  })
})

it('is acknowledged up to now', async () => {
  const { sandbox, api, id, history } = await begin()
  await sandbox.clock.advance('9d')
  const seen = (await history()).data.length

  const { data } = (await api.post(`/alerts/${id}/acknowledge`)).body
  await sandbox.clock.advance('9d')

  const marks = (await history()).data.map(({ acknowledged }: Trigger) => acknowledged)
  expect(data.acknowledged_at).toBe('2026-01-24T09:30:00.000Z')
  expect(marks.filter(Boolean)).toHaveLength(seen)
  expect(marks[0]).toBe(false)
})

describe('a snoozed alert', () => {
  const webhookFor = async ({ api, id }: Awaited<ReturnType<typeof begin>>) => {
    const receiver = await startReceiver()
    const body = { url: receiver.url, events: ['ranking.changed'], alerts: [id] }
    await api.post('/webhooks', { body })
    return receiver
  }

  it('records and sends nothing until its time on the account’s clock', async () => {
    const started = await begin()
    const { sandbox, api, id, history, alert } = started
    const receiver = await webhookFor(started)

    const until = '2026-01-25T00:00:00.000Z'
    const snoozed = await api.post(`/alerts/${id}/snooze`, { body: { until } })
    await sandbox.clock.advance('9d')
    const during = { sent: receiver.received.length, recorded: (await history()).data.length }
    const shown = (await alert()).snoozed_until
    await sandbox.clock.advance('9d')

    expect(snoozed.body.data.snoozed_until).toBe(until)
    expect(during.sent).toBe(0)
    expect(during.recorded).toBeGreaterThan(0)
    expect(shown).toBe(until)
    expect((await alert()).snoozed_until).toBeNull()
    const later = (await history()).data.filter(
      ({ triggered_at }: Trigger) => triggered_at >= until,
    )
    expect(later.length).toBeGreaterThan(0)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      later.map((trigger: Trigger) => trigger.id).sort(),
    )
  })

  it('sends again when its snooze is ended', async () => {
    const started = await begin()
    const { sandbox, api, id } = started
    const receiver = await webhookFor(started)
    await api.post(`/alerts/${id}/snooze`, { body: { until: '2026-03-01T00:00:00Z' } })
    await sandbox.trigger('ranking.changed')

    const { data } = (await api.delete(`/alerts/${id}/snooze`)).body
    const { event } = await sandbox.trigger('ranking.changed')
    await receiver.arrived(1)

    expect(data.snoozed_until).toBeNull()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id])
  })

  it.each(['2026-01-15T09:30:00Z', '2020-01-01T00:00:00Z', '2027-06-01T00:00:00Z', 'tomorrow'])(
    'needs a time in the next year: %s',
    async (until) => {
      const { api, id } = await begin()

      const refused = await api.post(`/alerts/${id}/snooze`, { body: { until } })

      expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_request'])
    },
  )
})
