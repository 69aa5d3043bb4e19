import { createServer, request as sendOn } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runSuite } from '../run.ts'
import { replies } from '../self-test/changes.ts'
import { startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { agentFor } from './transport.ts'

/** A proxy that leads every request to `baseUrl`, and keeps what it was asked for. */
async function startProxy(baseUrl: string) {
  const asked: string[] = []
  const credentials = new Set<string | undefined>()
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    credentials.add(request.headers['proxy-authorization'])
    const { pathname, search } = new URL(request.url as string)
    const { hostname, port } = new URL(baseUrl)
    const { method, headers } = request
    const onward = { hostname, port, path: pathname + search, method, headers }
    request.pipe(
      sendOn(onward, (answer) => {
        response.writeHead(answer.statusCode as number, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  proxy.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    proxy.closeAllConnections()
    proxy.close()
  })
  return { asked, credentials, host: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

async function serve() {
  const server = await startServer()
  onTestFinished(() => server.close())
  return server
}

it('sends a whole run through HTTP_PROXY', async () => {
  const server = await serve()
  const proxy = await startProxy(server.baseUrl)
  vi.stubEnv('HTTP_PROXY', `http://me:secret@${proxy.host}`)
  vi.stubEnv('NO_PROXY', 'other.example')

  const baseUrl = 'http://api.example/api'
  const { result } = await runSuite(settingsFor(server, { baseUrl, readOnly: true }))

  expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
  expect(proxy.asked).toHaveLength(result.requests.total)
  expect(proxy.asked[0]).toBe('GET http://api.example/api/auth/verify')
  expect([...proxy.credentials]).toEqual([`Basic ${btoa('me:secret')}`])
  expect(JSON.stringify(result)).not.toContain('secret')
})

it('opens a tunnel through HTTPS_PROXY', async () => {
  const proxy = await startProxy('http://127.0.0.1')
  vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`)

  const settings = settingsFor({ ...(await serve()), baseUrl: 'https://api.example/api' })
  const { result } = await runSuite(settings)

  expect(proxy.asked[0]).toBe('CONNECT api.example:443')
  expect(result.outcome).toBe('could_not_run')
  expect(result.reason).toContain(`the proxy ${proxy.host} (HTTPS_PROXY)`)
})

it('names a proxy that cannot be reached, without its password, and the way around it', async () => {
  vi.stubEnv('HTTP_PROXY', 'http://me:secret@127.0.0.1:1')
  vi.stubEnv('NO_PROXY', '')
  onTestFinished(() => void vi.unstubAllEnvs())

  const settings = settingsFor({ ...(await serve()), baseUrl: 'http://api.example/api' })
  const { result } = await runSuite(settings)

  expect(result.reason).toMatch(/^http:\/\/api\.example\/api failed: .*ECONNREFUSED/)
  expect(result.reason).toMatch(
    /the proxy 127\.0\.0\.1:1 \(HTTP_PROXY\).*name api\.example in NO_PROXY/,
  )
  expect(result.reason).not.toContain('secret')
})

it.each([
  ['that NO_PROXY names', 'http://api.example/api', 'api.example'],
  ['of this machine', 'http://127.0.0.1:4010/api', ''],
])('uses no proxy for a server %s', (_, baseUrl, direct) => {
  vi.stubEnv('HTTP_PROXY', 'http://proxy.example:3128')
  vi.stubEnv('NO_PROXY', direct)
  onTestFinished(() => void vi.unstubAllEnvs())

  expect(agentFor(baseUrl, 1).constructor.name).toBe('Agent')
})

it('names the variable of a proxy that it cannot use, without its value', () => {
  vi.stubEnv('HTTPS_PROXY', 'socks5://me:secret@proxy.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const open = () => agentFor('https://api.example/api', 1)

  expect(open).toThrow('HTTPS_PROXY must be an address such as http://proxy.example:3128.')
  expect(open).not.toThrow(/secret/)
})

it('sends additional headers with every request, and shows them in no report', async () => {
  const seen = new Set<string | undefined>()
  const server = await startServer(
    replies((reply, request) => {
      seen.add(request.headers['x-gateway'])
      reply.headers['X-Echo'] = String(request.headers['x-gateway'])
      delete reply.headers['X-RateLimit-Limit']
    }),
  )
  onTestFinished(() => server.close())

  const headers = { 'x-gateway': 'hunter22' }
  const { result } = await runSuite(settingsFor(server, { headers, readOnly: true }))

  expect([...seen]).toEqual(['hunter22'])
  expect(JSON.stringify(result)).toContain('<x-gateway of --header>')
  expect(JSON.stringify(result)).not.toContain('hunter22')
})
