import { describe, expect, it, vi } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { AccountStore } from '../../store/account-store.ts'

const KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected'] as const

async function begin(advance = '0s') {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const campaign = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  await sandbox.clock.advance(advance)
  const control = controlOf(sandbox)
  const trigger = (body: object) => control.post('/events', { body })
  return { sandbox, campaign, control, trigger }
}

/** The position of each keyword on each day, as the API lists it. */
async function rowsOf({ api }: TestSandbox, campaign_id: string) {
  const query = { campaign_id, start_date: '2026-01-01', limit: 1000 }
  const { data } = (await api.get('/serp/rankings', { query })).body
  const rows = data as { keyword: string; date: string; position: number }[]
  return new Map(rows.map((row) => [`${row.keyword} ${row.date}`, row.position]))
}

describe('a triggered event agrees with the API', () => {
  it.each(['12d', '40d'])('when the campaign is %s old: its ranking has rows', async (age) => {
    const { sandbox, campaign, trigger } = await begin(age)

    const { data } = (await trigger({ type: 'ranking.changed' })).body.data.event

    const rows = await rowsOf(sandbox, campaign.id)
    expect(rows.get(`${data.keyword} ${data.date}`)).toBe(data.position)
    expect(rows.get(`${data.keyword} ${data.previous_date}`)).toBe(data.previous_position)
    expect(data.date).toBe([...rows.keys()].at(-1)?.slice(-10))
  })

  it.each(['1d', '3d'])('when the campaign is %s old: its mention is in the list', async (age) => {
    const { sandbox, campaign, trigger } = await begin(age)

    const { data } = (await trigger({ type: 'mention.detected' })).body.data.event

    const query = { brand: campaign.brand, limit: 100 }
    const listed = (await sandbox.api.get('/chat/mentions', { query })).body.data
    // The campaign of the event need not be the one that found the answer first.
    const { campaign_id, campaign_name: _name, ...mention } = data
    const found = listed.find(({ id }: { id: string }) => id === data.id)
    expect(found).toMatchObject(mention)
    expect(found.campaign_ids).toContain(campaign_id)
  })
})

describe('a triggered event of a campaign that has not run yet makes its first run', () => {
  it.each([
    ['daily', {}],
    ['hourly', { frequency: 'hourly' }],
    ['weekly', { frequency: 'weekly' }],
    ['monthly', { frequency: 'monthly' }],
    ['changed before', { frequency: 'daily' }, { name: 'Changed', keywords: ['tea', 'mugs'] }],
  ])('%s: the API has what each event is about', async (_, fields, change?: object) => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    const { api } = sandbox
    const created = (await api.post('/campaigns', { body: { ...CAMPAIGN, ...fields } })).body.data
    if (change) await api.put(`/campaigns/${created.id}`, { body: { ...CAMPAIGN, ...change } })
    const receiver = await startReceiver()
    await api.post('/webhooks', { body: { url: receiver.url, events: KINDS } })

    const sequence = KINDS.map((type) => ({ type }))
    const { triggered } = (await controlOf(sandbox).post('/events', { body: { sequence } })).body
      .data
    await receiver.arrived(3)

    const [completed, changed, detected] = triggered.map((each: Triggered) => each.event)
    const campaign = (await api.get(`/campaigns/${created.id}`)).body.data
    const now = (await sandbox.clock.now()).toISOString()
    expect([campaign.last_run_at, campaign.last_run_status]).toEqual([now, 'completed'])
    expect([completed.data.completed_at, completed.at]).toEqual([now, now])
    const rows = await rowsOf(sandbox, created.id)
    expect(rows.get(`${changed.data.keyword} ${changed.data.date}`)).toBe(changed.data.position)
    expect(rows.size).toBe(campaign.keywords.length)
    const query = { brand: campaign.brand, limit: 100 }
    const mentions = (await api.get('/chat/mentions', { query })).body.data
    expect(mentions.map(({ id }: { id: string }) => id)).toContain(detected.data.id)
  })

  it('of any brand: the mention is listed, and stays when another campaign of the brand runs', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    const { api, clock } = sandbox
    const control = controlOf(sandbox)
    const sent: { id: string; brand: string }[] = []
    for (let n = 0; n < 24; n++) {
      const brand = `Brand${n % 12}`
      const domain = `brand${n % 12}.example`
      const fields = { name: `Campaign ${n}`, brand, domain, keywords: [`gadget ${n}`] }
      const { body } = await api.post('/campaigns', { body: { ...CAMPAIGN, ...fields } })
      const trigger = { type: 'mention.detected', campaign_id: body.data.id }
      const { id } = (await control.post('/events', { body: trigger })).body.data.event.data
      sent.push({ id, brand })
      if (n === 11) await clock.advance('1d')
    }

    for (const { id, brand } of sent) {
      const query = { brand, start_date: '2026-01-01', limit: 1000 }
      const { data } = (await api.get('/chat/mentions', { query })).body
      expect(data.map((mention: { id: string }) => mention.id)).toContain(id)
    }
  })

  it('but not for a campaign that is paused, or that ran', async () => {
    const { sandbox, campaign, trigger } = await begin()
    const read = async () => (await sandbox.api.get(`/campaigns/${campaign.id}`)).body.data
    const body = { ...CAMPAIGN, status: 'paused' }
    await sandbox.api.put(`/campaigns/${campaign.id}`, { body })

    await trigger({ type: 'campaign.completed' })
    const paused = await read()
    await sandbox.api.put(`/campaigns/${campaign.id}`, { body: { ...CAMPAIGN, status: 'active' } })
    await sandbox.clock.advance('1m')
    const { last_run_at } = await read()
    await sandbox.clock.advance('1m')
    await trigger({ type: 'campaign.completed' })

    expect(paused.last_run_at).toBe(null)
    expect((await read()).last_run_at).toBe(last_run_at)
    expect(last_run_at).not.toBe(null)
  })
})

interface Triggered {
  event: { id: string; at: string; data: Record<string, unknown> }
}

describe('overrides', () => {
  it.each([
    ['position', { position: '1' }, '/data/position', 'must be an integer'],
    ['position', { position: 0 }, '/data/position', 'must be at least 1'],
    ['posiiton', { posiiton: 1 }, '/data', 'has an unknown field "posiiton"'],
    ['date', { date: '2026-02-30' }, '/data/date', 'must be a date that exists'],
  ])('must fit the document: %s %j', async (_, data, path, words) => {
    const { trigger, control } = await begin()

    const { status, body } = await trigger({ type: 'ranking.changed', data })
    const anyway = await trigger({ type: 'ranking.changed', data, validate: false })

    expect([status, body.error.details.issues[0].path]).toEqual([400, path])
    expect(body.error.message).toContain(words)
    expect(anyway.body.data.event.data).toMatchObject(data)
    expect((await control.get('/deliveries')).body.data).toEqual([])
  })
})

describe('several events', () => {
  it('happen in order, each with an id and data of its own', async () => {
    const { sandbox, trigger } = await begin('5d')
    const receiver = await startReceiver()
    await sandbox.api.post('/webhooks', { body: { url: receiver.url, events: KINDS } })
    const sequence = KINDS.map((type) => ({ type }))

    const { body } = await trigger({ sequence, count: 3 })
    await receiver.arrived(9)

    const { triggered, event } = body.data
    const events = triggered.map((each: { event: { id: string; type: string } }) => each.event)
    expect(events[0]).toEqual(event)
    expect(events.map(({ type }: { type: string }) => type)).toEqual([...KINDS, ...KINDS, ...KINDS])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      events.map(({ id }: { id: string }) => id),
    )
    const mentions = events.filter(({ type }: { type: string }) => type === 'mention.detected')
    expect(new Set(mentions.map(({ data }: { data: { id: string } }) => data.id)).size).toBe(3)
  })

  it.each([
    { count: 101, type: 'ranking.changed' },
    { count: 0, type: 'ranking.changed' },
    { count: 60, sequence: [{ type: 'ranking.changed' }, { type: 'ranking.changed' }] },
    { type: 'ranking.changed', sequence: [{ type: 'ranking.changed' }] },
    { sequence: [] },
    {},
  ])('are refused when they are wrong: %j', async (body) => {
    const { trigger } = await begin()

    expect((await trigger(body)).status).toBe(400)
  })
})

describe('release 1.0.0, which has no webhooks', () => {
  it('sends nothing from a folder of a later release, and triggers nothing', async () => {
    const data = await temporaryFolder()
    const receiver = await startReceiver()
    const later = await startSandbox({ data })
    receiver.status = 500
    await later.api.post('/webhooks', { body: { url: receiver.url, events: KINDS } })
    await later.trigger('ranking.changed')
    await receiver.arrived(1)
    await later.clock.advance('0s')
    await later.close()
    const before = receiver.received.length

    const sandbox = await startSandbox({ data, apiVersion: '1.0.0' })
    const { summary } = await sandbox.clock.advance('3d')
    const heard: unknown[] = []
    await sandbox.listen((event) => heard.push(event))
    const refused = await sandbox.trigger('ranking.changed').catch((error) => error)

    expect(summary.runs).toBeGreaterThan(0)
    expect(Object.values(summary.events)).toEqual([0, 0, 0])
    expect(receiver.received.length).toBe(before)
    expect(refused.message).toContain('Release 1.0.0 of the API has no event ranking.changed (§9)')
    expect(heard).toEqual([])
  })
})

describe('sandbox.trigger()', () => {
  it('leaves out what is undefined, as JSON does, and names an unknown option', async () => {
    const { sandbox } = await begin()

    const { event } = await sandbox.trigger('campaign.completed', { campaign: undefined } as never)
    const refused = sandbox.trigger('campaign.completed', { campaignId: 'cmp_a' } as never)

    expect(event?.type).toBe('campaign.completed')
    await expect(refused).rejects.toMatchObject({
      details: { issues: [{ message: expect.stringContaining('campaignId') }] },
    })
  })
})

it('triggers nothing of a campaign that is deleted meanwhile, and leaves nothing of it', async () => {
  const { sandbox, campaign, trigger } = await begin()
  const update = vi.spyOn(AccountStore.prototype, 'update').mockImplementationOnce(async function (
    this: AccountStore,
    ...changed
  ) {
    await sandbox.api.delete(`/campaigns/${campaign.id}`)
    return this.update(...changed)
  })

  const answer = await trigger({ type: 'campaign.completed', campaign_id: campaign.id })

  update.mockRestore()
  expect(answer.status).toBe(404)
  expect((await sandbox.state.get()).last_runs).toEqual([])
})
