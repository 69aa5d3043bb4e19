import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/time/duration.ts'
import { controlOf } from '../support/control.ts'
import { postgres } from '../support/postgres.ts'
import { authMe, LIMITED, replicas } from '../support/replica-pair.ts'
import { CAMPAIGN, START, type TestSandbox } from '../support/sandbox.ts'
import { openStream } from '../support/streams.ts'

describe.skipIf(!postgres.isAvailable)('through two replicas', { timeout: 60_000 }, () => {
  it('a clock is moved, with its consequences', async () => {
    const { one, other } = await replicas()
    const nowAt = async (sandbox: TestSandbox) =>
      (await sandbox.api.get('/auth/me')).body.meta.timestamp

    await one.clock.advance({ days: 3 })
    const moved = await nowAt(other)
    const happened = await other.events.list()
    await other.clock.set(START - DAY_MS)

    expect(moved).toBe('2026-01-18T09:30:00.000Z')
    expect(happened.length).toBeGreaterThan(0)
    expect(await one.events.list()).toEqual(happened)
    expect(await nowAt(one)).toBe('2026-01-14T09:30:00.000Z')
  })

  it('a reset forgets everything on both', async () => {
    const { one, other } = await replicas()
    await one.api.post('/campaigns', { body: CAMPAIGN })
    await one.receiver.set({ status: 500 })
    for (let n = 0; n < 5; n++) await authMe(one, LIMITED)
    expect(await authMe(other, LIMITED)).toBe(429)
    // A list writes what its replica has logged, which would otherwise be up to 0.2 s late.
    expect((await one.requests.list()).length).toBeGreaterThan(2)

    await other.reset()

    expect(await authMe(one, LIMITED)).toBe(200)
    expect((await one.api.get('/campaigns')).body.meta.pagination.total).toBe(12)
    expect(await one.receiver.get()).toMatchObject({ answer: { status: 204 }, received: [] })
    expect((await one.requests.list()).length).toBeLessThanOrEqual(2)
  })

  it('only one of two accounts gets an id', async () => {
    const { one, other } = await replicas()
    const body = { id: 'acc_same' }

    const created = await Promise.all(
      [one, other].map((sandbox) => controlOf(sandbox).post('/accounts', { body })),
    )

    expect(created.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = created.find(({ status }) => status === 400)
    expect(refused?.body.error.message).toContain('must be an id that no account has')
  })

  it('a reader of changes is notified of those at the other', async () => {
    const { one, other } = await replicas()
    const { next } = await openStream(other, '/changes/stream?account=acc_demo')
    expect((await next()).event).toBe('ready')

    await one.api.post('/campaigns', { body: CAMPAIGN })
    const written = performance.now()

    expect((await next()).event).toBe('changed')
    // Without a notice, it would look again after 15 s.
    expect(performance.now() - written).toBeLessThan(8_000)
  })
})
