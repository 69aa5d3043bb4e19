import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../support/free-port.ts'
import {
  adapted,
  isInstalled,
  type ProxyName,
  startProxy,
} from '../support/processes/proxy-process.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { TEST_TLS } from '../support/tls.ts'
import { sendTrusting } from '../support/trusting.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Way {
  port: number
  upstream: number
  folder: string
  /** Whether the proxy strips the path. */
  strips: boolean
}

const EXAMPLES: Record<ProxyName, (way: Way) => string> = {
  nginx: ({ port, upstream, folder, strips }) =>
    adapted(
      read('deploy/nginx.conf'),
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['server_name demo.example', 'server_name localhost'],
      ['/etc/ssl/demo.example/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/ssl/demo.example/privkey.pem', join(folder, 'key.pem')],
      ['127.0.0.1:4010', `127.0.0.1:${upstream}`],
      ['proxy_pass http://sandbox;', `proxy_pass http://sandbox${strips ? '/' : ''};`],
    ),
  caddy: ({ port, upstream, folder, strips }) =>
    adapted(
      read('deploy/path.Caddyfile'),
      [
        'demo.example {',
        `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
      ],
      ['127.0.0.1:4010', `127.0.0.1:${upstream}`],
      ['handle_path', strips ? 'handle_path' : 'handle'],
    ),
}

for (const name of ['nginx', 'caddy'] as const) {
  const isMissing = !isInstalled(name)
  if (isMissing) console.warn(`The example for ${name} is not tried: ${name} is not installed.`)

  describe.skipIf(isMissing).each([
    ['strips the path', true],
    ['passes the path on', false],
  ])(`the example for ${name}, which %s`, (_, strips) => {
    const start = async () => {
      const port = await freePort()
      const root = `https://localhost:${port}/sandbox`
      const sandbox = await startSandbox({
        publicUrl: root,
        trustProxy: 1,
        adminToken: 'let-me-in',
      })
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'cert.pem'), TEST_TLS.cert)
      writeFileSync(join(folder, 'key.pem'), TEST_TLS.key)
      const site = EXAMPLES[name]({ port, upstream: sandbox.port, folder, strips })
      const proxy = await startProxy(name, site, { folder, port })
      onTestFinished(() => proxy.stop())
      return { root, send: sendTrusting.bind(undefined, TEST_TLS.cert) }
    }

    it('serves pages, links that lead back, and streams', { timeout: 60_000 }, async () => {
      const { root, send } = await start()

      const folder = await send(root)
      const page = await send(`${root}/`)
      const document = await send(`${root}/openapi.json`)
      const events = await openEvents(`${root}/_sandbox/requests/stream`)
      const created = await send(`${root}/api/campaigns`, { method: 'POST', body: CAMPAIGN })
      const location = String(created.headers.location)
      const outside = await send(root.replace('/sandbox', '/openapi.json'))

      expect([folder.status, folder.headers.location]).toEqual([301, '/sandbox/'])
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(document.body.servers).toEqual([{ url: `${root}/api` }])
      expect(location).toContain(`${root}/api/campaigns/cmp_`)
      expect((await send(location)).status).toBe(200)
      expect(outside.body).not.toHaveProperty('paths')
      // It arrives while the stream is open.
      expect(await events.next('/api/campaigns')).toContain('"method":"POST"')
    })
  })
}

it('the example for Traefik names what it defines', () => {
  const { http } = parse(read('deploy/traefik.yaml'))
  const { sandbox } = http.routers

  expect(Object.keys(http.services)).toContain(sandbox.service)
  const { serversTransport } = http.services[sandbox.service].loadBalancer
  expect(Object.keys(http.serversTransports)).toContain(serversTransport)
  expect(Object.keys(http.middlewares)).toEqual(sandbox.middlewares)
  const { regex, replacement } = http.middlewares['sandbox-folder'].redirectRegex
  // Go's replacements have braces.
  const target = replacement.replace(/\$\{(\d)\}/g, '$$$1')
  const redirected = (url: string) => url.replace(new RegExp(regex), target)
  expect(redirected('https://demo.example/sandbox')).toBe('https://demo.example/sandbox/')
  expect(redirected('https://demo.example/sandbox?a=1')).toBe('https://demo.example/sandbox/?a=1')
  expect(redirected('https://demo.example/sandbox/docs')).toBe('https://demo.example/sandbox/docs')
})

/** Opens a stream; `next` resolves with what has come as soon as it contains `text`. */
function openEvents(url: string): Promise<{ next(text: string): Promise<string> }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: 'Bearer let-me-in' }
    const sent = request(url, { ca: TEST_TLS.cert, agent: false, headers }, (res) => {
      expect(res.statusCode).toBe(200)
      let all = ''
      res.setEncoding('utf8').on('data', (part) => {
        all += part
      })
      const next = async (text: string) => {
        await expect.poll(() => all).toContain(text)
        return all
      }
      resolve({ next })
    })
    sent.on('error', reject).end()
    onTestFinished(() => void sent.destroy())
  })
}
