import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/time/duration.ts'
import { controlOf } from '../support/control.ts'
import { postgres } from '../support/postgres.ts'
import { authMe, count, hammer, LIMITED, replicas } from '../support/replica-pair.ts'
import { CAMPAIGN, START, type TestSandbox } from '../support/sandbox.ts'
import { openStream } from '../support/streams.ts'

// `npm test` tries keys, a clock, the log, a reset and a quota, and accounts that do anything.
describe.skipIf(!postgres.isAvailable)('through two replicas', { timeout: 60_000 }, () => {
  it('the usage of a key is that of both', async () => {
    const { one, other } = await replicas()
    const { id, token } = await one.keys.create({ name: 'New' })
    for (const sandbox of [one, other, other]) await authMe(sandbox, token)

    await other.keys.usage(id)
    const { total, last_used_at } = await one.keys.usage(id)

    expect([total.requests, last_used_at]).toEqual([3, new Date(START).toISOString()])
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

  it('a key made after a restore has no usage of one with its id', async () => {
    const { one, other } = await replicas()
    await one.snapshots.save('start')
    const gone = await one.keys.create({ name: 'After' })
    await authMe(other, gone.token)
    await other.keys.usage(gone.id)

    await other.snapshots.restore('start')
    const again = await one.keys.create({ name: 'After' })

    expect(again.id).toBe(gone.id)
    expect((await one.keys.usage(again.id)).total.requests).toBe(0)
  })

  it('a receiver gets requests on either, and uses up its answers once', async () => {
    const { one, other } = await replicas()
    const { url } = await one.receiver.get()
    const path = new URL(url).pathname
    await other.receiver.set({ sequence: [{ status: 500, count: 3 }, { status: 204 }] })
    const followed = await openStream(other, '/receiver/stream')

    const statuses = await Promise.all(
      [one, other, one, other, one].map(async ({ port }) => {
        const sent = { method: 'POST', body: '{"type":"x"}' }
        return (await fetch(`http://127.0.0.1:${port}${path}`, sent)).status
      }),
    )

    expect(statuses.toSorted()).toEqual([204, 204, 500, 500, 500])
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await followed.next()).id)
    expect(ids).toEqual(['rec_1', 'rec_2', 'rec_3', 'rec_4', 'rec_5'])
    expect((await one.receiver.get()).received).toHaveLength(5)
    await other.receiver.clear()
    expect(await one.receiver.get()).toMatchObject({ received: [], answer: { status: 204 } })
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

  it('sign-ups of an address are counted together', async () => {
    const { one, other } = await replicas({
      adminToken: 'let-me-in',
      openSignup: true,
      trustProxy: 1,
      signupsPerHour: 3,
    })
    const signUp = (n: number) =>
      controlOf(n % 2 ? one : other).post('/signup', {
        body: {},
        headers: { 'X-Forwarded-For': '203.0.113.1' },
      })

    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await signUp(n)).status)

    expect(statuses).toEqual([201, 201, 201, 429, 429])
  })

  it('visitors have as many accounts as there may be, and no more', async () => {
    const { one, other } = await replicas({
      ...{ adminToken: 'let-me-in', openSignup: true, trustProxy: 1 },
      maxAccounts: 3,
    })
    const signUps = Array.from({ length: 8 }, (_, n) =>
      controlOf(n % 2 ? one : other).post('/signup', {
        body: {},
        headers: { 'X-Forwarded-For': `203.0.113.${n}` },
      }),
    )

    const statuses = (await Promise.all(signUps)).map(({ status }) => status)

    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 503)).toHaveLength(5)
  })

  it('wrong keys of an address are counted together', async () => {
    const { one, other } = await replicas({ trustProxy: 1, adminToken: 'let-me-in' })
    const left = async (sandbox: TestSandbox) => {
      const headers = { 'X-Forwarded-For': '203.0.113.1' }
      const { headers: answered } = await sandbox.api.get('/auth/me', {
        key: 'svc_test_x',
        headers,
      })
      return Number(answered['x-ratelimit-remaining'])
    }

    const first = await left(one)

    expect([await left(other), await left(one)]).toEqual([first - 1, first - 2])
  })
})

describe.skipIf(!postgres.isAvailable)('a key with five requests an hour', () => {
  it('gets five more in the next hour of its clock, and after a reset', {
    timeout: 60_000,
  }, async () => {
    const both = await replicas()
    const account = (await both.one.api.get('/auth/verify', { key: 'svc_test_limited' })).body.data
      .account_id
    await both.one.reset({ account })

    expect(count(await hammer(both, 12))).toEqual({ 200: 5, 429: 7 })
    await both.other.clock.advance('59m', { account })
    expect(count(await hammer(both, 6))).toEqual({ 429: 6 })
    await both.one.clock.advance('1m', { account })
    expect(count(await hammer(both, 12))).toEqual({ 200: 5, 429: 7 })
    await both.other.clock.set(START - DAY_MS, { account })
    expect(count(await hammer(both, 12))).toEqual({ 200: 5, 429: 7 })
    await both.one.reset({ account })
    expect(count(await hammer(both, 12))).toEqual({ 200: 5, 429: 7 })
  })

  it('never gets more in a window while the clock is moved under it', {
    timeout: 60_000,
  }, async () => {
    const { one, other } = await replicas()
    const { account_id: account } = (await one.api.get('/auth/verify', { key: LIMITED })).body.data
    await one.reset({ account })
    // The clock stands at times that differ, so that a window is known by its end.
    const times = Array.from({ length: 8 }, (_, n) => START + (n % 3) * 2 * HOUR_MS + n * 1000)
    const answers: { status: number; reset: number }[] = []
    const ask = async (sandbox: TestSandbox) => {
      const { status, headers } = await sandbox.api.get('/auth/me', { key: LIMITED })
      answers.push({ status, reset: Number(headers['x-ratelimit-reset']) })
    }
    await one.clock.freeze({ account })

    const asked: Promise<void>[] = []
    for (const [n, time] of times.entries()) {
      for (let i = 0; i < 8; i++) asked.push(ask(i % 2 ? one : other))
      await (n % 2 ? one : other).clock.set(time, { account })
    }
    await Promise.all(asked)

    for (const end of new Set(answers.map(({ reset }) => reset))) {
      const answered = answers.filter(({ reset }) => reset === end)
      const allowed = answered.filter(({ status }) => status === 200)
      expect(allowed.length).toBe(Math.min(5, answered.length))
    }
  })
})
