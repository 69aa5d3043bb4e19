import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'

async function get(path: string) {
  const { port } = await startSandbox()
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    text: await response.text(),
  }
}

it('shows a page of docs/ with links to the others and to its own sections', async () => {
  const { status, headers, text } = await get('/guide/webhooks')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('<title>Webhooks · svc-sandbox</title>')
  expect(text).toContain('<li><a href="getting-started">Getting started</a></li>')
  expect(text).toContain('<li><a href="webhooks" aria-current="page">Webhooks</a></li>')
  expect(text).toContain('<li><a href="#the-clock">The clock</a></li>')
  expect(text).toContain('<h2 id="the-clock">')
})

it('begins at /guide/, to which /guide leads', async () => {
  const { status, url, text } = await get('/guide')

  expect(status).toBe(200)
  expect(new URL(url).pathname).toBe('/guide/')
  expect(text).toContain('<a href="testing">Testing</a>')
})

it('has its pages without a slash at the end', async () => {
  const { status, url, text } = await get('/guide/testing/')

  expect(status).toBe(200)
  expect(new URL(url).pathname).toBe('/guide/testing')
  expect(text).not.toContain('run: vitest')
})

it.each([
  '/guide/nope',
  '/guide/..%2Fpackage',
  '/guide/decisions',
  '/guide/README.md',
  '/guide/page.html',
  '/guide/%',
  '/guide/images/..%2Fapi.md',
])('has no page at %s', async (path) => {
  const { status, text } = await get(path)

  expect(status).toBe(404)
  expect(JSON.parse(text).error.code).toBe('not_found')
})

it('serves the pictures of its pages', async () => {
  const { status, headers } = await get('/guide/images/requests.png')

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
})
