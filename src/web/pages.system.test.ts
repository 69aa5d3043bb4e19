import { expect, it } from 'vitest'
import { openPage } from '../../test/support/browser.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

it('serves the console with a policy that allows only its own scripts', async () => {
  const { port } = await startSandbox()

  const page = await fetch(`http://127.0.0.1:${port}/`)

  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src 'none'/)
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  // Pages of other origins may call the API; they are not given the console to work with.
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

it.each(['/', '/docs', '/guide/'])(
  'serves all that is linked from %s, and keeps it by its hash',
  async (path) => {
    const { port } = await startSandbox()
    const page = `http://127.0.0.1:${port}${path}`
    const seen = new Set<string>()
    const html = await (await fetch(page)).text()
    const linked = [...html.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)]
    const wanted = linked.map(([, file = '']) => new URL(file, page).href)
    expect(wanted.length).toBeGreaterThanOrEqual(2)

    for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      const answer = await fetch(file)
      expect(answer.status, file).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toMatch(
        file.endsWith('.css') ? 'css' : 'javascript',
      )
      const imports = (await answer.text()).matchAll(/(?:\bfrom|\bimport\(?)["'`](\.[^"'`]+)["'`]/g)
      for (const [, name = ''] of imports) wanted.push(new URL(name, file).href)
    }

    const scripts = [...seen].map((file) => file.replace(/^.*\//, ''))
    expect(scripts).toEqual(expect.arrayContaining([expect.stringMatching(/^start-/)]))
    if (path === '/') {
      expect(scripts).toEqual(expect.arrayContaining([expect.stringMatching(/^screen-/)]))
    }
  },
)

it('loads the first screen with fewer than 12 files and 120 KB as they are sent', {
  timeout: 60_000,
}, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  const files = await page.evaluate<{ name: string; transferSize: number }[]>(`
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ name }) => !/\\/(api|_sandbox)\\//.test(name))
      .map(({ name, transferSize }) => ({ name, transferSize }))`)

  const sent = files.reduce((sum, { transferSize }) => sum + transferSize, 0)
  expect(sent).toBeGreaterThan(20_000)
  expect(sent).toBeLessThan(120_000)
  expect(files.length).toBeLessThan(12)
  // Screens are loaded when they are shown.
  expect(files.filter(({ name }) => /webhooks-/.test(name))).toEqual([])
})

it('answers a path without a file like any unknown path, with the headers of §8', async () => {
  const { port } = await startSandbox()

  const unknown = await fetch(`http://127.0.0.1:${port}/console/nothing.js`)

  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ success: false, error: { code: 'not_found' } })
  expect(unknown.headers.get('x-ratelimit-limit')).not.toBeNull()
})

it.each([
  '/console/../package.json',
  '/console/%2e%2e/app.ts',
  '/console/assets/../../console.html',
  '/console/assets/%2e%2e%2fconsole.html',
])('gives nothing away at %s', async (path) => {
  const { port } = await startSandbox()

  // Not fetch, which would straighten the path before it is sent.
  const answer = await sendRaw(
    port,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
  )

  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
})

it('serves the console to an address without a path, as a proxy may send it', async () => {
  const { port } = await startSandbox({ publicUrl: 'http://sandbox.example' })

  const answer = await sendRaw(
    port,
    'GET http://sandbox.example HTTP/1.1\r\nHost: sandbox.example\r\nConnection: close\r\n\r\n',
  )

  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*<!doctype html>/)
})
