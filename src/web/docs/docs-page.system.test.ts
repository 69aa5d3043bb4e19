import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  openPage,
  openSharedPage,
  overflow,
} from '../../../test/support/browser.ts'
import {
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../test/support/sandbox.ts'
import { overlayFile } from '../../../test/support/temporary.ts'

const BROWSER = { timeout: 120_000 }
const addressOf = ({ port }: { port: number }, hash = '') => `http://127.0.0.1:${port}/docs${hash}`

/** A page of its own, for tests of another sandbox. */
async function openDocs(options: Parameters<typeof startSandbox>[0] = {}, hash = '#/') {
  const sandbox = await startSandbox(options)
  const opened = await openPage(addressOf(sandbox, hash))
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...opened, sandbox }
}

// All other tests share one page, with the demo key.
let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(addressOf(sandbox))
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

/** Goes to an operation, and returns what the tests look at. */
async function show(id: string, page = shared.watched.page) {
  await page.goto(`${page.url().replace(/#.*/, '')}#/${id}`)
  await page
    .locator(`.explorer-nav a[aria-current=page][href="#/${id}"]`)
    .waitFor({ state: 'attached' })
  const response = page.getByRole('region', { name: 'Response', exact: true })
  return {
    page,
    response,
    send: () => page.getByRole('button', { name: 'Send', exact: true }).click(),
    status: () => response.locator('.explorer-answer > .explorer-answer-head .http-status').last(),
  }
}

// The button of each operation is pressed without a browser, in `first-press.test.ts`.
it(
  'sends what the form shows at the first press, and makes the record that it needs',
  BROWSER,
  async () => {
    for (const id of ['listCampaigns', 'createAlert', 'getWebhook', 'deleteCampaign']) {
      await sandbox.reset()
      const { send, status, response } = await show(id)
      await send()
      await expect.poll(() => status().textContent(), { message: id }).toMatch(/^20[01] /)
      if (/Webhook|delete/.test(id)) await response.getByText('First').waitFor()
    }
    expect(shared.watched.offences).toEqual([])
    await sandbox.reset()
  },
)

describe('a request', BROWSER, () => {
  it('has the key that the user chose, and no other', async () => {
    const { page, send, response } = await show('verifyToken')
    const key = page.getByLabel('Key', { exact: true })

    await key.selectOption('Another key…')
    await page.getByLabel('API key').fill('svc_test_starter')
    await send()
    await response.getByText('acc_starter').waitFor()
    await page.getByLabel('API key').fill('svc_test_demö')
    await page.getByText('neither spaces nor accented letters').waitFor()
    await page.getByText('Enter a key first.').waitFor()
    await key.selectOption('No key')
    await send()
    await response.getByText('401 Unauthorized').waitFor()
    await key.selectOption('Demo key (svc_test_demo)')
    await send()
    await response.getByText('acc_demo').waitFor()
  })

  it('shows a failure with its headers, and may have an invalid body', async () => {
    const { page, send, response } = await show('createWebhook')
    await page.getByLabel('Body', { exact: true }).fill('{ "url": ')
    await page.getByText('This is no valid JSON').waitFor()

    await send()

    await response.getByText('400 Bad Request').waitFor()
    await response.getByText(/\d+ headers/).click()
    await response.getByText('x-ratelimit-remaining', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back to the example' }).click()
    await send()
    await response.getByText('201 Created').waitFor()
  })

  it('is shown as code in five languages, without the key', async () => {
    const { page } = await show('createAlert')
    const code = page.getByRole('region', { name: 'Request as code' })
    const texts = []

    for (const language of ['curl', 'fetch', 'axios', 'Python', 'vitest']) {
      await code.getByRole('tab', { name: language }).click()
      texts.push(await code.getByRole('tabpanel').innerText())
    }

    expect(texts.join('\n')).not.toContain('svc_test_demo')
    for (const text of texts) expect(text).toContain('Lost the first page')
    await code.getByRole('tab', { name: 'vitest' }).press('ArrowRight')
    expect(await code.getByRole('tab', { selected: true }).innerText()).toBe('curl')
  })
})

describe('the reference', BROWSER, () => {
  it('marks only what is assumed, with the section of what is stated', async () => {
    const { page } = await show('listCampaigns')
    const heading = page.getByRole('heading', { level: 1 })
    const limit = page.locator('#parameter-limit .row')
    const members = page.getByRole('list', { name: 'Members of 200' })
    const member = (name: string) =>
      members
        .locator('.schema-head', { has: page.locator(`.schema-name:text-is("${name}")`) })
        .first()

    const address = page.locator('.operation-address')
    await heading.getByText('List all campaigns').waitFor()
    expect(await address.innerText()).toContain('§4')
    expect(await limit.innerText()).toContain('assumed')
    expect(await member('id').innerText()).toMatch(/§2\s*form of the id\s*assumed/)
    expect(await member('status').innerText()).toMatch(/required\s*assumed/)
    await show('createWebhook')
    await heading.getByText('Create a webhook').waitFor()
    expect(await address.innerText()).toContain('assumed')
  })

  it('marks changes of an overlay differently, and names its file', async () => {
    const overlay = overlayFile(`
  - target: $.paths['/campaigns'].get
    update: { summary: All of them }`)
    const { page } = await openDocs({ overlay })

    await page.getByText('Added or changed by staging.yaml.').waitFor()
    await page.getByRole('navigation', { name: 'Operations' }).getByText('All of them').click()

    await page.getByRole('heading', { level: 1, name: 'All of them' }).waitFor()
    expect(await page.locator('.operation-address').innerText()).toContain('overlay')
  })
})

describe('navigation', BROWSER, () => {
  it('searches by keyboard, and opens the first result', async () => {
    const { page } = await show('listAlerts')

    await page.keyboard.press('/')
    await page.keyboard.type('mentions brand')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Chat Intelligence mentions' }).waitFor()
    expect(await page.title()).toBe('Chat Intelligence mentions · API · svc-sandbox')
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('operation-title')
    await page.getByLabel('Search operations').fill('zeppelin')
    await page.getByText('No operations match.').waitFor()
    await page.getByLabel('Search operations').fill('')
  })

  it('links to a parameter', async () => {
    const { page } = shared.watched
    await page.goto(addressOf(sandbox, '#/getRankings?at=limit'))
    await page.locator('#parameter-limit.is-linked').waitFor()
    expect(await page.locator('.is-linked').count()).toBe(1)

    await page.goto(addressOf(sandbox, '#/nothing'))
    await page.getByText('The API has no operation nothing').waitFor()
  })
})

it('says what to do when the document cannot be loaded', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/guide/`)
  await page.route('**/docs/openapi.json', (route) => route.fulfill({ status: 503 }))

  await page.goto(`http://127.0.0.1:${port}/docs`)
  await page.getByRole('alert').getByText('503').waitFor()
  await page.unroute('**/docs/openapi.json')
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('heading', { level: 1 }).waitFor()
})

describe('access', BROWSER, () => {
  const cases: [id: string, press: boolean][] = [
    ['', false],
    ['getRankings', true],
    ['createAlert', true],
    ['ranking.changed', false],
  ]

  it.each([
    [1440, 900],
    [390, 844],
  ])('is given at %d px, in both themes', async (width, height) => {
    await sandbox.reset()
    const { page, offences } = await openPage(addressOf(sandbox, '#/'), {
      viewport: { width, height },
    })
    for (const [id, press] of cases) {
      await page.goto(addressOf(sandbox, `#/${id}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (press) await pressed(page)
      await expectAccessible({ page })
      expect(await overflow(page)).toBe(0)
    }
    expect(offences).toEqual([])
  })

  async function pressed(page: Page) {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.explorer-answer .http-status').waitFor()
  }
})
