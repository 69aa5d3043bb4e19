/** `npm run screenshots`: takes the pictures of the README from a sandbox that is running for it. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { createSandbox, type Sandbox } from '../src/index.ts'
import { launch } from '../src/testing/browser.ts'

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))
const DEMO = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }

/** What is pictured: a page of the server, and what is done on it first. */
interface Picture {
  name: string
  path: string
  theme: 'light' | 'dark'
  height: number
  prepare: (page: Page, sandbox: Sandbox) => Promise<unknown>
}

const PICTURES: Picture[] = [
  {
    name: 'overview',
    path: '/',
    theme: 'light',
    height: 900,
    prepare: (page) => page.getByRole('link', { name: 'Planwell on Bing' }).waitFor(),
  },
  {
    name: 'requests',
    path: '/#/requests',
    theme: 'light',
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
    height: 900,
    prepare: (page) => page.getByText('ranking.changed').first().waitFor(),
  },
  {
    name: 'faults',
    path: '/#/faults',
    theme: 'light',
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
    path: '/docs',
    theme: 'light',
    height: 900,
    prepare: (page) => page.getByText('/campaigns').first().waitFor(),
  },
]

const sandbox = await createSandbox({ now: '2026-01-15T09:30:00Z', log: 'silent' })
const browser = await launch()
mkdirSync(FOLDER, { recursive: true })
try {
  await happen(sandbox)
  const contexts = new Map<string, BrowserContext>()
  for (const { name, path, theme, height, prepare } of PICTURES) {
    const context =
      contexts.get(theme) ?? (await browser.newContext({ colorScheme: theme, locale: 'en-GB' }))
    contexts.set(theme, context)
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height })
    await page.goto(`http://127.0.0.1:${sandbox.port}${path}`)
    await prepare(page, sandbox)
    // What the pointer has left open or selected is none of the picture.
    await page.mouse.move(0, 0)
    const file = `${FOLDER}${name}.png`
    await page.screenshot({ path: file, animations: 'disabled' })
    await page.close()
    console.log(`docs/images/${name}.png`)
  }
} finally {
  await browser.close()
  await sandbox.close()
}

/** What a front end in development does in its first minutes, mistakes included. */
async function happen({ url, receiver, trigger, clock }: Sandbox): Promise<void> {
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
