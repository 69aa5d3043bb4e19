import { get } from 'node:http'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { apiOf, START } from '../../test/support/sandbox.ts'
import type { SandboxOptions } from '../config.ts'
import { TRAFFIC_LIMITS, Traffic } from '../runtime/traffic.ts'
import { createSandbox } from '../sandbox.ts'
import { createClock } from '../time/clock.ts'

let elapsed = 0
beforeEach(() => {
  elapsed = 20_000
})

/** Fewer than usual, so that tests need not send so many. */
function allow(limits: Partial<typeof TRAFFIC_LIMITS>): void {
  const usual = { ...TRAFFIC_LIMITS }
  onTestFinished(() => void Object.assign(TRAFFIC_LIMITS, usual))
  Object.assign(TRAFFIC_LIMITS, limits)
}

/** A hosted demo whose monotonic time the test moves. */
async function startHosted(options: SandboxOptions = {}) {
  const clock = { ...createClock({ wallTime: () => START }), elapsed: () => elapsed }
  const hosted = { ephemeral: true, openSignup: true, adminToken: 'admin', fixture: 'demo' }
  const sandbox = await createSandbox({ ...hosted, ...options }, { clock })
  onTestFinished(() => sandbox.close())
  const { token } = await sandbox.keys.create({ name: 'Own' }, { account: 'acc_demo' })
  return { sandbox, api: apiOf(sandbox.url), control: controlOf(sandbox), token }
}

/** Sends as many requests to the control API with the key, a few at a time. */
async function useUp(control: ReturnType<typeof controlOf>, count: number, token: string) {
  const one = () => control.get('/clock', { token })
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - sent) }, one))
  }
}

it('refuses the requests of an account beyond those of a minute, in the service and in its control', async () => {
  allow({ requests: 60 })
  const { api, control, token } = await startHosted()
  await useUp(control, TRAFFIC_LIMITS.requests - 1, token)

  const last = await api.get('/campaigns')
  const service = await api.get('/campaigns')
  const controlled = await control.get('/clock', { token })
  const another = await api.get('/campaigns', { key: 'svc_test_starter' })
  const operator = await control.get('/clock', { token: 'admin' })
  elapsed += 40_000
  const later = await api.get('/campaigns')

  expect(last.status).toBe(200)
  for (const { status, body, headers } of [service, controlled]) {
    expect([status, body.error.code, headers['retry-after']]).toEqual([
      429,
      'rate_limit_exceeded',
      '40',
    ])
    expect(body.error.details).toEqual({
      limit: TRAFFIC_LIMITS.requests,
      window: 'minute',
      unit: 'requests',
      retry_after: 40,
    })
  }
  expect([another.status, operator.status, later.status]).toEqual([200, 200, 200])
})

it('is not renewed by a reset of the account, or by its clock', async () => {
  allow({ requests: 60 })
  const { api, control, token } = await startHosted()
  await useUp(control, TRAFFIC_LIMITS.requests - 2, token)

  const moved = await control.post('/clock', { token, body: { advance: '1h' } })
  const reset = await control.post('/reset', { token, body: {}, query: { account: 'acc_demo' } })

  expect([moved.status, reset.status]).toEqual([200, 200])
  expect((await api.get('/campaigns')).status).toBe(429)
})

it.each([
  ['without open sign-up', { openSignup: false }],
  ['with --no-rate-limits', { rateLimits: false }],
])('counts nothing %s', async (_, options) => {
  allow({ requests: 60 })
  const { control, api, token } = await startHosted(options)
  await useUp(control, TRAFFIC_LIMITS.requests, token)

  expect((await api.get('/campaigns')).status).toBe(200)
})

it('charges received bodies and sent answers, also of files', async () => {
  const { sandbox, api } = await startHosted()
  const charged: [string, number][] = []
  const add = Traffic.prototype.add
  onTestFinished(() => {
    Traffic.prototype.add = add
  })
  Traffic.prototype.add = function (accountId, bytes) {
    charged.push([accountId, bytes])
    return add.call(this, accountId, bytes)
  }
  const total = () => charged.reduce((sum, [, bytes]) => sum + bytes, 0)

  const made = await api.get('/export/csv', { query: { type: 'campaigns' } })
  const before = total()
  const link = new URL(made.body.data.download_url)
  const file = await fetch(`http://127.0.0.1:${sandbox.port}${link.pathname}${link.search}`)
  const size = (await file.arrayBuffer()).byteLength
  const afterFile = total()
  const body = { email: 'x'.repeat(150), password: 'y'.repeat(5000) }
  await api.post('/auth/login', { body })

  expect(before).toBeGreaterThan(JSON.stringify(made.body).length)
  expect(afterFile - before).toBeGreaterThan(size)
  expect(total() - afterFile).toBeGreaterThan(5150)
  expect(new Set(charged.map(([accountId]) => accountId))).toEqual(new Set(['acc_demo']))
})

it('ends a stream when the bytes of its account are used up', async () => {
  const { sandbox, token } = await startHosted()
  const headers = { Authorization: `Bearer ${token}` }
  const stream = await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/events/stream`, { headers })
  expect(stream.status).toBe(200)
  allow({ bytes: 100 })

  await sandbox.trigger('campaign.completed')

  expect(await stream.text()).not.toContain('campaign.completed')
})

it('refuses requests when the bytes of a minute are used up, and begins again with the next', () => {
  let now = 0
  const traffic = new Traffic(() => now, true)

  traffic.charge('acc_a')
  const mayGoOn = traffic.add('acc_a', TRAFFIC_LIMITS.bytes - 1)
  const mayStillGoOn = traffic.add('acc_a', 1)

  expect([mayGoOn, mayStillGoOn]).toEqual([true, false])
  expect(() => traffic.charge('acc_a')).toThrow(/67,108,864 bytes a minute. Wait 60 seconds/)
  expect(() => traffic.charge('acc_b')).not.toThrow()
  now = 60_000
  expect(() => traffic.charge('acc_a')).not.toThrow()
})

it('charges a list before it is sent, so that unread ones cannot add up', async () => {
  const { sandbox, token } = await startHosted()
  const read = () =>
    new Promise<number>((resolve) => {
      const outgoing = get(`${sandbox.url}/campaigns?limit=1000`, {
        agent: false,
        headers: { Authorization: `Bearer ${token}` },
      })
      onTestFinished(() => void outgoing.destroy())
      outgoing.on('response', ({ statusCode }) => resolve(statusCode ?? 0))
    })
  const first = await fetch(`${sandbox.url}/campaigns?limit=1000`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  allow({ bytes: 3 * Number(first.headers.get('content-length')) })

  const statuses = await Promise.all(Array.from({ length: 10 }, read))

  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8)
})
