import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type IsolatedAccount, newAccounts } from '../support/isolation.ts'
import { codeOf, startSandbox } from '../support/sandbox.ts'

// Another seed plays other commands: ISOLATION_SEED=7 ISOLATION_RUNS=50 npx vitest run test/integration/isolation.test.ts
const SEED = Number(process.env.ISOLATION_SEED ?? 1)
const RUNS = Number(process.env.ISOLATION_RUNS ?? 3)
const ACCOUNTS = 3

/** What an account may do next; `n` chooses among what it has. */
const COMMANDS = [
  'create',
  'create',
  'rename',
  'delete',
  'list',
  'read',
  'readOther',
  'figures',
  'exportFile',
  'foreignFile',
  'subscribe',
  'alert',
  'happen',
  'receive',
  'requests',
  'makeKey',
  'advance',
  'fail',
  'steerOther',
  'snapshot',
  'reset',
] as const satisfies (keyof IsolatedAccount)[]

const command = fc.record({ name: fc.constantFrom(...COMMANDS), n: fc.nat(1000) })
const history = fc.array(command, { minLength: 12, maxLength: 30 })
const histories = fc.tuple(...Array.from({ length: ACCOUNTS }, () => history))

it('keeps accounts apart, whatever they do at the same time', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (played) => {
      const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })
      const accounts = await newAccounts(sandbox, ACCOUNTS)

      await Promise.all(
        played.map(async (commands, a) => {
          const account = accounts[a] as IsolatedAccount
          for (const { name, n } of commands) await account[name](n)
        }),
      )

      for (const account of accounts) await account.check()
      await sandbox.close()
    }),
    // Each step of shrinking would take half a minute.
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
})

it('follows the requests and events of one account alone', async () => {
  const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })
  const [one, two] = (await newAccounts(sandbox, 2)) as [IsolatedAccount, IsolatedAccount]
  const requests: string[] = []
  const events: string[] = []
  const stop = await Promise.all([
    sandbox.requests.listen((request) => void requests.push(JSON.stringify(request)), {
      account: one.id,
    }),
    sandbox.listen((event) => void events.push(JSON.stringify(event)), { account: one.id }),
  ])

  for (const account of [two, one, two]) {
    await account.create(0)
    await account.happen(0)
  }
  await expect.poll(() => [requests.length > 0, events.length > 0]).toEqual([true, true])
  for (const end of stop) end()

  const seen = [...requests, ...events].join()
  expect(seen).toContain(one.marker)
  expect(seen).not.toContain(two.marker)
  expect(seen).not.toContain(two.id)
})

it('gives each account a quota of its own', async () => {
  const sandbox = await startSandbox()
  for (let n = 0; n < 101; n++) await sandbox.api.get('/auth/me', { key: 'svc_test_starter' })

  const used = await sandbox.api.get('/auth/me', { key: 'svc_test_starter' })
  const other = await sandbox.api.get('/auth/me', { key: 'svc_test_enterprise' })

  expect(codeOf(used)).toBe('rate_limit_exceeded')
  expect([other.status, other.headers['x-ratelimit-remaining']]).toEqual([200, '9999'])
})
