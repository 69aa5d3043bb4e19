import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/config.ts'
import { createSandbox } from '../../src/sandbox.ts'
import { createClock } from '../../src/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../src/time/duration.ts'
import { controlOf } from '../support/control.ts'
import { type IsolatedAccount, newAccounts } from '../support/isolation.ts'
import { postgres, testDatabase } from '../support/postgres.ts'
import { apiOf, CAMPAIGN, START, type TestSandbox } from '../support/sandbox.ts'
import { openStream } from '../support/streams.ts'

const LIMITED = 'svc_test_limited'

/** Two replicas on a database of the test's own. */
async function replicas(options: SandboxOptions = {}) {
  const { url } = await testDatabase()
  let time = START
  const clock = createClock({ wallTime: () => time })
  const open = async () => {
    const sandbox = await createSandbox({ ...options, database: url }, { clock })
    onTestFinished(() => sandbox.close())
    return sandbox
  }
  const sandboxes = [await open(), await open()]
  const advance = ({ days = 0, hours = 0, minutes = 0 }) => {
    time += ((days * 24 + hours) * 60 + minutes) * 60_000
  }
  const [one, other] = sandboxes.map((sandbox) =>
    Object.assign(sandbox, { advance, api: apiOf(sandbox.url) }),
  ) as [TestSandbox, TestSandbox]
  return { one, other }
}

/** A sandbox whose calls go to both replicas in turn, as through a load balancer. */
function balanced({ one, other }: { one: TestSandbox; other: TestSandbox }): TestSandbox {
  let turn = 0
  const next = () => (turn++ % 2 ? other : one)
  return new Proxy(one, {
    get: (_, member) => {
      const chosen = next()
      return Reflect.get(chosen, member, chosen)
    },
  })
}

const authMe = async (sandbox: TestSandbox, key: string) =>
  (await sandbox.api.get('/auth/me', { key })).status

describe.skipIf(!postgres.isAvailable)('through two replicas', { timeout: 60_000 }, () => {
  it('keys are created, used and deleted', async () => {
    const { one, other } = await replicas()

    const { id, token } = await one.keys.create({ name: 'New' })
    expect(await authMe(other, token)).toBe(200)
    await other.keys.delete(id)

    expect(await authMe(one, token)).toBe(401)
    expect((await one.keys.list()).map((key) => key.id)).not.toContain(id)
  })

  it('the usage of a key is that of both', async () => {
    const { one, other } = await replicas()
    const { id, token } = await one.keys.create({ name: 'New' })
    for (const sandbox of [one, other, other]) await authMe(sandbox, token)

    await other.keys.usage(id)
    const { total, last_used_at } = await one.keys.usage(id)

    expect([total.requests, last_used_at]).toEqual([3, new Date(START).toISOString()])
  })

  it('accounts are created, read and removed', async () => {
    const { one, other } = await replicas()

    const { id, key } = await one.accounts.create({ name: 'Another' })
    expect((await other.accounts.list()).map((account) => account.id)).toContain(id)
    const { status } = await other.api.post('/campaigns', { key: key.token, body: CAMPAIGN })
    const before = await one.accounts.get(id)
    await other.accounts.delete(id)

    expect(status).toBe(201)
    expect(before.campaigns).toBe(9)
    expect(await authMe(one, key.token)).toBe(401)
    await expect(one.accounts.get(id)).rejects.toThrow('There is no account')
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

  it('faults act at once, and end at once', async () => {
    const { one, other } = await replicas()

    await one.faults.add({ operation: 'listCampaigns', error: 'server_error' })
    expect((await other.api.get('/campaigns')).status).toBe(500)
    await other.faults.clear()

    expect((await one.api.get('/campaigns')).status).toBe(200)
  })

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

  it('a snapshot is saved, listed, restored and deleted', async () => {
    const { one, other } = await replicas()
    const before = await one.api.get('/campaigns', { query: { limit: 100 } })
    await one.snapshots.save('before')
    const { id } = await other.keys.create({ name: 'Later' })
    await other.api.post('/campaigns', { body: CAMPAIGN })

    expect(await other.snapshots.list()).toMatchObject([{ name: 'before', campaigns: 8 }])
    await other.snapshots.restore('before')

    const after = await one.api.get('/campaigns', { query: { limit: 100 } })
    expect(after.body.data).toEqual(before.body.data)
    expect((await one.keys.list()).map((key) => key.id)).not.toContain(id)
    await one.snapshots.delete('before')
    expect(await other.snapshots.list()).toEqual([])
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

  it('requests are logged in one order, and a stream continues on the other replica', async () => {
    const { one, other } = await replicas()
    const first = await openStream(one, '/requests/stream')
    for (const [n, sandbox] of [one, other, one].entries()) {
      await sandbox.api.get(`/campaigns/cmp_${n}`)
      await sandbox.requests.list()
    }
    const read = [await first.next(), await first.next()]
    first.close()
    for (const [n, sandbox] of [other, one, other].entries()) {
      await sandbox.api.get(`/campaigns/cmp_${n + 3}`)
    }

    const second = await openStream(other, '/requests/stream', {
      'Last-Event-ID': read[1]?.id as string,
    })
    for (let n = 0; n < 4; n++) read.push(await second.next())

    const urls = read.map(({ data }) => JSON.parse(data).url.replace('/api/campaigns/cmp_', ''))
    expect(urls.slice(0, 3)).toEqual(['0', '1', '2'])
    expect(urls.toSorted()).toEqual(['0', '1', '2', '3', '4', '5'])
    const numbers = read.map(({ id }) => Number(id?.replace('req_', '')))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect((await one.requests.get(read[0]?.id as string)).url).toBe('/api/campaigns/cmp_0')
  })

  it('a request to one is found by a wait on the other, and cleared for both', async () => {
    const { one, other } = await replicas()
    const waiting = other.requests.waitFor({ path: '/campaigns', method: 'POST' })

    await one.api.post('/campaigns', { body: CAMPAIGN })

    expect((await waiting).status).toBe(201)
    await one.requests.clear()
    expect(await other.requests.list()).toEqual([])
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
    expect((await one.api.get('/campaigns')).body.meta.pagination.total).toBe(8)
    expect(await one.receiver.get()).toMatchObject({ answer: { status: 204 }, received: [] })
    expect((await one.requests.list()).length).toBeLessThanOrEqual(2)
  })
})

describe.skipIf(!postgres.isAvailable)('a key with five requests an hour', () => {
  it('gets exactly five through two replicas at once', async () => {
    const { one, other } = await replicas()

    const statuses = await hammer({ one, other }, 40)

    expect(count(statuses)).toEqual({ 200: 5, 429: 35 })
  })

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

/** Sends requests with the limited key to both replicas at once; their statuses. */
async function hammer(
  { one, other }: { one: TestSandbox; other: TestSandbox },
  times: number,
): Promise<number[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => authMe(n % 2 ? one : other, LIMITED)))
}

function count(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const COMMANDS = [
  ...(['create', 'create', 'rename', 'delete', 'list', 'read', 'readOther', 'figures'] as const),
  ...([
    'exportFile',
    'foreignFile',
    'subscribe',
    'alert',
    'happen',
    'receive',
    'requests',
  ] as const),
  ...(['makeKey', 'advance', 'fail', 'steerOther', 'snapshot', 'reset'] as const),
] satisfies (keyof IsolatedAccount)[]

describe.skipIf(!postgres.isAvailable)('accounts behind a load balancer', () => {
  it('are as their model has them, whatever they do at the same time', {
    timeout: 300_000,
  }, async () => {
    const command = fc.record({ name: fc.constantFrom(...COMMANDS), n: fc.nat(1000) })
    const history = fc.array(command, { minLength: 12, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(history, history, history), async (played) => {
        const sandbox = balanced(await replicas({ fixture: 'empty', rateLimits: false }))
        const accounts = await newAccounts(sandbox, played.length)

        await Promise.all(
          played.map(async (commands, a) => {
            const account = accounts[a] as IsolatedAccount
            for (const { name, n } of commands) await account[name](n)
          }),
        )

        for (const account of accounts) await account.check()
      }),
      {
        seed: Number(process.env.ISOLATION_SEED ?? 1),
        numRuns: Number(process.env.ISOLATION_RUNS ?? 2),
        endOnFailure: true,
      },
    )
  })
})
