import { Webhook } from 'standardwebhooks'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { type Received, startReceiver } from '../../../test/support/receiver.ts'
import { CAMPAIGN, START, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

const controlOf = ({ port }: TestSandbox) => supertest(`http://127.0.0.1:${port}/_sandbox`)
/** Waits for the end of an advance, however busy the machine is. */
const move = (sandbox: TestSandbox, body: object) =>
  controlOf(sandbox)
    .post('/clock')
    .send('advance' in body ? { wait: true, ...body } : body)
const iso = (ms: number) => new Date(ms).toISOString()

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the clock of an account', () => {
  it('shows the time, whether it is frozen, and the next run', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })

    const empty = await controlOf(sandbox).get('/clock')
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const { body } = await controlOf(sandbox).get('/clock')

    expect(empty.body.data).toMatchObject({ now: iso(START), frozen: false, next_run: null })
    expect(Date.parse(body.data.next_run) - START).toBeGreaterThanOrEqual(2_000)
    expect(Date.parse(body.data.next_run) - START).toBeLessThan(5_000)
  })

  it('runs campaigns when it is advanced, and reports them', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, frequency: 'weekly' } })

    const { body } = await move(sandbox, { advance: '13d1h' })
    const again = await move(sandbox, { advance: '12h' })
    const list = await sandbox.api.get('/campaigns')

    expect(body.data.now).toBe(iso(START + 13 * DAY + HOUR))
    expect(body.data.summary).toMatchObject({
      from: iso(START),
      to: iso(START + 13 * DAY + HOUR),
      runs: 14 + 2,
      events: { 'campaign.completed': 16 },
    })
    expect(body.data.summary.events['ranking.changed']).toBeGreaterThan(3)
    expect(again.body.data.summary.runs).toBe(0)
    expect(list.body.meta.timestamp).toBe(iso(START + 13 * DAY + 13 * HOUR))
  })

  it('advances to the next run', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    const first = await move(sandbox, { advance: 'next_run' })
    const second = await move(sandbox, { advance: 'next_run' })

    expect(first.body.data.summary.runs).toBe(1)
    expect(second.body.data.summary.runs).toBe(1)
    expect(Date.parse(second.body.data.now) - Date.parse(first.body.data.now)).toBe(DAY)
  })

  it('is set forwards and back without any events', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    const forwards = await move(sandbox, { now: '2026-03-01T00:00:00Z' })
    const next = await move(sandbox, { advance: '23h' })
    const back = await move(sandbox, { now: '2026-01-16T00:00:00Z' })

    expect(forwards.body.data.now).toBe('2026-03-01T00:00:00.000Z')
    expect(forwards.body.data.summary.runs).toBe(0)
    expect(next.body.data.summary.runs).toBe(1)
    expect(back.body.data.now).toBe('2026-01-16T00:00:00.000Z')
  })

  it('stays frozen, even after an advance', async () => {
    const sandbox = await startSandbox()

    await move(sandbox, { frozen: true })
    sandbox.advance({ hours: 5 })
    const standing = await controlOf(sandbox).get('/clock')
    const advanced = await move(sandbox, { advance: '1d' })
    sandbox.advance({ hours: 5 })
    const after = await controlOf(sandbox).get('/clock')
    await move(sandbox, { frozen: false })
    sandbox.advance({ hours: 1 })
    const running = await controlOf(sandbox).get('/clock')

    expect(standing.body.data).toMatchObject({ now: iso(START), frozen: true })
    expect(advanced.body.data).toMatchObject({ now: iso(START + DAY), frozen: true })
    expect(after.body.data.now).toBe(iso(START + DAY))
    expect(running.body.data).toMatchObject({ now: iso(START + DAY + HOUR), frozen: false })
  })

  it('moves quotas', async () => {
    const sandbox = await startSandbox()
    for (let n = 0; n < 6; n++) await sandbox.api.get('/auth/verify', { key: 'svc_test_limited' })
    const refused = await sandbox.api.get('/auth/verify', { key: 'svc_test_limited' })

    await move(sandbox, { advance: '1h' })
    const served = await sandbox.api.get('/auth/verify', { key: 'svc_test_limited' })

    expect(refused.status).toBe(429)
    expect(served.status).toBe(200)
  })

  it('ends the use of a replaced secret', async () => {
    const sandbox = await startSandbox()
    const receiver = await startReceiver()
    const body = { url: receiver.url, events: ['campaign.completed'] }
    const { id, secret } = (await sandbox.api.post('/webhooks', { body })).body.data
    const rotated = await sandbox.api.put(`/webhooks/${id}`, { body: { rotate_secret: true } })
    const fits = async (secret: string) => {
      const count = receiver.received.length
      await sandbox.trigger('campaign.completed')
      await receiver.arrived(count + 1)
      const { body, headers } = receiver.received.at(-1) as Received
      try {
        return Boolean(new Webhook(secret).verify(body, headers))
      } catch {
        return false
      }
    }

    const during = [await fits(secret), await fits(rotated.body.data.secret)]
    await move(sandbox, { advance: '25h' })
    const after = [await fits(secret), await fits(rotated.body.data.secret)]

    expect(during).toEqual([true, true])
    expect(after).toEqual([false, true])
  })

  it.each([
    [{ advance: '401d' }, '400 days'],
    [{ advance: '1y' }, 'advance'],
    [{ advance: '1d', now: '2026-02-01T00:00:00Z' }, ''],
    [{ now: '3500-01-01T00:00:00Z' }, '2999'],
    [{ now: 'soon' }, 'soon'],
    [{}, 'field'],
    [{ speed: 2 }, ''],
  ])('refuses %j without a change', async (body, hint) => {
    const sandbox = await startSandbox()

    const response = await move(sandbox, body)
    const after = await controlOf(sandbox).get('/clock')

    expect(response.status).toBe(400)
    expect(JSON.stringify(response.body.error)).toContain(hint)
    expect(after.body.data.now).toBe(iso(START))
  })
})
