import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { verifyPassword } from '../accounts/password.ts'
import { hashToken } from '../accounts/token.ts'
import { DOCUMENT } from '../testing/document.ts'
import { loadFixture } from '../testing/fixtures.ts'
import { FixtureError } from './fixture-error.ts'

const NOW = Date.UTC(2025, 10, 1, 12)
const DAY_MS = 86_400_000
const ORIGIN = { now: NOW, seed: 7, document: DOCUMENT }

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-fixture-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function load(yaml: string): Promise<Account[]> {
  const path = join(folder, 'mine.yaml')
  await writeFile(path, yaml)
  return loadFixture(path, ORIGIN)
}

async function loadOne(yaml: string): Promise<Account> {
  const [account] = await load(yaml)
  return account ?? expect.fail('There is no account.')
}

const FULL = `
accounts:
  - id: acc_mine
    name: Mine Ltd
    plan: Starter
    users:
      - { email: me@example.com, password: let-me-in, name: Me, role: viewer }
    keys:
      - token: svc_restricted_mine
        name: Office
        permissions: [campaigns:read, rankings:*]
        rate_limit: 5
        allowed_ips: [203.0.113.7, 10.0.0.0/8, '2001:db8::1', '2001:db8::/32']
        created: -40d
        expires: 12h
        revoked: 2025-10-31
    campaigns:
      - name: Newer
        type: chat
        keywords: [a]
        frequency: weekly
      - id: cmp_fixed
        name: Older
        type: serp
        keywords: [a, b]
        frequency: daily
        settings: { location: Leeds, device: mobile, search_engine: bing }
        brand: Brand
        domain: brand.example
        competitors: [rival.example]
        status: paused
        since: -365d
    alerts:
      - id: alr_fixed
        name: Lost a page
        campaign_id: cmp_fixed
        event: ranking.changed
        keyword: a
        min_change: 10
      - { name: Named, campaign_id: cmp_fixed, event: mention.detected, platform: pplx }
    webhooks:
      - id: whk_fixed
        url: http://localhost:3000/hook
        events: [ranking.changed, ranking.changed]
        secret: a secret of the fixture
        alerts: [alr_fixed]
        status: disabled
      - { url: https://app.example/, events: [mention.detected], secret: another secret here }
`

/** User CPU time that refusing a fixture takes whose campaign has that field. */
async function costOfRefusing(field: 'brand' | 'domain', value: string): Promise<number> {
  const campaign = { name: 'a', type: 'serp', frequency: 'daily', keywords: ['a'], [field]: value }
  const begin = process.cpuUsage()
  await expect(
    load(JSON.stringify({ accounts: [{ id: 'a', campaigns: [campaign] }] })),
  ).rejects.toThrow(`campaigns[0].${field}`)
  return process.cpuUsage(begin).user
}

test('a domain is refused as fast as another text that is as long', async () => {
  const dots = `${'.'.repeat(60_000)}/`
  await costOfRefusing('brand', 'a'.repeat(300))

  const brand = await costOfRefusing('brand', dots)
  expect(await costOfRefusing('domain', dots)).toBeLessThan(10 * brand)
})

describe('loadFixture', () => {
  test('builds an account as it is described', async () => {
    const account = await loadOne(FULL)

    expect(account).toMatchObject({
      id: 'acc_mine',
      name: 'Mine Ltd',
      plan: 'Starter',
      seed: 7,
      clock: { offsetMs: 0, frozenAt: null },
      sessions: {},
    })
    expect(account.linkSecret).toMatch(/^[0-9a-f]{64}$/)
  })

  test('builds alerts and webhooks as they are described', async () => {
    const { alerts, webhooks } = await loadOne(FULL)
    const at = { created_at: '2025-11-01T12:00:00.000Z', updated_at: '2025-11-01T12:00:00.000Z' }

    expect(Object.values(alerts)).toEqual([
      {
        id: 'alr_fixed',
        name: 'Lost a page',
        campaign_id: 'cmp_fixed',
        event: 'ranking.changed',
        keyword: 'a',
        min_change: 10,
        ...at,
      },
      {
        id: expect.stringMatching(/^alr_\w{12}$/),
        name: 'Named',
        campaign_id: 'cmp_fixed',
        event: 'mention.detected',
        platform: 'Perplexity',
        ...at,
      },
    ])
    expect(Object.values(webhooks)).toEqual([
      {
        id: 'whk_fixed',
        url: 'http://localhost:3000/hook',
        events: ['ranking.changed'],
        alerts: ['alr_fixed'],
        status: 'disabled',
        disabled_reason: null,
        secrets: [{ value: 'a secret of the fixture', expires_at: null }],
        failing_since: null,
        ...at,
      },
      expect.objectContaining({
        id: expect.stringMatching(/^whk_\w{12}$/),
        alerts: [],
        status: 'active',
      }),
    ])
  })

  test('builds keys, of which the token itself is not kept', async () => {
    const account = await loadOne(FULL)
    const [key] = Object.values(account.keys)

    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Office',
      type: 'restricted',
      prefix: 'svc_rest',
      hash: hashToken('svc_restricted_mine'),
      permissions: ['campaigns:read', 'rankings:*'],
      rate_limit: 5,
      allowed_ips: ['203.0.113.7', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32'],
      created_at: NOW - 40 * DAY_MS,
      expires_at: NOW + DAY_MS / 2,
      revoked_at: Date.UTC(2025, 9, 31),
    })
    expect(account.keys[key?.id ?? '']).toBe(key)
    expect(JSON.stringify(account)).not.toContain('svc_restricted_mine')
  })

  test('builds users, of whose password a hash is kept', async () => {
    const account = await loadOne(FULL)
    const [user] = Object.values(account.users)

    expect(user).toMatchObject({ name: 'Me', email: 'me@example.com', role: 'viewer' })
    expect(await verifyPassword('let-me-in', user?.password ?? '')).toBe(true)
    expect(JSON.stringify(account)).not.toContain('let-me-in')
  })

  test('gives each user the own password', async () => {
    const { users } = await loadOne(`
accounts:
  - id: acc_mine
    users:
      - { email: one@example.com, password: password-one }
      - { email: two@example.com, password: password-two }
`)
    const [one, two] = Object.values(users)

    expect(await verifyPassword('password-one', one?.password ?? '')).toBe(true)
    expect(await verifyPassword('password-two', two?.password ?? '')).toBe(true)
    expect(await verifyPassword('password-one', two?.password ?? '')).toBe(false)
  })

  test('builds campaigns in the order of their creation', async () => {
    const [older, newer] = (await loadOne(FULL)).campaigns.values()

    expect(older).toEqual({
      id: 'cmp_fixed',
      name: 'Older',
      type: 'serp',
      keywords: ['a', 'b'],
      frequency: 'daily',
      settings: { location: 'Leeds', device: 'mobile', search_engine: 'bing' },
      brand: 'Brand',
      domain: 'brand.example',
      competitors: ['rival.example'],
      status: 'paused',
      created_at: '2024-11-01T12:00:00.000Z',
      updated_at: '2024-11-01T12:00:00.000Z',
      tracked_since: '2024-11-01',
    })
    expect(newer).toEqual({
      id: expect.stringMatching(/^cmp_/),
      name: 'Newer',
      type: 'chat',
      keywords: ['a'],
      frequency: 'weekly',
      settings: {},
      brand: 'Newer',
      domain: 'newer.example',
      competitors: [],
      status: 'active',
      created_at: '2025-11-01T12:00:00.000Z',
      updated_at: '2025-11-01T12:00:00.000Z',
      tracked_since: '2025-11-01',
    })
  })

  test('dates a story: as it is written, or as is usual for its kind', async () => {
    const base = 'name: A, type: serp, keywords: [a], frequency: daily, since: -90d'
    const account = await loadOne(`accounts:
  - id: acc_a
    campaigns:
      - { ${base}, id: cmp_1, story: rise }
      - { ${base}, id: cmp_2, story: fall }
      - { ${base}, id: cmp_3, story: launch }
      - { ${base}, id: cmp_4, story: rise, story_date: 30d }
      - { ${base}, id: cmp_5, story: fall, story_date: 2025-05-01 }
      - { ${base}, id: cmp_6 }
`)

    expect([...account.campaigns.values()].map(({ story }) => story)).toEqual([
      { kind: 'rise', date: '2025-11-01' },
      { kind: 'fall', date: '2025-10-18' },
      { kind: 'launch', date: '2025-08-03' },
      { kind: 'rise', date: '2025-12-01' },
      { kind: 'fall', date: '2025-05-01' },
      undefined,
    ])
  })

  test('needs no more than an id and a token', async () => {
    const account = await loadOne('accounts: [{ id: acc_a, keys: [{ token: svc_live_a }] }]')

    expect(account).toMatchObject({ name: 'acc_a', plan: 'Professional', campaigns: {} })
    expect(Object.values(account.keys)).toEqual([
      expect.objectContaining({
        type: 'live',
        permissions: ['*'],
        rate_limit: null,
        allowed_ips: [],
        created_at: NOW,
        expires_at: null,
        revoked_at: null,
      }),
    ])
  })

  test('gives the same accounts each time, but for the secret, and others for other seeds', async () => {
    const loadWith = async (seed: number) => {
      const accounts = await loadFixture('demo', { ...ORIGIN, seed })
      return accounts.map((account) => ({ ...account, linkSecret: '' }))
    }
    const [seven, again, eight] = [await loadWith(7), await loadWith(7), await loadWith(8)]

    expect(again).toEqual(seven)
    expect(Object.keys(eight[0]?.keys ?? {})).not.toEqual(Object.keys(seven[0]?.keys ?? {}))
    expect(firstCampaign(eight[2])?.name).not.toBe(firstCampaign(seven[2])?.name)
  })

  test('takes anchors and merges', async () => {
    const account = await loadOne(`
accounts:
  - id: acc_a
    campaigns:
      - &base { name: A, type: serp, keywords: [a], frequency: daily }
      - { <<: *base, name: B }
`)

    expect([...account.campaigns.values()]).toMatchObject([
      { name: 'A', type: 'serp' },
      { name: 'B', type: 'serp' },
    ])
  })

  test('invents campaigns that differ, in the order of their creation', async () => {
    const account = await loadOne('accounts: [{ id: acc_a, generate_campaigns: 300 }]')
    const campaigns = [...account.campaigns.values()]
    const days = campaigns.map(({ tracked_since }) => tracked_since)

    expect(campaigns).toHaveLength(300)
    expect(days).toEqual(days.toSorted())
    expect(days[0]).toBe('2024-09-27')
    expect(new Set(campaigns.map(({ name }) => name)).size).toBeGreaterThan(290)
    expect(new Set(campaigns.map(({ type }) => type))).toEqual(new Set(['serp', 'chat']))
    expect(campaigns.filter(({ keywords }) => keywords.length < 4 || keywords.length > 10)).toEqual(
      [],
    )
    expect(campaigns.filter(({ keywords }) => new Set(keywords).size < keywords.length)).toEqual([])
    expect(campaigns.filter(({ domain }) => !/^[a-z0-9-]+\.example$/.test(domain))).toEqual([])
    expect(campaigns.filter(({ competitors }) => competitors.length < 2)).toEqual([])
    expect(JSON.stringify(campaigns)).not.toMatch(/lorem|ipsum|dolor|undefined/i)
  })

  test('takes tokens that differ in case only for two', async () => {
    const yaml = 'accounts: [{ id: a, keys: [{ token: svc_test_a }, { token: svc_test_A }] }]'

    expect(Object.keys((await loadOne(yaml)).keys)).toHaveLength(2)
  })

  test('lists all that is wrong with a file, with its name and the places in it', async () => {
    const path = join(folder, 'mine.yaml')

    const error = await load('accounts:\n  - id: ..\n    plann: Starter').catch((reason) => reason)

    expect(error).toBeInstanceOf(FixtureError)
    expect(error.message.split('\n')).toEqual([
      `The fixture ${path} can't be used:`,
      expect.stringMatching(/^ {2}\/.*mine\.yaml:2:9: accounts\[0\]\.id "\.\.": expected an id/),
      expect.stringMatching(/^ {2}\/.*mine\.yaml:3:5: accounts\[0\]\.plann .* mean plan\?$/),
    ])
    expect(error.problems).toMatchObject([{ line: 2 }, { line: 3, column: 5 }])
  })

  test('says which fixtures there are when there is no such one', async () => {
    await expect(loadFixture('dmeo', ORIGIN)).rejects.toThrow(
      /^There is no fixture dmeo: no file .*dmeo\. .*names demo, empty, starter\.$/,
    )
  })

  test('says so when it can’t be read', async () => {
    await expect(loadFixture(folder, ORIGIN)).rejects.toThrow(
      /^The fixture .* can't be read: EISDIR/,
    )
  })
})

function firstCampaign(account: Account | undefined) {
  return account?.campaigns.values().next().value
}

test('gives an account its fault rules', async () => {
  const account = await loadOne(`
accounts:
  - id: acc_mine
    keys: [{ token: svc_test_mine }]
    faults:
      - { name: Outage, operation: listCampaigns, error: server_error, count: 3 }
      - { key: svc_test_mine, delay: { median: 100, p99: 900 }, expires_in: 10m }
`)

  const [outage, slow] = Object.values(account.faults)
  expect(outage).toMatchObject({ name: 'Outage', operation: ['listCampaigns'], count: 3, acted: 0 })
  expect(slow).toMatchObject({ key: Object.keys(account.keys)[0], expires_at: NOW + 600_000 })
})
