import request from 'supertest'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { startSandbox } from '../../test/support/sandbox.ts'

async function docsOf(path: string, options: Parameters<typeof startSandbox>[0] = {}) {
  const { port } = await startSandbox(options)
  return fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
}

it('allows only scripts and styles of this server', async () => {
  const page = await docsOf('/docs')

  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).toMatch(/style-src 'self'(;|$)/)
  expect(policy).not.toContain('unsafe')
})

it('redirects from the folder to the page', async () => {
  const { status, headers } = await docsOf('/docs/')

  expect(status).toBe(301)
  expect(headers.get('location')).toBe('../docs')
})

it('gives the page origins, its address and the demo key', async () => {
  const document = JSON.parse(await (await docsOf('/docs/openapi.json')).text())

  expect(document['x-page']).toEqual({ key: 'svc_test_demo', overlays: [] })
  expect(document.servers).toEqual([{ url: '../api' }])
  expect(document.paths['/campaigns'].get['x-origin']).toBe('stated')
  expect(document.paths['/alerts'].get['x-origin']).toBe('assumed')
})

it('is revalidated each time, with 304 for an unchanged file', async () => {
  const { port } = await startSandbox()
  for (const path of ['/docs', '/docs/main.js', '/docs/swagger-ui.css', '/', '/console/main.js']) {
    // fetch would ask for a fresh copy, which a browser that has one does not.
    const get = (etag: string) =>
      request(`http://127.0.0.1:${port}`).get(path).set('If-None-Match', etag)
    const first = await get('')

    const again = await get(String(first.headers.etag))
    const other = await get('W/"another"')

    expect(first.headers['cache-control'], path).toBe('no-cache')
    // The files of every release of an npm package have one date.
    expect(first.headers).not.toHaveProperty('last-modified')
    expect([again.status, other.status], path).toEqual([304, 200])
  }
})

it('does not mark the document of /openapi.json', async () => {
  const text = await (await docsOf('/openapi.json')).text()

  expect(text).not.toContain('x-origin')
})

it('serves the same document as YAML', async () => {
  const { port } = await startSandbox()
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()

  const yaml = await read('/docs/openapi.yaml')

  expect(parse(yaml, { maxAliasCount: -1 })).toEqual(JSON.parse(await read('/openapi.json')))
})

it('compresses Swagger UI and serves no other file of its package', async () => {
  const bundle = await docsOf('/docs/swagger-ui-bundle.js')

  expect(bundle.status).toBe(200)
  expect(bundle.headers.get('content-encoding')).toBeTruthy()
  expect((await docsOf('/docs/absolute-path.js')).status).toBe(404)
})
