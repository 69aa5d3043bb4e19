import { Webhook } from 'standardwebhooks'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../support/receiver.ts'
import { CAMPAIGN, START, startSandbox, type TestSandbox } from '../support/sandbox.ts'

const EVENTS = ['campaign.completed', 'ranking.changed', 'mention.detected']

/** A sandbox with a campaign and a webhook to a receiver of the test's own. */
async function subscribed(events = EVENTS) {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const receiver = await startReceiver()
  const campaign = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  const webhook = (await sandbox.api.post('/webhooks', { body: { url: receiver.url, events } }))
    .body.data
  return { sandbox, receiver, campaign, webhook }
}

const control = (sandbox: TestSandbox) => supertest(`http://127.0.0.1:${sandbox.port}/_sandbox`)

const time = (event: { timestamp: string }) => Date.parse(event.timestamp)

describe('events by webhook', () => {
  it('come of a week of runs, signed, in order, with what the API says of those days', async () => {
    const { sandbox, receiver, campaign, webhook } = await subscribed()

    const { summary } = await sandbox.clock.advance({ days: 6, minutes: 1 })

    const verifier = new Webhook(webhook.secret)
    for (const { body, headers } of receiver.received) {
      expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    }
    const events = receiver.received.map(({ event }) => event)
    const completed = events.filter(({ type }) => type === 'campaign.completed')
    expect(summary.runs).toBe(7)
    expect(completed.map((event) => Math.round((time(event) - START) / 86_400_000))).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ])
    expect(events.map(time)).toEqual(events.map(time).sort((a, b) => a - b))
    expect(summary.deliveries).toEqual({
      delivered: receiver.received.length,
      failed_attempts: 0,
      given_up: 0,
      pending: 0,
    })

    const rows = (
      await sandbox.api.get('/serp/rankings', {
        query: { campaign_id: campaign.id, start_date: '2026-01-15', end_date: '2026-01-21' },
      })
    ).body.data as { keyword: string; date: string; position: number }[]
    const positions = new Map(rows.map((row) => [`${row.keyword} ${row.date}`, row.position]))
    const changes = events.filter(({ type }) => type === 'ranking.changed')
    expect(changes.length).toBeGreaterThan(0)
    for (const { data } of changes) {
      expect(positions.get(`${data.keyword} ${data.date}`)).toBe(data.position)
      expect(positions.get(`${data.keyword} ${data.previous_date}`)).toBe(data.previous_position)
    }
  })

  it('are tried again by the clock when the receiver fails, and sent again on request', async () => {
    const { sandbox, receiver } = await subscribed(['campaign.completed'])
    receiver.status = 500

    await sandbox.clock.advance('5s')
    const atOnce = receiver.received.length
    await sandbox.clock.advance('10s')
    const afterSeconds = receiver.received.length
    await sandbox.clock.advance('6m')
    const afterMinutes = receiver.received.length
    receiver.status = 200
    const { summary } = await sandbox.clock.advance('40m')
    const [delivery] = (await control(sandbox).get('/deliveries')).body.data
    const resent = await control(sandbox).post(`/deliveries/${delivery.id}/resend`)

    expect([atOnce, afterSeconds, afterMinutes]).toEqual([1, 2, 3])
    expect(summary.deliveries).toEqual({
      delivered: 1,
      failed_attempts: 0,
      given_up: 0,
      pending: 0,
    })
    expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([
      500, 500, 500, 200,
    ])
    expect(resent.body.data.attempts.at(-1)).toMatchObject({ status: 200, manual: true })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(1)
  })

  it('stop when a receiver has failed for five days', async () => {
    const { sandbox, receiver, webhook } = await subscribed()
    receiver.status = 503

    await sandbox.clock.advance('8d')
    const state = (await sandbox.api.get(`/webhooks/${webhook.id}`)).body.data
    const last = receiver.received.length
    await sandbox.clock.advance('3d')

    expect(state).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining('5'),
    })
    expect(receiver.received).toHaveLength(last)
  })

  it('are those that an alert lets through', async () => {
    const { sandbox, receiver, campaign } = await subscribed([])
    expect(receiver.received).toEqual([])
    const keyword = CAMPAIGN.keywords[1] as string
    const alert = (
      await sandbox.api.post('/alerts', {
        body: { name: 'Moves', campaign_id: campaign.id, event: 'ranking.changed', keyword },
      })
    ).body.data
    await sandbox.api.post('/webhooks', {
      body: { url: receiver.url, events: ['ranking.changed'], alerts: [alert.id] },
    })

    await sandbox.clock.advance('30d')

    const keywords = receiver.received.map(({ event }) => event.data.keyword)
    expect(keywords.length).toBeGreaterThan(0)
    expect(new Set(keywords)).toEqual(new Set([keyword]))
  })
})
