import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import {
  createCampaign,
  KINDS,
  startEmpty,
  subscribe,
} from '../../../test/support/event-sources.ts'
import { type Received, startReceiver } from '../../../test/support/receiver.ts'
import { START, startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const verified = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: object }

describe('POST /_sandbox/events', () => {
  it.each(KINDS)('lets %s of a campaign that is brand-new happen', async (type) => {
    const { sandbox, control } = await startEmpty()
    const receiver = await startReceiver()
    const id = await createCampaign(sandbox)
    const { secret } = await subscribe(sandbox, receiver.url)

    const { status, body } = await control.post('/events', { body: { type } })
    await receiver.arrived(1)

    expect(status).toBe(201)
    const event = verified(receiver.received[0] as Received, secret)
    expect(event).toMatchObject({ type, timestamp: new Date(START).toISOString() })
    expect(event.data).toEqual(body.data.event.data)
    expect(receiver.received[0]?.headers['webhook-id']).toBe(body.data.event.id)
    expect(body.data).toMatchObject({ event: { campaign_id: id, type }, attempt: null })
    expect(body.data.deliveries).toHaveLength(1)
  })

  it('overrides the data of a run, for the named campaign', async () => {
    const { sandbox, control } = await startEmpty()
    const first = await createCampaign(sandbox, { keywords: ['camping stove'] })
    await createCampaign(sandbox)

    const { body } = await control.post('/events', {
      body: {
        type: 'ranking.changed',
        campaign_id: first,
        data: { position: 1, extra: [2] },
        validate: false,
      },
    })

    expect(body.data.event).toMatchObject({
      campaign_id: first,
      data: { campaign_id: first, keyword: 'camping stove', position: 1, extra: [2] },
    })
    expect(body.data.event.data.previous_position).toEqual(expect.any(Number))
  })

  it('refuses too much data without a change', async () => {
    const { sandbox, control } = await startEmpty()
    await createCampaign(sandbox)
    const receiver = await startReceiver()
    await subscribe(sandbox, receiver.url)
    const triggered = (length: number) =>
      control.post('/events', {
        body: { type: 'ranking.changed', data: { x: 'é'.repeat(length) }, validate: false },
      })

    const { status, body } = await triggered(8189)
    const fitting = await triggered(8188)

    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain('at most 16384 bytes as JSON; found 16386')
    expect(fitting.status).toBe(201)
    expect((await control.get('/deliveries')).body.data).toHaveLength(1)
  })

  it('goes to one address only with `to`, signed, and shows the attempt', async () => {
    const { sandbox, control } = await startEmpty()
    const webhook = await startReceiver()
    const target = await startReceiver()
    await createCampaign(sandbox)
    await subscribe(sandbox, webhook.url)
    const body = { type: 'campaign.completed', to: target.url }

    const own = await control.post('/events', { body })
    const given = await control.post('/events', {
      body: { ...body, secret: 'not-base64-but-long' },
    })
    target.status = 500
    const failed = await control.post('/events', { body })

    const [first, second] = target.received as [Received, Received]
    expect(verified(first, own.body.data.secret).type).toBe('campaign.completed')
    const raw = new Webhook(new TextEncoder().encode('not-base64-but-long'), { format: 'raw' })
    expect(raw.verify(second.body, second.headers)).toMatchObject({ type: 'campaign.completed' })
    expect(own.body.data).toMatchObject({ deliveries: [], attempt: { status: 200, error: null } })
    expect(given.body.data.secret).toBe('not-base64-but-long')
    expect(failed.body.data.attempt).toMatchObject({ status: 500 })
    expect(webhook.received).toHaveLength(0)
    expect((await control.get('/deliveries')).body.data).toEqual([])
  })

  it.each([
    [{ type: 'ranking.lost' }, 400, 'ranking.changed'],
    [{ type: 'ranking.changed', campaign_id: 'cmp_none' }, 404, 'cmp_none'],
    [{ type: 'ranking.changed' }, 404, 'POST /api/campaigns'],
    [{ type: 'ranking.changed', secret: 'a-secret-of-length' }, 400, 'to'],
  ])('refuses %j', async (body, status, hint) => {
    const { control } = await startEmpty()

    const response = await control.post('/events', { body })

    expect(response.status).toBe(status)
    expect(JSON.stringify(response.body.error)).toContain(hint)
  })

  it('does not call addresses that are forbidden on a hosted sandbox', async () => {
    const inside = await startReceiver()
    const sandbox = await startSandbox({
      publicUrl: 'https://demo.example',
      adminToken: 'operator',
    })
    const control = controlOf(sandbox)
    const token = 'svc_test_demo'

    const to = inside.url.replace('http://', 'https://')
    const { body } = await control.post('/events', { token, body: { type: 'ranking.changed', to } })
    const webhook = await sandbox.api.post('/webhooks', {
      body: { url: inside.url, events: ['ranking.changed'] },
    })
    const foreign = await control.post('/events', {
      token,
      query: { account: 'acc_starter' },
      body: { type: 'ranking.changed' },
    })

    expect(body.data.attempt).toMatchObject({ status: null, error: /Not sent/ })
    expect(webhook.status).toBe(400)
    expect(foreign.status).toBe(403)
    expect(inside.connections).toBe(0)
  })

  it('gives each event a new id, even after a restart with a frozen clock', async () => {
    const data = temporaryFolder()
    const trigger = async ({ control }: Awaited<ReturnType<typeof startEmpty>>) =>
      (await control.post('/events', { body: { type: 'campaign.completed' } })).body.data.event.id
    const before = await startEmpty({ data })
    await createCampaign(before.sandbox)
    await before.sandbox.clock.freeze()
    const ids = [await trigger(before), await trigger(before)]
    await before.sandbox.close()

    const after = await startEmpty({ data })
    ids.push(await trigger(after), await trigger(after))

    expect(new Set(ids).size).toBe(4)
  })
})

describe('/_sandbox/deliveries', () => {
  async function withDeliveries() {
    const { sandbox, control } = await startEmpty()
    const receiver = await startReceiver(({ event }, response) => {
      response.writeHead(event.type === 'mention.detected' ? 503 : 200).end('seen')
    })
    const campaign = await createCampaign(sandbox)
    const webhook = await subscribe(sandbox, receiver.url)
    await sandbox.clock.freeze()
    const events: string[] = []
    for (const type of KINDS) {
      const { body } = await control.post('/events', { body: { type } })
      events.push(body.data.event.id)
      await receiver.arrived(events.length)
    }
    // An advance waits until deliveries are recorded.
    await sandbox.clock.advance('0s')
    return { sandbox, control, receiver, campaign, webhook, events }
  }
  type Shown = { id: string; type: string; event_id: string; status: string; attempts: object[] }
  const typesOf = ({ body }: { body: { data: Shown[] } }) => body.data.map(({ type }) => type)

  it('are listed newest first, with pages and filters', async () => {
    const { control, campaign, webhook, events } = await withDeliveries()
    const list = async (query: Record<string, string | number>) =>
      control.get('/deliveries', { query })

    expect(typesOf(await list({}))).toEqual([...KINDS].reverse())
    expect(typesOf(await list({ limit: 1, offset: 1 }))).toEqual(['ranking.changed'])
    expect((await list({ limit: 1 })).body.meta.pagination).toMatchObject({ total: 3 })
    expect(typesOf(await list({ status: 'pending' }))).toEqual(['mention.detected'])
    expect(typesOf(await list({ status: 'delivered' }))).toHaveLength(2)
    expect(typesOf(await list({ type: 'campaign.completed' }))).toEqual(['campaign.completed'])
    expect(typesOf(await list({ event_id: events[1] as string }))).toEqual(['ranking.changed'])
    expect(typesOf(await list({ webhook_id: webhook.id, campaign_id: campaign }))).toHaveLength(3)
    expect(typesOf(await list({ campaign_id: 'cmp_none' }))).toEqual([])
    expect((await list({ status: 'lost' })).status).toBe(400)
  })

  it('show every attempt with its request and its answer', async () => {
    const { control, receiver } = await withDeliveries()
    const [failed] = (await control.get('/deliveries')).body.data as [Shown]

    const { body } = await control.get(`/deliveries/${failed.id}`)

    expect(body.data).toEqual(failed)
    expect(failed).toMatchObject({
      status: 'pending',
      body: receiver.received[2]?.body,
      attempts: [
        {
          at: new Date(START).toISOString(),
          url: receiver.url,
          manual: false,
          status: 503,
          response_body: 'seen',
          request_headers: { 'webhook-id': failed.event_id },
        },
      ],
    })
    expect((await control.get('/deliveries/dlv_none')).status).toBe(404)
  })
})
