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
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/)
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  // Pages of other origins may call the API; they are not given the console to work with.
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
})

it('serves each module of the page, and the libraries from their packages', async () => {
  const { port } = await startSandbox()
  const root = `http://127.0.0.1:${port}/`
  const seen = new Set<string>()
  const wanted = ['console/main.js']
  const html = await (await fetch(root)).text()
  const { imports } = JSON.parse(/type="importmap">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '')

  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const file = await fetch(new URL(path, root))
    expect(file.status, path).toBe(200)
    expect(file.headers.get('content-type'), path).toContain('javascript')
    for (const [, name = ''] of (await file.text()).matchAll(
      /^(?:(?:import|export)\b.*?(?:from ?|import ?)|.*=> import\()['"]([^'"\n]+)['"]/gm,
    )) {
      const target = name.startsWith('.')
        ? new URL(name, new URL(path, root)).pathname
        : imports[name]
      expect(target, `${path} imports ${name}`).toBeDefined()
      wanted.push(new URL(target, root).pathname.slice(1))
    }
  }

  expect(seen).toContain('console/vendor/preact.js')
  expect(seen).toContain('console/screens/webhooks.js')
  expect(seen.size).toBeGreaterThan(20)
})

it('preloads exactly the modules of the first screen', async () => {
  const { port } = await startSandbox()

  const html = await (await fetch(`http://127.0.0.1:${port}/`)).text()

  const asked = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path)
  expect(asked).toEqual(
    expect.arrayContaining([
      'console/vendor/preact.js',
      'console/main.js',
      'console/shell/shell.js',
      'console/screens/overview/figures.js',
    ]),
  )
  expect(asked).not.toContain('console/screens/webhooks.js')
  expect(new Set(asked).size).toBe(asked.length)
})

it('weighs less than 150 KB as it is sent', { timeout: 60_000 }, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  const sent = await page.evaluate<number>(`
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter(({ name }) => !/\\/(api|_sandbox)\\//.test(name))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`)

  expect(sent).toBeGreaterThan(20_000)
  expect(sent).toBeLessThan(150_000)
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
  '/console/vendor/../../app.ts',
  '/console/vendor/%2e%2e%2fpackage.json',
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
  const { port } = await startSandbox()

  const answer = await sendRaw(
    port,
    'GET http://sandbox.example HTTP/1.1\r\nHost: sandbox.example\r\nConnection: close\r\n\r\n',
  )

  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*<!doctype html>/)
})

it('answers 304 to a browser that has the file', async () => {
  const { port } = await startSandbox()
  const first = await fetch(`http://127.0.0.1:${port}/console/main.js`)

  // Not fetch, which would ask for no cache.
  const second = await sendRaw(
    port,
    `GET /console/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nIf-None-Match: ${first.headers.get('etag')}\r\n\r\n`,
  )

  expect(second).toMatch(/^HTTP\/1\.1 304 /)
})
