import type { RequestListener } from 'node:http'
import express, { type Express } from 'express'
import { expect, it } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

const HEADERS = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }

async function mounted(mount: (app: Express, sandbox: Sandbox) => void): Promise<string> {
  const sandbox = await startSandbox({ listen: false })
  const app = express()
  mount(app, sandbox)
  app.get('/', (_req, res) => void res.send('the app itself'))
  return startHttp(app)
}

const statusOf = async (url: string, init: RequestInit = { headers: HEADERS }) =>
  (await fetch(url, init)).status

it('serves a server of node:http, console included', async () => {
  const sandbox = await startSandbox({ listen: false })
  const root = await startHttp(sandbox.handler)

  const created = await statusOf(`${root}/api/campaigns`, {
    ...{ method: 'POST', headers: HEADERS, body: JSON.stringify(CAMPAIGN) },
  })

  expect(created).toBe(201)
  expect(await statusOf(`${root}/_sandbox/accounts`, {})).toBe(200)
  expect(await (await fetch(root)).text()).toContain('<!doctype html>')
})

it.each<[string, string, (app: Express, sandbox: Sandbox) => void]>([
  ['at the root', '', (app, { handler }) => app.use(handler)],
  ['at /api', '', (app, { handler }) => app.use('/api', handler)],
  ['below a prefix', '/mock', (app, { handler }) => app.use('/mock', handler)],
  ['after a parser of bodies', '', (app, { handler }) => app.use(express.json(), handler)],
])('is middleware of Express %s', async (_where, prefix, mount) => {
  const root = await mounted(mount)
  const post = { method: 'POST', headers: HEADERS, body: JSON.stringify(CAMPAIGN) }

  expect(await statusOf(`${root}${prefix}/api/campaigns`)).toBe(200)
  expect(await statusOf(`${root}${prefix}/api/campaigns`, post)).toBe(201)
  expect(await statusOf(`${root}${prefix}/api/nowhere`)).toBe(404)
  expect(await (await fetch(root)).text()).toBe('the app itself')
})

it('has links that lead below the mount point', async () => {
  const root = await mounted((app, { handler }) => app.use('/mock', handler))
  const get = async <T>(path: string) => {
    const response = await fetch(`${root}/mock/api${path}`, { headers: HEADERS })
    return ((await response.json()) as { data: T }).data
  }
  const [campaign] = await get<{ id: string }[]>('/campaigns')

  const { download_url } = await get<{ download_url: string }>(
    `/reports/generate?campaign_id=${campaign?.id}&format=csv`,
  )

  expect(download_url).toContain(`${root}/mock/files/`)
  expect(await statusOf(download_url, {})).toBe(200)
})

it.each<[string, (sandbox: Sandbox) => RequestListener]>([
  ['as a listener', ({ handler }) => handler],
  ['as middleware', ({ handler }) => express().use(handler)],
])('refuses requests once the sandbox is closed, %s', async (_how, listenerOf) => {
  const sandbox = await startSandbox({ listen: false })
  const root = await startHttp(listenerOf(sandbox))
  expect(await statusOf(`${root}/api/campaigns`)).toBe(200)

  await sandbox.close()

  expect(await statusOf(`${root}/api/campaigns`)).toBe(503)
})

it('leaves the paths of the app to the app', async () => {
  const root = await mounted((app, { handler }) => app.use(handler))

  for (const path of ['/apis', '/filesystem', '/elsewhere', '/docs']) {
    expect(await (await fetch(root + path)).text(), path).toContain(`Cannot GET ${path}`)
  }
})

it('is waited for by close, whose connection stays that of the app', async () => {
  const sandbox = await startSandbox({ listen: false })
  const root = await startHttp(sandbox.handler)
  await sandbox.faults.add({ operation: 'verifyToken', delay: 50 })
  const call = fetch(`${root}/api/auth/verify`, { headers: HEADERS })
  await expect.poll(async () => (await sandbox.faults.list())[0]?.matched).toBe(1)

  const closing = sandbox.close()

  const response = await call
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'keep-alive'])
  await closing
})
