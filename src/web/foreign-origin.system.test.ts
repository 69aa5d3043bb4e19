import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../test/support/browser.ts'
import { listening } from '../../test/support/listening.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

/** A public site, and a front end in development. The browser resolves the first to this machine. */
const SITE = 'evil.example'
const LOCAL = 'localhost'

const KEY = { Authorization: 'Bearer svc_test_demo' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A webhook to a service of the developer's machine: what a hostile page would want. */
const WEBHOOK = {
  method: 'POST',
  headers: { ...KEY, ...JSON_TYPE },
  body: '{"url":"http://localhost:9000/internal","events":["campaign.completed"]}',
}

describe('a page of another port of localhost', BROWSER, () => {
  it('does not control the sandbox, even without a preflight request', async () => {
    const sandbox = await startSandbox()
    const page = await pageAt(LOCAL)
    const before = await sandbox.clock.now()
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })

    const answers = await tryToControl(page, `http://localhost:${sandbox.port}/_sandbox`)

    expect(answers).toEqual(NOTHING_READ)
    expect(await sandbox.clock.now()).toEqual(before)
    const list = await sandbox.api.get('/campaigns', { query: { search: CAMPAIGN.name } })
    expect(list.body.data).toHaveLength(1)
  })
})

describe('a page of another site', BROWSER, () => {
  it('creates no webhook, with or without a preflight request', async () => {
    const sandbox = await startSandbox()
    const page = await pageAt(SITE)
    const url = `http://localhost:${sandbox.port}/api/webhooks`

    const asked = await page.send(url, WEBHOOK)
    const simple = await page.send(url, {
      ...WEBHOOK,
      mode: 'no-cors',
      headers: { 'Content-Type': 'text/plain' },
    })

    expect([asked, simple]).toEqual([{ refused: 'TypeError' }, { status: 0 }])
    expect((await sandbox.api.get('/webhooks')).body.data).toEqual([])
    // A site cannot fill the log: it has the read of this test alone.
    expect(await sandbox.requests.list()).toHaveLength(1)
  })
})

describe('a page whose name was made to resolve to this machine', BROWSER, () => {
  it('gets no page, no API and no control plane, although they have its origin', async () => {
    const sandbox = await startSandbox()
    const root = `http://${SITE}:${sandbox.port}`
    const { page } = await openPage(`${root}/`)

    expect(await page.textContent('body')).toContain(`the Host header says ${SITE}`)
    const send = (path: string, init?: object) => page.evaluate<Read>(fetching(root + path, init))
    const answers = [
      await send('/api/webhooks', WEBHOOK),
      await send('/api/campaigns', { headers: KEY }),
      await send('/_sandbox/reset', { method: 'POST' }),
      await send('/_sandbox/health'),
      await send('/files/x'),
      await send('/openapi.json'),
      await send('/docs'),
    ]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  })
})

/** The results a page gets from the three attempts of `tryToControl`. */
const NOTHING_READ = [
  { status: 0 },
  { status: 0 },
  { refused: 'TypeError' },
  { refused: 'TypeError' },
]

/** Resets the sandbox and moves its clock, without and with a preflight request, and lists its accounts. */
async function tryToControl({ send }: { send: Send }, control: string): Promise<Read[]> {
  return [
    await send(`${control}/reset`, { method: 'POST', mode: 'no-cors' }),
    await send(`${control}/clock`, { method: 'POST', mode: 'no-cors', body: '{"advance":"1d"}' }),
    await send(`${control}/clock`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: '{"advance":"1d"}',
    }),
    await send(`${control}/accounts`),
  ]
}

interface Read {
  /** 0 for an answer that the page may not read (`no-cors`). */
  status?: number
  refused?: string
}

type Send = (address: string, init?: object) => Promise<Read>

/** Code for the page: what it can read of the answer, or how it was refused. */
function fetching(address: string, init: object = {}): string {
  return `fetch(${JSON.stringify(address)}, ${JSON.stringify(init)}).then(
    ({ status }) => ({ status }),
    (error) => ({ refused: error.name }),
  )`
}

/** An empty page of another server of this machine, which the browser knows by `name`. */
async function pageAt(name: string) {
  const port = await listening(
    createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
    }),
  )
  const { page } = await openPage(`http://${name}:${port}/`)
  const send: Send = (address, init) => page.evaluate<Read>(fetching(address, init))
  return { send }
}
