import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPage } from '../../test/support/browser.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

it('lets a page of another origin read the API with its headers', BROWSER, async () => {
  const { url } = await startSandbox()
  const page = await foreignPage()

  const read = await page.evaluate<Read>(
    fetching(`${url}/campaigns?limit=1`, {
      headers: { Authorization: 'Bearer svc_test_demo' },
    }),
  )

  expect(read).toMatchObject({ status: 200, limit: '1000', remaining: '999' })
})

it('lets it write to the API after a preflight request', BROWSER, async () => {
  const sandbox = await startSandbox()
  const page = await foreignPage()
  const body = JSON.stringify({
    name: 'From afar',
    type: 'serp',
    keywords: ['a'],
    frequency: 'daily',
  })

  const written = await page.evaluate<Read>(
    fetching(`${sandbox.url}/campaigns`, {
      method: 'POST',
      headers: { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' },
      body,
    }),
  )

  expect(written.status).toBe(201)
})

it('keeps it from reading the control API', BROWSER, async () => {
  const { port } = await startSandbox()
  const page = await foreignPage()

  const read = await page.evaluate<Read>(fetching(`http://127.0.0.1:${port}/_sandbox/accounts`))

  expect(read).toEqual({ refused: 'TypeError' })
})

it(
  'keeps it from writing to the control API, even without a preflight request',
  BROWSER,
  async () => {
    const sandbox = await startSandbox()
    const page = await foreignPage()
    const control = `http://127.0.0.1:${sandbox.port}/_sandbox`
    const before = await sandbox.clock.now()

    // Without a preflight, whatever becomes of the answer.
    await page.evaluate(fetching(`${control}/reset`, { method: 'POST', mode: 'no-cors' }))
    await page.evaluate(
      fetching(`${control}/clock`, { method: 'POST', mode: 'no-cors', body: '{"advance":"1d"}' }),
    )
    await page.evaluate(
      fetching(`${control}/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"advance":"1d"}',
      }),
    )

    expect(await sandbox.clock.now()).toEqual(before)
    expect(await sandbox.requests.list()).toEqual([])
  },
)

interface Read {
  status?: number
  limit?: string
  remaining?: string
  refused?: string
}

/** Code for the page: what it can read of the answer, or how it was refused. */
function fetching(address: string, init: object = {}): string {
  return `fetch(${JSON.stringify(address)}, ${JSON.stringify(init)}).then(
    (answer) => ({
      status: answer.status,
      limit: answer.headers.get('X-RateLimit-Limit'),
      remaining: answer.headers.get('X-RateLimit-Remaining'),
    }),
    (error) => ({ refused: error.name }),
  )`
}

/** A page of another site: `localhost` differs from `127.0.0.1`, and so does the port. */
async function foreignPage() {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Chromium resolves names below localhost itself; a name such as a public site has.
  const { page } = await openPage(`http://evil.example.localhost:${port}/`)
  return page
}
