import { describe, expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import { CAMPAIGN, codeOf, START, startSandbox } from '../../test/support/sandbox.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { LocalQuotas } from './quotas.ts'

const limited = { key: 'svc_test_limited' }

/** Charges a request of an address and returns the remaining quota. */
function countAddresses(): (address: string) => number {
  const quotas = new LocalQuotas(new ApiDocument(generated), true)
  return (address) => quotas.chargeAddress(address, START).remaining
}

describe('rate limits', () => {
  it('refuses the sixth request of a key that has five an hour, until the hour is over', async () => {
    const sandbox = await startSandbox()
    for (let i = 0; i < 5; i++)
      expect((await sandbox.api.get('/auth/me', limited)).status).toBe(200)

    const refused = await sandbox.api.get('/auth/me', limited)
    sandbox.advance({ minutes: 59 })
    const still = await sandbox.api.get('/auth/me', limited)
    sandbox.advance({ minutes: 1 })
    const after = await sandbox.api.get('/auth/me', limited)

    expect(refused.status).toBe(429)
    expect(codeOf(refused)).toBe('rate_limit_exceeded')
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(START / 1000 + 3600),
    })
    expect(still.headers['retry-after']).toBe('60')
    expect(after.status).toBe(200)
  })

  it('does not carry out refused requests', async () => {
    const { api } = await startSandbox()
    for (let i = 0; i < 5; i++) await api.get('/auth/me', limited)

    const refused = await api.post('/campaigns', { ...limited, body: CAMPAIGN })
    const list = await api.get('/campaigns', { query: { search: CAMPAIGN.name } })

    expect(refused.status).toBe(429)
    expect(list.body.data).toEqual([])
  })

  it('counts a session with the key that it was opened with', async () => {
    const { api } = await startSandbox()
    const body = { email: 'demo@example.com', password: 'demo-password' }
    const login = await api.post('/auth/login', { ...limited, body })

    const me = await api.get('/auth/me', { key: login.body.data.token })

    expect(me.headers['x-ratelimit-remaining']).toBe('3')
  })

  it('charges failed requests, and shows the quota in their responses', async () => {
    const { api } = await startSandbox()
    const key = 'svc_test_demo'

    const remaining = []
    for (const path of ['/nowhere', '/campaigns/cmp_x', '/campaigns?limit=0']) {
      remaining.push((await api.get(path, { key })).headers['x-ratelimit-remaining'])
    }

    expect(remaining).toEqual(['999', '998', '997'])
  })

  it('limits callers without a valid key by their address, but not keys', async () => {
    const { api } = await startSandbox()
    await api.get('/campaigns')
    const statuses = new Set<number>()
    for (let i = 0; i < 601; i++) {
      const key = i % 2 ? null : `svc_test_guess${i}`
      statuses.add((await api.get('/campaigns', { key })).status)
    }

    const next = await api.get('/nowhere', { key: null })

    // The key was used from this address before.
    expect([...statuses]).toEqual([401, 429])
    expect(next.status).toBe(429)
    expect((await api.get('/campaigns')).status).toBe(200)
  })

  it('counts the addresses of an IPv6 network together, and other networks separately', async () => {
    const { api } = await startSandbox({ trustProxy: 1 })
    const from = async (address: string) => {
      const headers = { 'X-Forwarded-For': address }
      const response = await api.get('/campaigns', { key: null, headers })
      return response.headers['x-ratelimit-remaining']
    }

    expect(await from('2001:db8:1:2::1')).toBe('599')
    expect(await from('2001:db8:1:2:ffff::9')).toBe('598')
    expect(await from('2001:db8:1:3::1')).toBe('599')
  })

  it('counts an IPv4 address as one in all its forms', () => {
    const remaining = countAddresses()

    expect([remaining('192.0.2.1'), remaining('::ffff:192.0.2.1')]).toEqual([599, 598])
    expect(remaining('::ffff:192.0.2.2')).toBe(599)
  })

  it('only counts with --no-rate-limits', async () => {
    const { api } = await startSandbox({ rateLimits: false })
    for (let i = 0; i < 7; i++) await api.get('/auth/me', limited)

    const response = await api.get('/auth/me', limited)

    expect(response.status).toBe(200)
    expect(response.headers['x-ratelimit-remaining']).toBe('0')
  })
})
