import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/time/duration.ts'
import { type IsolatedAccount, newAccounts } from '../support/isolation.ts'
import { postgres } from '../support/postgres.ts'
import { authMe, count, hammer, LIMITED, replicas } from '../support/replica-pair.ts'
import { CAMPAIGN, START, type TestSandbox } from '../support/sandbox.ts'
import { openStream } from '../support/streams.ts'

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
})

describe.skipIf(!postgres.isAvailable)('a key with five requests an hour', () => {
  it('gets exactly five through two replicas at once', async () => {
    const { one, other } = await replicas()

    const statuses = await hammer({ one, other }, 40)

    expect(count(statuses)).toEqual({ 200: 5, 429: 35 })
  })
})

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
