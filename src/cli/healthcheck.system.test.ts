import { createServer, type RequestListener } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { createSandbox } from '../sandbox.ts'

const portOf = (answers: RequestListener) => listening(createServer(answers))

const check = (env: Record<string, string>, ...args: string[]) =>
  runCommand(['healthcheck', ...args], { env })

describe('svc-sandbox healthcheck exits with 0 for', () => {
  it('a live sandbox at the port of the variables', async () => {
    const { port } = await startSandbox()

    const { code, stdout } = await check({ SVC_PORT: String(port), SVC_HOST: '0.0.0.0' })

    expect(code).toBe(0)
    expect(stdout).toBe(`The sandbox at http://127.0.0.1:${port} is live.\n`)
  })

  it.each(['SVC_HTTPS', 'SVC_TLS_CERT'])(
    'one that serves HTTPS with %s, whatever its certificate names',
    async (variable) => {
      const files = {
        tlsCert: temporaryFile('cert.pem', TEST_TLS.cert),
        tlsKey: temporaryFile('key.pem', TEST_TLS.key),
      }
      const own =
        variable === 'SVC_HTTPS' ? { https: true, data: `${temporaryFolder()}/data` } : files
      const sandbox = await createSandbox({ fixture: 'empty', log: 'silent', ...own })
      onTestFinished(() => sandbox.close())
      const value = variable === 'SVC_HTTPS' ? '1' : files.tlsCert

      const { code, stdout } = await check({ SVC_PORT: String(sandbox.port), [variable]: value })

      expect(code).toBe(0)
      expect(stdout).toContain('https://127.0.0.1:')
    },
  )

  it('one at --url, and one below a base path', async () => {
    const { port } = await startSandbox({ basePath: '/sandbox' })

    for (const path of ['', '/sandbox', '/sandbox/api']) {
      expect((await check({}, '--url', `http://127.0.0.1:${port}${path}`, '--ready')).code).toBe(0)
    }
  })
})

it('exits with 1 for one that is live and not ready, if asked whether it is ready', async () => {
  const port = await portOf((req, res) => {
    const isLive = req.url?.endsWith('live')
    res.statusCode = isLive ? 200 : 503
    const message = 'The database of the sandbox is not available.'
    res.end(JSON.stringify(isLive ? { data: { status: 'live' } } : { error: { message } }))
  })
  const env = { SVC_PORT: String(port) }

  expect((await check(env)).code).toBe(0)
  const { code, stderr } = await check(env, '--ready')
  expect(code).toBe(1)
  expect(stderr).toBe(
    `The sandbox at http://127.0.0.1:${port} is not ready: The database of the sandbox is not available.\n`,
  )
})

it.each<[string, RequestListener]>([
  ['something else', (_req, res) => res.end('<p>Hello')],
  ['an error', (_req, res) => res.writeHead(500).end()],
  ['a closed connection', (req) => req.socket.destroy()],
  ['an endless answer', (_req, res) => void res.write('x'.repeat(200_000))],
  ['no answer', () => {}],
])('exits with 1 for %s', async (_name, answers) => {
  const port = await portOf(answers)

  const { code, stderr } = await check({ SVC_PORT: String(port) })

  expect(code).toBe(1)
  expect(stderr).toMatch(/is not live: \S.*\.\n$/)
})

it('exits with 1 where nothing listens, and with 2 for a wrong address', async () => {
  expect((await check({ SVC_PORT: '1' })).code).toBe(1)
  expect((await check({}, '--url', 'nonsense')).code).toBe(2)
  expect((await check({ SVC_PORT: 'nonsense' })).code).toBe(2)
})
