import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { type Received, startReceiver } from '../../../test/support/receiver.ts'
import { type Heard, listenTo } from '../../../test/support/records/events.ts'
import { CAMPAIGN, START, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected'] as const
const DAY = 86_400_000
/** The last id of a listener that has seen no event since. */
const BEFORE = `${START - 1}-evt_0`

async function begin(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ fixture: 'empty', ...options })
  return { sandbox, control: controlOf(sandbox) }
}

async function createCampaign({ api }: TestSandbox, parts: object = {}): Promise<string> {
  return (await api.post('/campaigns', { body: { ...CAMPAIGN, ...parts } })).body.data.id
}

async function subscribe({ api }: TestSandbox, url: string, parts: object = {}) {
  const { body } = await api.post('/webhooks', { body: { url, events: KINDS, ...parts } })
  return body.data as { id: string; secret: string }
}

const verified = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: object }
const idsOf = (heard: Heard[]) => heard.map(({ data }) => data.id)

describe('POST /_sandbox/events', () => {
  it.each(KINDS)('lets %s of a campaign that is brand-new happen', async (type) => {
    const { sandbox, control } = await begin()
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
    const { sandbox, control } = await begin()
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
    const { sandbox, control } = await begin()
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

  it('adapts the change of a ranking to given positions', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    const changeOf = async (data: object) => {
      const { body } = await control.post('/events', { body: { type: 'ranking.changed', data } })
      const { position, previous_position, change } = body.data.event.data
      return { change, expected: previous_position - position }
    }

    const one = await changeOf({ position: 1 })
    const both = await changeOf({ position: 1, previous_position: 12 })
    const given = await changeOf({ position: 1, change: 99 })

    expect(one.change).toBe(one.expected)
    expect(both.change).toBe(11)
    expect(given.change).toBe(99)
  })

  it('is delivered to subscribed webhooks', async () => {
    const { sandbox, control } = await begin()
    const campaign = await createCampaign(sandbox)
    const alertOf = async (parts: object) => {
      const body = { name: 'Alert', campaign_id: campaign, ...parts }
      return (await sandbox.api.post('/alerts', { body })).body.data.id as string
    }
    const webhookOf = async (parts: object) =>
      (await subscribe(sandbox, 'http://localhost:9/hook', parts)).id
    const ranking = { event: 'ranking.changed' }
    const mention = { event: 'mention.detected' }
    const wanted = [
      await webhookOf({}),
      await webhookOf({ events: ['ranking.changed'] }),
      await webhookOf({ alerts: [await alertOf(ranking)] }),
      await webhookOf({ alerts: [await alertOf({ ...ranking, min_change: 5 })] }),
      await webhookOf({
        alerts: [await alertOf({ ...ranking, keyword: 'TRAIL RUNNING SHOES' })],
      }),
      await webhookOf({
        alerts: [await alertOf({ ...ranking, min_change: 50 }), await alertOf(ranking)],
      }),
    ]
    await webhookOf({ events: ['mention.detected'] })
    await webhookOf({ status: 'disabled' })
    await webhookOf({ alerts: [await alertOf({ ...ranking, min_change: 6 })] })
    await webhookOf({ alerts: [await alertOf({ ...ranking, keyword: 'waterproof hiking boots' })] })
    await webhookOf({ alerts: [await alertOf({ ...mention, platform: 'Perplexity' })] })

    const { body } = await control.post('/events', {
      body: {
        type: 'ranking.changed',
        data: { keyword: 'trail running shoes', position: 9, previous_position: 4, change: -5 },
      },
    })
    const list = await control.get('/deliveries')

    expect(body.data.deliveries).toHaveLength(wanted.length)
    const sent = list.body.data.map((each: { webhook_id: string }) => each.webhook_id)
    expect(sent.sort()).toEqual(wanted.sort())
  })

  it('goes to one address only with `to`, signed, and shows the attempt', async () => {
    const { sandbox, control } = await begin()
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
    const { control } = await begin()

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
    const trigger = async ({ control }: Awaited<ReturnType<typeof begin>>) =>
      (await control.post('/events', { body: { type: 'campaign.completed' } })).body.data.event.id
    const before = await begin({ data })
    await createCampaign(before.sandbox)
    await before.sandbox.clock.freeze()
    const ids = [await trigger(before), await trigger(before)]
    await before.sandbox.close()

    const after = await begin({ data })
    ids.push(await trigger(after), await trigger(after))

    expect(new Set(ids).size).toBe(4)
  })
})

describe('GET /_sandbox/events/stream', () => {
  it('sends events of runs and triggered ones, with the bodies for webhooks', async () => {
    const { sandbox, control } = await begin()
    const receiver = await startReceiver()
    await createCampaign(sandbox)
    await subscribe(sandbox, receiver.url)
    const listener = await listenTo(sandbox)

    const { summary } = await sandbox.clock.advance('2d')
    await control.post('/events', { body: { type: 'campaign.completed' } })
    const count = Object.values(summary.events).reduce((sum, each) => sum + each, 0) + 1
    const heard = await listener.next(count)
    await receiver.arrived(count)

    expect(listener.ready).toMatchObject({ event: 'ready', data: { account: 'acc_demo' } })
    expect(listener.ready.data.secret).toMatch(/^whsec_/)
    expect(heard.map(({ data }) => data.body)).toEqual(receiver.received.map(({ body }) => body))
    expect(idsOf(heard)).toEqual(receiver.received.map(({ headers }) => headers['webhook-id']))
  })

  it('continues after the last seen event, without a gap or a duplicate', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    await createCampaign(sandbox, { frequency: 'hourly' })
    const steady = await listenTo(sandbox)
    const brief = await listenTo(sandbox)
    await sandbox.clock.advance('1d')
    const seen = await brief.next(5)
    brief.hangUp()

    await control.post('/events', { body: { type: 'ranking.changed' } })
    await sandbox.clock.advance('1d')
    const again = await listenTo(sandbox, { lastEventId: seen.at(-1)?.id })
    await control.post('/events', { body: { type: 'mention.detected' } })
    const all = await steady.next(53)
    const rest = await again.next(48)

    expect(idsOf([...seen, ...rest])).toEqual(idsOf(all))
  })

  it('continues from the start for a listener that has seen nothing yet', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    await control.post('/events', { body: { type: 'ranking.changed' } })
    const brief = await listenTo(sandbox)
    brief.hangUp()

    await sandbox.clock.advance('1h')
    const { body } = await control.post('/events', { body: { type: 'campaign.completed' } })
    const again = await listenTo(sandbox, { lastEventId: brief.ready.id })
    const heard = await again.until(body.data.event.id)

    expect(heard.filter(({ event }) => event === 'campaign.completed')).toHaveLength(2)
  })

  it('continues after a restart of the sandbox', async () => {
    const data = temporaryFolder()
    const first = await begin({ data })
    await createCampaign(first.sandbox, { frequency: 'hourly' })
    const listener = await listenTo(first.sandbox)
    await first.sandbox.clock.freeze()
    await first.sandbox.clock.advance('6h')
    const [seen] = (await listener.next(1)) as [Heard]
    const missed = await listener.next(5)
    await first.sandbox.close()

    const second = await begin({ data })
    const again = await listenTo(second.sandbox, { lastEventId: seen.id })

    expect(idsOf(await again.next(5))).toEqual(idsOf(missed))
  })

  it('has no events for the time that a set clock skipped', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    const listener = await listenTo(sandbox)
    await sandbox.clock.advance('1d')
    const marker = await control.post('/events', { body: { type: 'campaign.completed' } })
    const seen = (await listener.until(marker.body.data.event.id)).at(-1) as Heard
    listener.hangUp()

    await sandbox.clock.set(START + 300 * DAY)
    const { body } = await control.post('/events', { body: { type: 'campaign.completed' } })
    const again = await listenTo(sandbox, { lastEventId: seen.id })

    expect(idsOf(await again.next(1))).toEqual([body.data.event.id])
  })

  it('starts with new events if the id is unknown', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    await sandbox.clock.advance('2d')

    const listener = await listenTo(sandbox, { lastEventId: 'of another server' })
    const { body } = await control.post('/events', { body: { type: 'campaign.completed' } })

    expect(idsOf(await listener.next(1))).toEqual([body.data.event.id])
  })

  it.each([
    ['reset', { path: '/reset', body: { account: 'acc_demo' } }],
    ['reset with all others', { path: '/reset', body: {} }],
    ['put back', { path: '/snapshots/before/restore', body: {} }],
  ])('sends no earlier events of an account that was %s since', async (_, { path, body }) => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    await control.post('/snapshots', { body: { name: 'before' } })
    await control.post('/events', { body: { type: 'ranking.changed' } })

    await control.post(path, { body })
    await createCampaign(sandbox)
    const again = await listenTo(sandbox, { lastEventId: BEFORE })
    const { body: own } = await control.post('/events', { body: { type: 'mention.detected' } })

    expect(idsOf(await again.next(1))).toEqual([own.data.event.id])
  })

  it('goes on after a restore: sends what happens again once, and nothing that was restored', async () => {
    const { sandbox, control } = await begin()
    const receiver = await startReceiver()
    await createCampaign(sandbox)
    await subscribe(sandbox, receiver.url)
    await sandbox.clock.freeze()
    await sandbox.clock.advance('1d')
    await control.post('/snapshots', { body: { name: 'before' } })
    const trigger = async () =>
      (await control.post('/events', { body: { type: 'ranking.changed' } })).body.data.event.id
    const advance = async () => {
      const { summary } = await sandbox.clock.advance('1d')
      return Object.values(summary.events).reduce((sum, count) => sum + count, 0)
    }
    const listener = await listenTo(sandbox)
    const first = await listener.next(await advance())

    for (let round = 0; round < 2; round++) {
      await control.post('/snapshots/before/restore')
      const restored = (await control.get('/events')).body.data.length
      const now = await trigger()
      const count = await advance()
      const last = await trigger()

      expect(restored).toBeGreaterThan(0)
      expect(count).toBe(first.length)
      expect(idsOf(await listener.until(last))).toEqual([now, ...idsOf(first), last])
    }
  })

  it('goes on after a reset, with its new secret', async () => {
    const { sandbox, control } = await begin({ fixture: 'demo' })
    await sandbox.clock.freeze()
    const listener = await listenTo(sandbox)
    const trigger = async () =>
      (await control.post('/events', { body: { type: 'ranking.changed' } })).body.data.event.id
    await sandbox.clock.advance('2d')
    await listener.until(await trigger())

    await control.post('/reset', { body: { account: 'acc_demo' } })
    await sandbox.clock.freeze()
    const first = await trigger()
    const { summary } = await sandbox.clock.advance('1d')
    const last = await trigger()

    const [ready, ...heard] = await listener.until(last)
    const count = Object.values(summary.events).reduce((sum, each) => sum + each, 0)
    expect(ready?.event).toBe('ready')
    expect(ready?.data.secret).toBe((await listenTo(sandbox)).ready.data.secret)
    expect(ready?.data.secret).not.toBe(listener.ready.data.secret)
    expect(idsOf(heard)[0]).toBe(first)
    expect(heard).toHaveLength(count + 2)
  })

  it('goes on after a restore while it is continued', async () => {
    const { sandbox, control } = await begin()
    await createCampaign(sandbox)
    await sandbox.clock.freeze()
    await control.post('/snapshots', { body: { name: 'before' } })
    const listener = await listenTo(sandbox)
    await sandbox.clock.advance('1d')
    const [seen] = await listener.next(1)
    const again = await listenTo(sandbox, { lastEventId: seen?.id })

    await control.post('/snapshots/before/restore')
    const { body } = await control.post('/events', { body: { type: 'ranking.changed' } })

    const heard = idsOf(await again.until(body.data.event.id))
    expect(heard.filter((id) => id === body.data.event.id)).toHaveLength(1)
  })

  it('sends no events of a removed account to another with its id', async () => {
    const { sandbox, control } = await begin()
    const query = { account: 'acc_own' }
    const make = async () => {
      await control.post('/accounts', { body: { id: 'acc_own', fixture: 'demo' } })
    }
    await make()
    await control.post('/events', { query, body: { type: 'ranking.changed' } })

    await control.delete('/accounts/acc_own')
    await make()
    const again = await listenTo(sandbox, { lastEventId: BEFORE, query: '?account=acc_own' })
    const { body } = await control.post('/events', { query, body: { type: 'mention.detected' } })

    expect(idsOf(await again.next(1))).toEqual([body.data.event.id])
  })

  it('has no events from before the fixture was loaded', async () => {
    const { sandbox, control } = await begin({ fixture: 'demo' })
    const listener = await listenTo(sandbox, { lastEventId: `${START - 5 * DAY}-evt_0` })

    const { body } = await control.post('/events', { body: { type: 'campaign.completed' } })

    expect(idsOf(await listener.next(1))).toEqual([body.data.event.id])
  })

  it('has no events of other accounts', async () => {
    const sandbox = await startSandbox()
    const control = controlOf(sandbox)
    const query = { account: 'acc_enterprise' }
    const listener = await listenTo(sandbox, { query: '?account=acc_enterprise' })

    await control.post('/events', { body: { type: 'campaign.completed' } })
    const { body } = await control.post('/events', { query, body: { type: 'campaign.completed' } })

    expect(idsOf(await listener.next(1))).toEqual([body.data.event.id])
  })
})

describe('/_sandbox/deliveries', () => {
  async function withDeliveries() {
    const { sandbox, control } = await begin()
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

  it('are sent again with the same id, whatever their status', async () => {
    const { sandbox, control, receiver } = await withDeliveries()
    const [mention, ranking] = (await control.get('/deliveries')).body.data as [Shown, Shown]
    const resend = async ({ id }: Shown) =>
      (await control.post(`/deliveries/${id}/resend`)).body.data

    const pending = await resend(mention)
    await sandbox.clock.advance('3d')
    const failed = (await control.get(`/deliveries/${mention.id}`)).body.data as Shown
    const again = await resend(mention)
    const delivered = await resend(ranking)
    await control.post('/deliveries/dlv_none/resend')

    expect(pending).toMatchObject({
      status: 'pending',
      attempts: [{ manual: false }, { manual: true }],
    })
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(failed.attempts).toHaveLength(8 + 1)
    expect(again).toMatchObject({ status: 'failed' })
    expect(again.attempts).toHaveLength(8 + 2)
    expect(delivered).toMatchObject({ status: 'delivered' })
    expect(delivered.attempts).toHaveLength(2)
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ranking.event_id)
    expect((await control.post('/deliveries/dlv_none/resend')).status).toBe(404)
  })
})
