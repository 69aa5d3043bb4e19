import { get } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { createSandbox } from '../sandbox.ts'
import { createClock } from '../time/clock.ts'

describe('errors on demand', () => {
  it.each([
    ['invalid_request', 400],
    ['authentication_failed', 401],
    ['not_found', 404],
    ['rate_limit_exceeded', 429],
    ['server_error', 500],
    ['invalid_api_key', 401],
    ['missing_api_key', 401],
    ['insufficient_permissions', 403],
    ['INVALID_TOKEN', 401],
  ])('answers %s with the status in the document', async (code, status) => {
    const { api } = await startSandbox()

    const response = await api.get('/campaigns', { headers: { 'X-Sandbox-Error': code } })

    expect(response.status).toBe(status)
    expect(codeOf(response)).toBe(code)
  })

  it.each([
    ['400', 'invalid_request'],
    ['404', 'not_found'],
    ['418', 'invalid_request'],
    ['429', 'rate_limit_exceeded'],
    ['500', 'server_error'],
    ['502', 'server_error'],
  ])('answers Prefer: code=%s with that status and %s, and confirms it', async (status, code) => {
    const { api } = await startSandbox()

    const response = await api.get('/campaigns', {
      headers: { Prefer: `return=minimal, code=${status}` },
    })

    expect(response.status).toBe(Number(status))
    expect(codeOf(response)).toBe(code)
    expect(response.headers['preference-applied']).toBe(`code=${status}`)
  })

  it.each([
    ['an unknown campaign', '/campaigns/cmp_x', { Prefer: 'code=200' }, 404],
    [
      'an invalid delay next to it',
      '/campaigns',
      { Prefer: 'code=404', 'X-Sandbox-Delay': 'x' },
      400,
    ],
    [
      'a code that goes before it',
      '/campaigns',
      { Prefer: 'code=404', 'X-Sandbox-Error': 'server_error' },
      500,
    ],
    ['a wrong query', '/campaigns?limit=0', { Prefer: 'code=404' }, 400],
  ])('confirms no preference that is overridden by %s', async (_name, path, headers, status) => {
    const { api } = await startSandbox()

    const response = await api.get(path, { headers })

    expect(response.status).toBe(status)
    expect(response.headers).not.toHaveProperty('preference-applied')
  })

  it.each<Record<string, string>>([
    { 'X-Sandbox-Error': 'rate_limit_exceeded' },
    { Prefer: 'code=429' },
  ])(
    'shows a used-up quota with the limit that %j asks for, and charges one request',
    async (headers) => {
      const { api } = await startSandbox()

      const forced = await api.get('/campaigns', { headers })
      const next = await api.get('/campaigns')

      expect(forced.status).toBe(429)
      expect(forced.headers).toMatchObject({
        'x-ratelimit-remaining': '0',
        'x-ratelimit-limit': '1000',
        'retry-after': '1',
      })
      expect(next.headers['x-ratelimit-remaining']).toBe('998')
    },
  )

  it('stops waiting when the caller hangs up', async () => {
    const clock = createClock()
    let hangUp = () => {}
    const aborted = new Promise<void>((resolve) => {
      clock.wait = async (ms, signal) => {
        if (ms !== 60_000) return createClock().wait(ms, signal)
        signal?.addEventListener('abort', () => resolve())
        hangUp()
        await aborted
      }
    })
    const sandbox = await createSandbox({}, { clock })
    onTestFinished(() => sandbox.close())
    const headers = { Authorization: 'Bearer svc_test_demo', 'X-Sandbox-Delay': '60000' }
    const request = get(`${sandbox.url}/campaigns`, { headers })
    request.on('error', () => {})
    hangUp = () => request.destroy()

    await expect(aborted).resolves.toBeUndefined()
  })

  it('accepts the same in the query, with names in any case', async () => {
    const { api } = await startSandbox()

    const byCode = await api.get('/campaigns?x-sandbox-error=not_found')
    const byStatus = await api.get('/campaigns?Prefer=code=503')

    expect(codeOf(byCode)).toBe('not_found')
    expect(byStatus.status).toBe(503)
    expect(byStatus.headers['retry-after']).toBe('1')
  })

  it.each([
    ['X-Sandbox-Error', 'teapot', /must be one of invalid_request/],
    ['X-Sandbox-Delay', 'long', /whole number of milliseconds/],
    ['X-Sandbox-Delay', '60001', /from 0 to 60000/],
    ['X-Sandbox-Delay', '-1', /from 0 to 60000/],
    ['Prefer', 'code=204', /must be 200.*400 to 599/],
    ['Prefer', 'code=abc', /must be 200.*400 to 599/],
  ])('refuses %s: %s and lists valid values', async (name, value, message) => {
    const { api } = await startSandbox()

    const response = await api.get('/campaigns', { headers: { [name]: value } })

    expect(response.status).toBe(400)
    expect(response.body.error.message).toMatch(message)
  })
})
