import { describe, expect, it, onTestFinished } from 'vitest'
import { CAMPAIGN, codeOf, START, startSandbox } from '../../test/support/sandbox.ts'
import type { FaultInput } from '../control-client/sandbox-methods.ts'
import { createSandbox } from '../sandbox.ts'
import { type Clock, createClock } from '../time/clock.ts'

const KEY = { Authorization: 'Bearer svc_test_demo' }

/** Statuses of `count` requests in a row; `cut` for incomplete answers. */
async function outcomes(url: string, count: number): Promise<(number | 'cut')[]> {
  const found: (number | 'cut')[] = []
  for (let i = 0; i < count; i++) {
    found.push(
      await fetch(`${url}/campaigns`, { headers: KEY }).then(
        async (response) => {
          await response.text()
          return response.status
        },
        () => 'cut' as const,
      ),
    )
  }
  return found
}

/** A sandbox with one rule. */
async function withFault(fault: FaultInput) {
  const sandbox = await startSandbox()
  const rule = await sandbox.faults.add(fault)
  return { ...sandbox, rule }
}

describe('a fault rule', () => {
  it('fails the first three requests, breaks one off, and lets the next pass', async () => {
    const { url, faults } = await startSandbox()
    await faults.add({ operation: 'listCampaigns', error: 'server_error', count: 3 })
    await faults.add({ operation: 'listCampaigns', connection: 'reset', count: 1 })

    expect(await outcomes(url, 6)).toEqual([500, 500, 500, 'cut', 200, 200])
  })

  it('answers in the envelope, and names itself', async () => {
    const { api, rule } = await withFault({ error: 'rate_limit_exceeded' })

    const response = await api.get('/campaigns')

    expect(response.status).toBe(429)
    expect(codeOf(response)).toBe('rate_limit_exceeded')
    expect(response.body.error.details).toEqual({ forced: true, fault: rule.id })
    expect(response.headers['x-sandbox-fault']).toBe(rule.id)
    expect(response.headers['access-control-expose-headers']).toContain('X-Sandbox-Fault')
    expect(response.headers['retry-after']).toBe('1')
  })

  it.each([
    [{ error: 'server_error' as const, status: 503 }, 503, 'server_error'],
    [{ status: 404 }, 404, 'not_found'],
    [{ status: 502 }, 502, 'server_error'],
  ])('answers %j with %d and %s', async (fault, status, code) => {
    const { api } = await withFault(fault)

    const response = await api.get('/campaigns')

    expect(response.status).toBe(status)
    expect(codeOf(response)).toBe(code)
  })

  it.each<[FaultInput, string]>([
    [{ operation: 'getDashboards' }, 'another operation'],
    [{ method: 'POST' }, 'another method'],
    [{ path: '/camp' }, 'a path that the request only begins with'],
    [{ key: 'svc_restricted_readonly' }, 'another key'],
    [{ enabled: false }, 'nothing, since it is disabled'],
  ])('%j acts on %s', async (target) => {
    const { api } = await withFault({ ...target, error: 'server_error' })

    const response = await api.get('/campaigns')

    expect(response.status).toBe(200)
    expect(response.headers).not.toHaveProperty('x-sandbox-fault')
  })

  it.each<FaultInput>([
    { operation: ['getDashboards', 'listCampaigns'] },
    { method: ['post', 'get'] },
    { path: '/campaigns' },
    { path: '/c*s' },
    { key: 'svc_test_demo' },
    { key: 'svc_test' },
  ])('%j acts on GET /campaigns with the demo key', async (target) => {
    const { api } = await withFault({ ...target, error: 'server_error' })

    expect((await api.get('/campaigns?limit=1')).status).toBe(500)
  })

  it('leaves requests alone that are refused anyway', async () => {
    const { api, faults } = await withFault({ status: 503, count: 5 })

    expect((await api.get('/campaigns?limit=x')).status).toBe(400)
    expect((await api.get('/nowhere')).status).toBe(404)
    expect((await api.post('/campaigns', { key: 'svc_restricted_readonly' })).status).toBe(403)
    expect(await faults.list()).toMatchObject([{ matched: 0, remaining: 5 }])
  })

  it('ignores requests that force an error themselves', async () => {
    const { api, faults } = await withFault({ error: 'server_error', count: 1 })

    const forced = await api.get('/campaigns', { headers: { 'X-Sandbox-Error': 'not_found' } })
    const delayed = await api.get('/campaigns', { headers: { 'X-Sandbox-Delay': '0' } })
    const other = await api.get('/campaigns', { headers: { Prefer: 'return=minimal' } })

    expect([forced.status, delayed.status, other.status]).toEqual([404, 200, 500])
    expect(await faults.list()).toMatchObject([{ matched: 1 }])
  })

  it('acts on the same requests for equal seeds and orders', async () => {
    const draw = async (seed: number) => {
      const { url, faults } = await startSandbox({ seed })
      await faults.add({ share: 0.5, error: 'server_error' })
      return outcomes(url, 30)
    }
    const [first, again, other] = [await draw(1), await draw(1), await draw(2)]

    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const share = first.filter((status) => status === 500).length / first.length
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.8)
  })

  it('counts simultaneous requests correctly', async () => {
    const { api, faults } = await withFault({ error: 'server_error', count: 3 })

    const answers = await Promise.all(Array.from({ length: 10 }, () => api.get('/campaigns')))

    expect(answers.filter(({ status }) => status === 500)).toHaveLength(3)
    expect(await faults.list()).toMatchObject([{ matched: 3, remaining: 0, state: 'used_up' }])
  })

  it('ends when its time on the account clock is over', async () => {
    const { api, faults, advance } = await withFault({ error: 'server_error', expires_in: '10m' })

    const during = await api.get('/campaigns')
    advance({ minutes: 10 })
    const after = await api.get('/campaigns')

    expect([during.status, after.status]).toEqual([500, 200])
    expect(await faults.list()).toMatchObject([
      { state: 'expired', expires_at: '2026-01-15T09:40:00.000Z' },
    ])
  })
})

describe('a delay', () => {
  /** A sandbox whose clock does not wait, but records the delays. */
  async function withoutWaiting(...rules: FaultInput[]) {
    const clock = createClock({ wallTime: () => START })
    const waits: number[] = []
    const wait: Clock['wait'] = (ms, signal) => {
      // A wait without a signal is the sandbox's own, while it closes.
      if (signal !== undefined) waits.push(ms)
      return clock.wait(0, signal)
    }
    const sandbox = await createSandbox({}, { clock: { ...clock, wait } })
    onTestFinished(() => sandbox.close())
    for (const rule of rules) await sandbox.faults.add(rule)
    return { ...sandbox, waits: () => waits }
  }

  it('delays the answer, and lets later rules act', async () => {
    const { url, waits, faults } = await withoutWaiting(
      { delay: 300 },
      { delay: 200 },
      { error: 'server_error', delay: 50 },
      { delay: 1000 },
    )

    const statuses = await outcomes(url, 1)

    expect(statuses).toEqual([500])
    expect(waits()).toEqual([550])
    expect((await faults.list()).map(({ matched }) => matched)).toEqual([1, 1, 1, 0])
  })

  it('is at most a minute, even if several add up', async () => {
    const { url, waits } = await withoutWaiting({ delay: 50_000 }, { delay: 50_000 })

    await outcomes(url, 1)

    expect(waits()).toEqual([60_000])
  })

  it('follows a distribution with this median and 99th percentile, equal for equal seeds', async () => {
    const draw = async () => {
      const { url, waits } = await withoutWaiting({ delay: { median: 100, p99: 1000 } })
      await outcomes(url, 200)
      return waits()
    }
    const waits = await draw()
    const sorted = waits.toSorted((a, b) => a - b)

    expect(await draw()).toEqual(waits)
    expect(sorted[100]).toBeGreaterThan(80)
    expect(sorted[100]).toBeLessThan(125)
    expect(sorted[190]).toBeLessThan(1000)
    expect(sorted[199]).toBeGreaterThan(400)
  })
})

describe('a broken answer', () => {
  it('ends halfway if the body is truncated; the operation is carried out', async () => {
    const { url, api } = await withFault({ operation: 'createCampaign', body: 'truncated' })

    const response = await fetch(`${url}/campaigns`, {
      method: 'POST',
      headers: { ...KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify(CAMPAIGN),
    })

    expect(response.status).toBe(201)
    await expect(response.text()).rejects.toThrow()
    const { body } = await api.get('/campaigns', { query: { search: CAMPAIGN.name } })
    expect(body.data).toHaveLength(1)
  })

  it('is complete but not JSON if the body is malformed', async () => {
    const { url } = await withFault({ body: 'malformed' })

    const response = await fetch(`${url}/campaigns`, { headers: KEY })
    const text = await response.text()

    expect(response.status).toBe(200)
    expect(text).toMatch(/^\{"success":true,"data":\[.*,\}$/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it('lacks the named headers, including those that Node adds', async () => {
    const { url } = await withFault({
      missing_headers: ['X-RateLimit-Remaining', 'content-type', 'Date'],
    })

    const { headers, status } = await fetch(`${url}/campaigns`, { headers: KEY })

    expect(status).toBe(200)
    expect([...headers.keys()]).toContain('x-ratelimit-limit')
    expect([...headers.keys()]).not.toContain('x-ratelimit-remaining')
    expect([...headers.keys()]).not.toContain('content-type')
    expect([...headers.keys()]).not.toContain('date')
  })

  it.each<FaultInput>([{ body: 'truncated' }, { body: 'malformed' }])(
    'leaves HEAD as it is: %j',
    async (fault) => {
      const { url } = await withFault(fault)

      const response = await fetch(`${url}/campaigns`, { method: 'HEAD', headers: KEY })

      expect(response.status).toBe(200)
    },
  )
})
