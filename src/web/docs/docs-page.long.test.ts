import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { overlayFile, temporaryFile } from '../../../test/support/temporary.ts'

const BROWSER = { timeout: 180_000 }

/** A page of its own, for tests of another sandbox, or that leave the page. */
async function openDocs(options: Parameters<typeof startSandbox>[0] = {}) {
  const { port } = await startSandbox(options)
  const { page } = await openPage(`http://127.0.0.1:${port}/docs`)
  await drawn(page)
  return { page, port }
}

// Swagger UI takes two seconds of CPU to draw the document: all other tests share one page, with the demo key in its field.
let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(`http://127.0.0.1:${sandbox.port}/docs`)
  await drawn(shared.watched.page)
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

async function drawn(page: Page): Promise<void> {
  page.setDefaultTimeout(60_000)
  await page.locator('.opblock').first().waitFor()
}

/** An operation of the page, open. */
async function operation(id: string, page = shared.watched.page) {
  const block = page.locator(`#operations-${id}`)
  const body = block.locator('.opblock-body')
  if (!(await body.isVisible())) await block.locator('.opblock-summary-control').click()
  await body.waitFor()
  return block
}

it('tries an operation with the demo key and shows the response', BROWSER, async () => {
  const { offences } = shared.watched
  const list = await operation('Campaigns-listCampaigns')

  await list.getByRole('button', { name: 'Execute' }).click()

  const answer = list.locator('.live-responses-table')
  await answer.locator('.response-col_status', { hasText: '200' }).waitFor()
  const { data } = (await sandbox.api.get('/campaigns')).body
  expect(await answer.textContent()).toContain(data[0].id)
  expect(offences).toEqual([])
})

it('sends the token of the field', BROWSER, async () => {
  const { page } = shared.watched
  await page.getByLabel('API token').fill('svc_test_starter')
  const verify = await operation('Authentication-verifyToken')

  await verify.getByRole('button', { name: 'Execute' }).click()

  await expect
    .poll(() => verify.locator('.live-responses-table').textContent())
    .toContain('acc_starter')
  await page.getByLabel('API token').fill('svc_test_demo')
})

it('reports a token that cannot be sent, and does not send it', BROWSER, async () => {
  const { page, offences } = shared.watched
  const field = page.getByLabel('API token')
  await field.fill('svc_test_demö')
  await page.getByText('neither spaces nor accented letters').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const verify = await operation('Authentication-verifyToken')

  await verify.getByRole('button', { name: 'Execute' }).click()

  await expect.poll(() => verify.locator('.live-responses-table').textContent()).toContain('401')
  await field.fill('svc_test_demo')
  await page.getByText('neither spaces nor accented letters').waitFor({ state: 'detached' })
  expect(offences).toEqual([])
})

it('has no empty section, and links to the page that creates tokens', BROWSER, async () => {
  const { page } = await openDocs()
  const sections = page.locator('.opblock-tag-section')

  expect(await sections.count()).toBeGreaterThan(3)
  expect(await sections.filter({ hasNot: page.locator('.opblock') }).count()).toBe(0)
  await page
    .getByText('Create, list and delete tokens')
    .getByRole('link', { name: 'console' })
    .click()
  await page.getByRole('heading', { name: 'Create API Token' }).waitFor()
})

it('leaves the field empty without the demo key', BROWSER, async () => {
  const { page } = await openDocs({ fixture: 'starter' })

  expect(await page.getByLabel('API token').inputValue()).toBe('')
})

it('marks only assumed operations, parameters, statuses and members', BROWSER, async () => {
  const { page } = shared.watched
  const marks = (text: string) =>
    page.locator('.opblock-summary', { hasText: text }).locator('mark')
  const list = await operation('Campaigns-listCampaigns')
  const member = (name: string) =>
    list
      .locator('.json-schema-2020-12-head', { has: page.getByText(name, { exact: true }) })
      .first()
      .locator('mark')

  expect(await marks('Create a webhook').allTextContents()).toEqual(['assumed'])
  expect(await marks('List all campaigns').count()).toBe(0)
  expect(await list.locator('[data-param-name=limit] mark').allTextContents()).toEqual(['assumed'])
  expect(
    await list
      .locator('.response[data-code="404"], .response[data-code="401"]')
      .locator('mark')
      .first()
      .textContent(),
  ).toBe('assumed')
  expect(await list.locator('.response[data-code=default] mark').count()).toBe(0)
  expect(await member('id').allTextContents()).toEqual(['x-id assumed'])
  expect(await member('status').allTextContents()).toEqual(['assumed'])
  expect(await member('name').allTextContents()).toEqual(['minLength, maxLength, pattern assumed'])
})

it('marks changes of an overlay differently, and names its file', BROWSER, async () => {
  const overlay = overlayFile(`
  - target: $.paths['/campaigns'].get
    update: { summary: All of them }`)
  const { page } = await openDocs({ overlay })
  const summary = page.locator('.opblock-summary', { hasText: 'All of them' })

  expect(await summary.locator('ins').allTextContents()).toEqual(['overlay'])
  expect(await page.locator('#legend').textContent()).toContain('staging.yaml')
})

it('offers the document as JSON and YAML', BROWSER, async () => {
  const { page } = shared.watched
  const download = async (name: string) => {
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    const file = await started
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
  }

  const json = await download('JSON')
  const yaml = await download('YAML')

  const served = await fetch(`http://127.0.0.1:${sandbox.port}/openapi.json`)
  expect(json.name).toBe('openapi.json')
  expect(JSON.parse(json.text)).toEqual(await served.json())
  expect(json.text).not.toContain('x-origin')
  expect(yaml.name).toBe('openapi.yaml')
  const copy = await startSandbox({ overlay: temporaryFile('none.yaml', yaml.text) }).catch(
    (error: Error) => error.message,
  )
  expect(copy).toContain('"overlay" must be a version')
})

it('links to the console', BROWSER, async () => {
  const { page, port } = await openDocs()

  await page.getByRole('link', { name: 'Console', exact: true }).click()

  await page.waitForURL(`http://127.0.0.1:${port}/`)
})

it('says what to do when the document cannot be loaded', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/`)
  await page.route('**/docs/openapi.json', (route) => route.fulfill({ status: 503 }))

  await page.goto(`http://127.0.0.1:${port}/docs`)

  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/503.*reload this page/)
})

it('opens an operation by keyboard', BROWSER, async () => {
  const { page } = shared.watched
  const control = page.locator('#operations-Campaigns-deleteCampaign .opblock-summary-control')

  await control.focus()
  await page.keyboard.press('Enter')

  await page.locator('#operations-Campaigns-deleteCampaign .opblock-body').waitFor()
})

it('is accessible in both themes, with open operations and a response', BROWSER, async () => {
  const root = `http://127.0.0.1:${sandbox.port}`
  const { page, offences } = await openPage(`${root}/docs/page.css`)
  // Of operations of one kind, to look at one is enough: axe takes a quarter of a minute for all of them.
  await page.route('**/docs/openapi.json', async (route) => {
    const response = await route.fetch()
    const document = await response.json()
    const shown = ['/auth/verify', '/campaigns', '/chat/mentions', '/webhooks']
    const kept = Object.entries(document.paths).filter(([path]) => shown.includes(path))
    await route.fulfill({ response, json: { ...document, paths: Object.fromEntries(kept) } })
  })
  await page.goto(`${root}/docs`)
  await drawn(page)
  const list = await operation('Campaigns-listCampaigns', page)
  await operation('Campaigns-createCampaign', page)
  await operation('Webhooks-createWebhook', page)
  await operation('Intelligence_Data-getMentions', page)
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
  await list.getByRole('button', { name: /of 401/ }).click()

  await expectAccessible({ page })
  expect(offences).toEqual([])
})

it('fits a narrow screen', BROWSER, async () => {
  const { page } = shared.watched
  await page.setViewportSize({ width: 390, height: 844 })
  const list = await operation('Campaigns-listCampaigns')
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()

  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
})
