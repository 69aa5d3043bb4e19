/** `npm run screenshots`: takes the pictures of the documentation from a sandbox of its own. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createSandbox, type Sandbox } from '../src/index.ts'
import { launch } from '../test/support/browser.ts'

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))
const BASE_URL = 'http://localhost:4010/api'
const KEYS = {
  SVC_TOKEN: 'svc_test_demo',
  SVC_RESTRICTED_TOKEN: 'svc_restricted_readonly',
  SVC_LIMITED_TOKEN: 'svc_test_limited',
  SVC_REVOKED_TOKEN: 'svc_test_revoked',
}
const TERMINAL = `<style>
  pre { margin: 0; padding: 20px 24px; background: #10131a; color: #e8ebf2; font: 14px/1.45 monospace; }
  b { color: #6fd69a; font-weight: normal; }
</style><pre></pre>`
const DEMO = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }

/** A page of the server, and what to do on it first. */
interface Picture {
  name: string
  path: string
  theme?: 'dark'
  height?: number
  prepare: (page: Page, sandbox: Sandbox) => Promise<unknown>
}

const PICTURES: Picture[] = [
  {
    name: 'overview',
    path: '/',
    prepare: (page) => page.getByRole('link', { name: 'Planwell on Bing' }).waitFor(),
  },
  {
    name: 'requests',
    path: '/#/requests',
    height: 1180,
    prepare: async (page) => {
      await page.getByText('/api/serp/rankings').first().click()
      await page.getByText('"position"').first().waitFor()
    },
  },
  {
    name: 'webhooks',
    path: '/#/webhooks',
    theme: 'dark',
    prepare: (page) => page.getByText('ranking.changed').first().waitFor(),
  },
  {
    name: 'faults',
    path: '/#/faults',
    height: 820,
    prepare: async (page, sandbox) => {
      await sandbox.faults.add({ name: 'The list is slow', operation: 'listCampaigns', delay: 800 })
      await page.reload()
      await page.getByRole('switch').first().waitFor()
      await page.getByText('1 fault is on').waitFor()
    },
  },
  {
    name: 'docs',
    path: '/docs#/getCampaign',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('200 OK').waitFor()
    },
  },
]

const sandbox = await createSandbox({ now: '2026-01-15T09:30:00Z', log: 'silent' })
const browser = await launch()
mkdirSync(FOLDER, { recursive: true })
try {
  await makeTraffic(sandbox)
  const contexts = new Map<string, BrowserContext>()
  for (const { name, path, theme = 'light', height = 900, prepare } of PICTURES) {
    const context =
      contexts.get(theme) ?? (await browser.newContext({ colorScheme: theme, locale: 'en-GB' }))
    contexts.set(theme, context)
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height })
    await page.goto(`http://127.0.0.1:${sandbox.port}${path}`)
    await prepare(page, sandbox)
    // The pointer must not highlight anything.
    await page.mouse.move(0, 0)
    await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' })
    await page.close()
    console.log(`docs/images/${name}.png`)
  }
  await checkInTerminal(browser)
} finally {
  await browser.close()
  await sandbox.close()
}

/** A picture of `svc-sandbox check`, of a sandbox that shows the real time: some facts concern the last days. */
async function checkInTerminal(browser: Browser): Promise<void> {
  const { url, close } = await createSandbox({ log: 'silent' })
  const command = fileURLToPath(new URL('../bin/svc-sandbox.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'check', url], {
    env: { ...process.env, ...KEYS, COLUMNS: '100' },
  })
  const shown = `$ npx svc-sandbox check ${url}\n${stdout}`.replaceAll(url, BASE_URL)
  await close()
  const page = await browser.newPage({ viewport: { width: 900, height: 100 } })
  await page.setContent(TERMINAL)
  await page.locator('pre').evaluate((element, text) => {
    element.textContent = text
    element.innerHTML = element.innerHTML
      .replaceAll('✔', '<b>✔</b>')
      .replace('PASSED', '<b>PASSED</b>')
  }, shown)
  await page.locator('pre').screenshot({ path: `${FOLDER}check.png` })
  console.log('docs/images/check.png')
}

/** Requests of a front end in its first minutes of development, mistakes included. */
async function makeTraffic({ url, receiver, trigger, clock }: Sandbox): Promise<void> {
  const call = (method: string, path: string, body?: object, headers: object = DEMO) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then((answer) => answer.text())
  const own = await receiver.get()
  await call('POST', '/webhooks', {
    url: own.url,
    events: ['campaign.completed', 'ranking.changed', 'mention.detected'],
    secret: 'whsec_c2NyZWVuc2hvdHMgb2YgdGhlIGNvbnNvbGU=',
  })
  await call('GET', '/auth/verify')
  await call('GET', '/campaigns?limit=20')
  await call('GET', '/campaigns', undefined, {})
  await call('GET', '/campaigns/cmp_unknown')
  await call('POST', '/campaigns', { name: 'Spring launch', type: 'serp' })
  await call('GET', '/chat/mentions?brand=Northwheel&limit=5')
  await receiver.set({ status: 503 })
  await trigger('ranking.changed')
  await receiver.set({ status: 204 })
  await trigger('mention.detected')
  await clock.advance({ days: 1 })
  await call('GET', '/core/dashboards')
  await call('GET', '/serp/rankings?campaign_id=cmp_9aerfpy76pgk&limit=5')
}
