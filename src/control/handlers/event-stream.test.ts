import { describe, expect, it } from 'vitest'
import { createCampaign, startEmpty, subscribe } from '../../../test/support/event-sources.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { type Heard, listenTo } from '../../../test/support/records/events.ts'
import { START } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const DAY = 86_400_000
/** The last id of a listener that has seen no event since. */
const BEFORE = `${START - 1}-evt_0`

const idsOf = (heard: Heard[]) => heard.map(({ data }) => data.id)

describe('GET /_sandbox/events/stream', () => {
  it('sends events of runs and triggered ones, with the bodies for webhooks', async () => {
    const { sandbox, control } = await startEmpty()
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
    const { sandbox, control } = await startEmpty()
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

  it('leaves out what only a snoozed alert lets through, if it is asked for alerts', async () => {
    const { sandbox, control } = await startEmpty()
    const id = await createCampaign(sandbox)
    const alert = { name: 'Runs', campaign_id: id, event: 'campaign.completed' }
    const { data } = (await sandbox.api.post('/alerts', { body: alert })).body
    const listener = await listenTo(sandbox, { query: '?alerts=true' })
    const trigger = async (type: string) =>
      (await control.post('/events', { body: { type } })).body.data.event.id

    const until = new Date(START + DAY).toISOString()
    await sandbox.api.post(`/alerts/${data.id}/snooze`, { body: { until } })
    await trigger('campaign.completed')
    await sandbox.api.delete(`/alerts/${data.id}/snooze`)
    await trigger('ranking.changed')
    const last = await trigger('campaign.completed')

    expect(idsOf(await listener.next(1))).toEqual([last])
  })

  it('continues from the start for a listener that has seen nothing yet', async () => {
    const { sandbox, control } = await startEmpty()
    await createCampaign(sandbox, { frequency: 'hourly' })
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
    const first = await startEmpty({ data })
    await createCampaign(first.sandbox, { frequency: 'hourly' })
    const listener = await listenTo(first.sandbox)
    await first.sandbox.clock.freeze()
    await first.sandbox.clock.advance('6h')
    const [seen] = (await listener.next(1)) as [Heard]
    const missed = await listener.next(5)
    await first.sandbox.close()

    const second = await startEmpty({ data })
    const again = await listenTo(second.sandbox, { lastEventId: seen.id })

    expect(idsOf(await again.next(5))).toEqual(idsOf(missed))
  })

  it.each([
    ['reset', { path: '/reset', body: { account: 'acc_demo' } }],
    ['reset with all others', { path: '/reset', body: {} }],
    ['put back', { path: '/snapshots/before/restore', body: {} }],
  ])('sends no earlier events of an account that was %s since', async (_, { path, body }) => {
    const { sandbox, control } = await startEmpty()
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
    const { sandbox, control } = await startEmpty()
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
    const { sandbox, control } = await startEmpty({ fixture: 'demo' })
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

  it('sends no events of a removed account to another with its id', async () => {
    const { sandbox, control } = await startEmpty()
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
})
