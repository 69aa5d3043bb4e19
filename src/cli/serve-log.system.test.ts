import { describe, expect, it } from 'vitest'
import { startServing } from '../../test/support/processes/serve-process.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import { packageVersion } from '../package/package-root.ts'

type Line = Record<string, unknown>

const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Lines of a run that answers a request, and ends by `signal`. */
async function logOf(args: string[], { signal = 'SIGTERM' as NodeJS.Signals, env = {} } = {}) {
  const server = await startServing(['--ephemeral', ...args], { env })
  await fetch(`${server.url}/auth/me`)
  server.kill(signal)
  return { server, lines: linesOf((await server.ended).stdout) }
}

describe('the JSON log', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'has the steps of a process that %s ends',
    async (signal) => {
      const { server, lines } = await logOf([], { signal })

      const version = packageVersion()
      expect(lines.filter(({ event }) => event !== undefined)).toEqual([
        expect.objectContaining({ event: 'started', url: server.url, version, msg: 'started' }),
        expect.objectContaining({ event: 'stopping', reason: signal }),
        expect.objectContaining({
          event: 'stopped',
          reason: signal,
          durationMs: expect.any(Number),
        }),
      ])
      for (const line of lines) expect(Number(line.time)).toBeGreaterThan(Date.UTC(2026, 0))
    },
  )

  it.each([
    ['--log-level', ['--log-level', 'warn'], {}],
    ['SVC_LOG_LEVEL', [], { SVC_LOG_LEVEL: 'silent' }],
  ])('has fewer lines with %s', async (_name, args, env) => {
    expect((await logOf(args, { env })).lines).toEqual([])
  })

  /** The control plane, monitoring and the service, as the console and a platform ask them. */
  const ASKED = [
    ['/_sandbox/clock', 200],
    ['/_sandbox/requests?limit=5', 200],
    ['/_sandbox/api/campaigns', 200],
    ['/_sandbox/health', 200],
    ['/_sandbox/health/live', 200],
    ['/_sandbox/health/ready', 200],
    ['/metrics', 200],
    ['/', 200],
    ['/_sandbox/keys/key_none', 404],
    ['/_sandbox/nothing', 404],
    ['/api/auth/me', 401],
  ] as const

  it.each([
    [[], ASKED.filter(([, status]) => status !== 200)],
    [['--log-level', 'debug'], ASKED.filter(([path]) => path !== '/')],
  ])('with %j has %j', async (args, expected) => {
    const server = await startServing(['--ephemeral', ...args])
    for (const [path] of ASKED) await fetch(new URL(path, server.url))
    server.kill('SIGTERM')

    const lines = linesOf((await server.ended).stdout)
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests.map(({ url, status }) => [url, status])).toEqual(expected)
    const levels = requests.map(({ status, level }) => [status, level])
    expect(levels).not.toContainEqual([200, 30])
  })

  it('has nothing that pages of other sites make a browser send, and were refused', async () => {
    const server = await startServing(['--ephemeral'])
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }
    for (const path of ['/api/campaigns', '/_sandbox/requests', '/_sandbox/nothing', '/metrics'])
      await fetch(new URL(path, server.url), { headers })
    server.kill('SIGTERM')

    const lines = linesOf((await server.ended).stdout)
    expect(lines.filter(({ msg }) => msg === 'request')).toEqual([])
  })

  it('has each webhook attempt at level debug, without its address', async () => {
    const receiver = await startReceiver()
    const server = await startServing(['--ephemeral', '--log-level', 'debug'])
    const { origin } = new URL(server.url)
    const post = (path: string, body: object) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer svc_test_demo' },
        body: JSON.stringify(body),
      })
    const url = `${receiver.url}/hidden-path`
    await post('/api/webhooks', { url, events: ['mention.detected'] })
    await post('/_sandbox/events', { type: 'mention.detected' })
    await receiver.arrived(1)
    server.kill('SIGTERM')

    const { stdout } = await server.ended
    expect(linesOf(stdout)).toContainEqual(
      expect.objectContaining({ msg: 'webhook attempt', outcome: 'delivered', status: 200 }),
    )
    expect(stdout).not.toContain('hidden-path')
  })
})
