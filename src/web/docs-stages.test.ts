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
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

it('redirects from the folder to the page', async () => {
  const { status, headers } = await docsOf('/docs/')

  expect(status).toBe(301)
  expect(headers.get('location')).toBe('../docs')
})

it('gives the page origins, its address and the demo key', async () => {
  const document = JSON.parse(await (await docsOf('/docs/openapi.json')).text())

  expect(document['x-page']).toEqual({
    key: 'svc_test_demo',
    account: 'acc_demo',
    day: '2026-01-15',
    signup: false,
    overlays: [],
  })
  expect(document.servers).toEqual([{ url: '../api' }])
  expect(document.paths['/campaigns'].get['x-origin']).toBe('stated')
  expect(document.paths['/alerts'].get['x-origin']).toBe('assumed')
})

it('is revalidated each time, with 304 for an unchanged file', async () => {
  const { port } = await startSandbox()
  for (const path of ['/docs', '/', '/console/icon.svg', '/guide/']) {
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

it('dates examples by the day that the page asks for', async () => {
  const { port } = await startSandbox()
  const read = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/docs/openapi.json${query}`)
    const { paths, 'x-page': page } = JSON.parse(await answer.text())
    const { example } = paths['/alerts/{id}/snooze'].post.requestBody.content['application/json']
    return [example.until, page.day]
  }

  expect(await read('?day=2026-02-01')).toEqual(['2026-02-02T08:00:00Z', '2026-02-01'])
  expect(await read('?day=2026-02-31x')).toEqual(['2026-01-16T08:00:00Z', '2026-01-15'])
})

it('gives the page of a sandbox with sign-up no key, because visitors have their own', async () => {
  const { port } = await startSandbox({ openSignup: true })

  const answer = await fetch(`http://127.0.0.1:${port}/docs/openapi.json`)
  const document = JSON.parse(await answer.text())

  expect(document['x-page']).toMatchObject({ key: null, signup: true, overlays: [] })
})
