import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import {
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'
import { MAX_CHARACTERS } from './fixtures.ts'

const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))
const campaign = (more: object) => ({
  name: 'a',
  type: 'serp',
  frequency: 'daily',
  keywords: ['a'],
  ...more,
})
const one = (more: object) => ({ accounts: [{ id: 'a', ...more }] })

// Shared by the tests that change nothing.
let shared: TestSandbox
beforeAll(async () => {
  shared = await startSharedSandbox()
})
afterAll(() => shared.close())

it.each([
  [
    { accounts: many(101, (n) => ({ id: `a${n}` })) },
    'accounts 101 accounts; at most 100 can be sent',
  ],
  [
    one({ users: many(101, (n) => ({ email: `${n}@a.example`, password: 'x' })) }),
    'accounts[0].users 101 users; at most 100 can be sent',
  ],
  [
    one({ keys: many(100, (n) => ({ token: `svc_test_${n}` })) }),
    'accounts[0].keys 100 keys; at most 99 can be sent',
  ],
  [
    one({ campaigns: [campaign({ keywords: many(1001, (n) => `k${n}`) })] }),
    'accounts[0].campaigns[0].keywords 1001 keywords; at most 1000 can be sent',
  ],
  [
    one({ campaigns: [campaign({ competitors: many(51, (n) => `a${n}.example`) })] }),
    'accounts[0].campaigns[0].competitors 51 competitors; at most 50 can be sent',
  ],
  [
    `accounts:\n- id: a\n  campaigns:\n  - &a ${JSON.stringify(campaign({ keywords: many(1000, (n) => `k${n}`) }))}\n${'  - *a\n'.repeat(100)}`,
    'accounts 101000 keywords of all campaigns; at most 100000 can be sent',
  ],
  [
    one({ name: 'x'.repeat(MAX_CHARACTERS) }),
    'must have at most 262144 characters (JSON in lines, indented by two); found 2621',
  ],
])('refuses too much, and names the number and the limit (%#)', async (fixture, words) => {
  const { status, body } = await controlOf(shared).post('/accounts', { body: { fixture } })

  expect(body.error?.message).toContain(words)
  expect(body.error.message).toContain('--fixture')
  expect(status).toBe(400)
})

it('accepts a fixture exactly at the limits', async () => {
  const sandbox = await startSandbox()
  const fixture = one({
    keys: many(99, (n) => ({ token: `svc_test_within${n}` })),
    campaigns: [campaign({ keywords: many(1000, (n) => `k${n}`) })],
  })

  const { status, body } = await controlOf(sandbox).post('/accounts', { body: { fixture } })

  expect(status).toBe(201)
  expect(body.data).toMatchObject({ keys: 100, campaigns: 1 })
})

it('does not limit the file that the sandbox is started with', async () => {
  const keywords = many(1001, (n) => `k${n}`)
  const file = temporaryFile(
    'large.yaml',
    JSON.stringify(one({ campaigns: [campaign({ keywords })] })),
  )

  const { start, accounts } = await startSandbox({ fixture: file })
  const again = await accounts.create({ fixture: 'large' })

  expect(start).toEqual({ seeded: 1, kept: 0 })
  expect(again.campaigns).toBe(1)
})

describe('a small text that would take long to read', () => {
  const TEXTS = {
    braces: `${'{'.repeat(1900)}`,
    'nested keys': `\n${'? '.repeat(320)}`,
    'nested entries': `\n${'- '.repeat(100_000)}`,
    'aliases of aliases': `\na0: &a0 x\n${many(40, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join('')}`,
    'merged keys': `\na: &a {${many(190, (n) => `k${n}: 1`).join(', ')}}\nb: {<<: [${'*a, '.repeat(998)}*a]}`,
    'wrong entries': `\n[${'{a: 1},'.repeat(5000)}]`,
    'wrong campaigns': `accounts:\n- id: a\n  campaigns:\n${'  - {keywords: [1,1]}\n'.repeat(3000)}`,
  }

  it.each(Object.entries(TEXTS))('is refused: %s', async (_what, text) => {
    const { post } = controlOf(shared)

    const { status, body } = await post('/accounts', { body: { fixture: text } })

    expect(status).toBe(400)
    expect(body.error.message).toMatch(/^fixture \(body\) line \d+, column \d+: /)
  })
})

it('refuses more campaigns than an account can have, which a file cannot have either', async () => {
  const fixture = one({ generate_campaigns: 10_000, campaigns: [campaign({})] })

  const { status, body } = await controlOf(shared).post('/accounts', { body: { fixture } })

  expect(status).toBe(400)
  expect(body.error.message).toContain(
    'accounts[0].generate_campaigns 10001 campaigns, listed and generated; an account can have 10000. Split them',
  )
})
