import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { outputOf, runCommand } from '../../test/support/processes/commands.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { waitUntilReady } from './health.ts'

it('exits with 0 as soon as the sandbox is ready', async () => {
  const { port } = await startSandbox()
  const url = `http://127.0.0.1:${port}`

  const { code, stdout } = await outputOf(() => waitUntilReady({ url: `${url}/api` }))

  expect(code).toBe(0)
  expect(stdout).toBe(`The sandbox at ${url} is ready.\n`)
})

it('waits for a sandbox that starts, at SVC_URL', async () => {
  let asked = 0
  const url = await startHttp((_req, res) => {
    asked++
    if (asked < 3) res.statusCode = 503
    res.end(JSON.stringify(asked < 3 ? {} : { success: true, data: { status: 'ready' } }))
  })

  const { code } = await runCommand(['wait'], { env: { SVC_URL: url } })

  expect(code).toBe(0)
  expect(asked).toBe(3)
})

it.each<[string, RequestListener, string]>([
  [
    'is not ready',
    (_req, res) => {
      res.writeHead(503)
      res.end(JSON.stringify({ error: { message: 'The sandbox is waiting for its database.' } }))
    },
    'The sandbox is waiting for its database.',
  ],
  ['is something else', (_req, res) => res.end('<p>Hello'), 'is no svc-sandbox (status 200).'],
])('exits with 1 and the reason if the server %s', async (_what, answers, reason) => {
  const url = await startHttp(answers)

  const { code, stderr } = await outputOf(() => waitUntilReady({ url, timeout: '0s' }))

  expect(code).toBe(1)
  expect(stderr).toContain(`No sandbox was ready at ${url} within 0s: `)
  expect(stderr).toContain(reason)
})

it('exits with 1 if nothing listens', async () => {
  const { url, close } = await startSandbox()
  await close()

  const { code, stderr } = await outputOf(() => waitUntilReady({ url, timeout: '0' }))

  expect(code).toBe(1)
  expect(stderr).toContain('within 0: nothing listens there.')
})
