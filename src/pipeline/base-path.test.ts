import { describe, expect, it } from 'vitest'
import { openPrefixProxy } from '../../test/support/prefix-proxy.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { openStream } from '../../test/support/streams.ts'

const BASE = { basePath: '/sandbox' }
const KEY = { Authorization: 'Bearer svc_test_demo' }
const JSON_KEY = { ...KEY, 'Content-Type': 'application/json' }
const get = (url: string, headers = KEY) => fetch(url, { headers, redirect: 'manual' })
// biome-ignore lint/suspicious/noExplicitAny: Tests read any member.
const jsonOf = async (response: Response) => (await response.json()) as any
const create = (root: string) =>
  fetch(`${root}/api/campaigns`, {
    method: 'POST',
    headers: JSON_KEY,
    body: JSON.stringify(CAMPAIGN),
  })

describe.each([
  ['that strips the prefix', true],
  ['that keeps the prefix', false],
])('behind a proxy %s', (_, strips) => {
  it('has links with the prefix, which lead back', async () => {
    const sandbox = await startSandbox(BASE)
    const root = `${await openPrefixProxy(sandbox, { prefix: '/sandbox', strips })}/sandbox`

    const created = await create(root)
    const { data: campaign } = await jsonOf(created)
    const { data: report } = await jsonOf(
      await get(`${root}/api/reports/generate?campaign_id=${campaign.id}&format=json`),
    )
    const { servers } = await jsonOf(await get(`${root}/openapi.json`))
    const control = await jsonOf(await get(`${root}/_sandbox/openapi.json`))
    const receiver = await jsonOf(await get(`${root}/_sandbox/receiver`))

    expect(created.headers.get('location')).toContain(`${root}/api/campaigns/cmp_`)
    expect((await get(created.headers.get('location') ?? '')).status).toBe(200)
    expect(servers).toEqual([{ url: `${root}/api` }])
    expect(control.servers).toEqual([{ url: `${root}/_sandbox` }])
    expect(receiver.data.url).toContain(`${root}/_sandbox/receiver/`)
    expect(report.download_url).toContain(`${root}/files/`)
    expect((await get(report.download_url, {} as never)).status).toBe(200)
  })

  it('streams each event as it happens', async () => {
    const sandbox = await startSandbox(BASE)
    const root = await openPrefixProxy(sandbox, { prefix: '/sandbox', strips })
    const stream = await openStream(root, '/sandbox/_sandbox/requests/stream')

    await create(`${root}/sandbox`)

    const { data } = await stream.next()
    expect(JSON.parse(data)).toMatchObject({ method: 'POST', url: '/api/campaigns' })
  })
})

it('links to itself with the prefix when called without it', async () => {
  const sandbox = await startSandbox(BASE)

  const created = await create(`http://127.0.0.1:${sandbox.port}`)

  expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}/sandbox/api`)
  expect(created.headers.get('location')).toContain(`${sandbox.url}/campaigns/cmp_`)
})

it.each(['', '?theme=dark'])('redirects the prefix%s to its folder', async (query) => {
  const { port } = await startSandbox(BASE)

  const page = await get(`http://127.0.0.1:${port}/sandbox${query}`)

  expect(page.status).toBe(301)
  expect(page.headers.get('location')).toBe(`/sandbox/${query}`)
})

it.each(['/sandboxes/api/campaigns', '/sandbox/sandbox/api/campaigns', '/other/api/campaigns'])(
  'does not know %s',
  async (path) => {
    const { port } = await startSandbox(BASE)

    expect((await get(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
  },
)

it('takes its prefix from the path of --public-url', async () => {
  const publicUrl = 'https://demo.example/sandbox'
  const { port } = await startSandbox({ publicUrl, adminToken: 'let-me-in' })

  const created = await create(`http://127.0.0.1:${port}/sandbox`)

  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toContain(`${publicUrl}/api/campaigns/cmp_`)
})

it('answers calls without a port, with and without the prefix', async () => {
  const sandbox = await startSandbox({ ...BASE, listen: false })
  const paths = ['/api/auth/verify', '/sandbox/api/auth/verify', `${sandbox.url}/auth/verify`]

  const answers = await Promise.all(paths.map((path) => sandbox.fetch(path, { headers: KEY })))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})
