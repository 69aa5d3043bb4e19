import { describe, expect, test } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { hashToken } from '../accounts/token.ts'
import { DOCUMENT } from '../testing/document.ts'
import { loadFixture } from '../testing/fixtures.ts'

const NOW = Date.UTC(2025, 10, 1, 12)
const DAY_MS = 86_400_000
const ORIGIN = { now: NOW, seed: 7, document: DOCUMENT }

describe('the fixtures that come with the package', () => {
  const keysOf = (accounts: Account[]) =>
    new Map(
      accounts.flatMap(({ id, keys }) =>
        Object.values(keys).map((key) => [key.hash, { ...key, accountId: id }] as const),
      ),
    )

  const ALL = { accountId: 'acc_demo', permissions: ['*'], rate_limit: null, allowed_ips: [] }
  const DEMO_KEYS: [string, object][] = [
    ['svc_test_demo', { ...ALL, type: 'test', expires_at: null, revoked_at: null }],
    [
      'svc_restricted_readonly',
      {
        accountId: 'acc_demo',
        type: 'restricted',
        permissions: ['campaigns:read', 'rankings:read'],
        rate_limit: 500,
      },
    ],
    ['svc_test_limited', { ...ALL, type: 'test', rate_limit: 5 }],
    ['svc_restricted_elsewhere', { ...ALL, type: 'restricted', allowed_ips: ['203.0.113.7'] }],
    ['svc_test_expired', { ...ALL, type: 'test', expires_at: NOW - DAY_MS, revoked_at: null }],
    ['svc_test_revoked', { ...ALL, type: 'test', expires_at: null, revoked_at: NOW - DAY_MS }],
    ['svc_token_demo', { ...ALL, type: 'live' }],
    ['svc_live_demo', { ...ALL, type: 'live' }],
  ]

  test.each(DEMO_KEYS)('%s is in both, as documented', async (token, expected) => {
    for (const name of ['demo', 'empty']) {
      expect(keysOf(await loadFixture(name, ORIGIN)).get(hashToken(token))).toMatchObject(expected)
    }
  })

  test('demo has an account of each plan, and somebody who can log in to it', async () => {
    const accounts = await loadFixture('demo', ORIGIN)

    expect(accounts.map(({ id, plan }) => `${id} ${plan}`)).toEqual([
      'acc_demo Professional',
      'acc_starter Starter',
      'acc_enterprise Enterprise',
    ])
    expect(accounts.map(({ users }) => Object.keys(users).length)).toEqual([1, 1, 1])
    expect(Object.values(accounts[0]?.users ?? {})[0]?.email).toBe('demo@example.com')
    expect(keysOf(accounts).get(hashToken('svc_test_starter'))?.accountId).toBe('acc_starter')
    expect(keysOf(accounts).get(hashToken('svc_test_enterprise'))?.accountId).toBe('acc_enterprise')
    expect(keysOf(accounts).size).toBe(10)
  })

  test('demo has campaigns of three companies with a past, and 1,000 for the enterprise', async () => {
    const [demo, starter, enterprise] = await loadFixture('demo', ORIGIN)
    const campaigns = [...(demo?.campaigns.values() ?? [])]
    const ages = campaigns.map(({ created_at }) => (NOW - Date.parse(created_at)) / DAY_MS)

    expect(campaigns).toHaveLength(8)
    expect(new Set(campaigns.map(({ brand }) => brand)).size).toBe(3)
    expect(Math.min(...ages)).toBe(60)
    expect(Math.max(...ages)).toBe(400)
    expect(campaigns.filter(({ keywords }) => keywords.length < 5 || keywords.length > 12)).toEqual(
      [],
    )
    expect(new Set(campaigns.map(({ brand, story }) => `${brand} ${story?.kind}`))).toEqual(
      new Set(['Northwheel rise', 'Planwell fall', 'Planwell undefined', 'Hotel Aurelia launch']),
    )
    expect(starter?.campaigns.size).toBe(0)
    expect(enterprise?.campaigns.size).toBe(1000)
  })

  test('empty has the demo account without campaigns', async () => {
    const accounts = await loadFixture('empty', ORIGIN)

    expect(accounts.map(({ id }) => id)).toEqual(['acc_demo'])
    expect(accounts[0]?.campaigns.size).toBe(0)
  })
})
