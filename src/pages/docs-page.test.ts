import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../testing/browser.ts'
import { startSandbox } from '../testing/sandbox.ts'
import { overlayFile, temporaryFile } from '../testing/temporary.ts'

const BROWSER = { timeout: 180_000 }

async function openDocs(
  options: Parameters<typeof startSandbox>[0] = {},
  view: Parameters<typeof openPage>[1] = {},
) {
  const sandbox = await startSandbox(options)
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/docs`, view)
  watched.page.setDefaultTimeout(60_000)
  const operation = async (id: string) => {
    const block = watched.page.locator(`#operations-${id}`)
    await block.locator('.opblock-summary-control').click()
    await block.locator('.opblock-body').waitFor()
    return block
  }
  await watched.page.locator('.opblock').first().waitFor()
  return { ...watched, sandbox, operation }
}

it('tries an operation with the demo key, and shows its answer', BROWSER, async () => {
  const { sandbox, operation, offences } = await openDocs()
  const list = await operation('Campaigns-listCampaigns')

  await list.getByRole('button', { name: 'Execute' }).click()

  const answer = list.locator('.live-responses-table')
  await answer.locator('.response-col_status', { hasText: '200' }).waitFor()
  const { data } = (await sandbox.api.get('/campaigns')).body
  expect(await answer.textContent()).toContain(data[0].id)
  expect(offences).toEqual([])
})

it('sends the token of the field from then on', BROWSER, async () => {
  const { page, operation } = await openDocs()
  await page.getByLabel('API token').fill('svc_test_starter')
  const verify = await operation('Authentication-verifyToken')

  await verify.getByRole('button', { name: 'Execute' }).click()

  await expect
    .poll(() => verify.locator('.live-responses-table').textContent())
    .toContain('acc_starter')
})

it('says what is wrong with a token that cannot be sent, and sends none', BROWSER, async () => {
  const { page, operation, offences } = await openDocs()
  const field = page.getByLabel('API token')
  await field.fill('svc_test_demö')
  await page.getByText('neither spaces nor letters with accents').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const verify = await operation('Authentication-verifyToken')

  await verify.getByRole('button', { name: 'Execute' }).click()

  await expect.poll(() => verify.locator('.live-responses-table').textContent()).toContain('401')
  await field.fill('svc_test_demo')
  await page.getByText('neither spaces nor letters with accents').waitFor({ state: 'detached' })
  expect(offences).toEqual([])
})

it(
  'has no section that opens on nothing, and leads to where tokens are made',
  BROWSER,
  async () => {
    const { page } = await openDocs()
    const sections = page.locator('.opblock-tag-section')

    expect(await sections.count()).toBeGreaterThan(3)
    expect(await sections.filter({ hasNot: page.locator('.opblock') }).count()).toBe(0)
    await page.getByText('Tokens are made').getByRole('link', { name: 'console' }).click()
    await page.getByRole('heading', { name: 'Create API Token' }).waitFor()
  },
)

it('leaves the field empty in a sandbox without the demo key', BROWSER, async () => {
  const { page } = await openDocs({ fixture: 'starter' })

  expect(await page.getByLabel('API token').inputValue()).toBe('')
})

it(
  'marks operations, parameters, statuses and members that are assumed, and no others',
  BROWSER,
  async () => {
    const { page, operation } = await openDocs()
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
    expect(await list.locator('[data-param-name=limit] mark').allTextContents()).toEqual([
      'assumed',
    ])
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
    expect(await member('name').allTextContents()).toEqual([
      'minLength, maxLength, pattern assumed',
    ])
  },
)

it('marks what an overlay changed in another way, and names its file', BROWSER, async () => {
  const overlay = overlayFile(`
  - target: $.paths['/campaigns'].get
    update: { summary: All of them }`)
  const { page } = await openDocs({ overlay })
  const summary = page.locator('.opblock-summary', { hasText: 'All of them' })

  expect(await summary.locator('ins').allTextContents()).toEqual(['overlay'])
  expect(await page.locator('#legend').textContent()).toContain('staging.yaml')
})

it('hands out the document that is served, as JSON and as YAML', BROWSER, async () => {
  const { page, sandbox } = await openDocs()
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

it('leads to the console', BROWSER, async () => {
  const { page, sandbox } = await openDocs()

  await page.getByRole('link', { name: 'Console', exact: true }).click()

  await page.waitForURL(`http://127.0.0.1:${sandbox.port}/`)
})

it('says what to do when the document cannot be had', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/`)
  await page.route('**/docs/openapi.json', (route) => route.fulfill({ status: 503 }))

  await page.goto(`http://127.0.0.1:${port}/docs`)

  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/503.*reload this page/)
})

it('opens an operation by keyboard', BROWSER, async () => {
  const { page } = await openDocs()
  const control = page.locator('#operations-Campaigns-listCampaigns .opblock-summary-control')

  await control.focus()
  await page.keyboard.press('Enter')

  await page.locator('#operations-Campaigns-listCampaigns .opblock-body').waitFor()
})

it('is accessible in both themes, with operations open and an answer shown', BROWSER, async () => {
  const { page, offences, operation } = await openDocs()
  const list = await operation('Campaigns-listCampaigns')
  await operation('Campaigns-createCampaign')
  await operation('Webhooks-createWebhook')
  await operation('Intelligence_Data-getMentions')
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
  await list.getByRole('button', { name: /of 401/ }).click()

  await expectAccessible({ page })
  expect(offences).toEqual([])
})

it('fits a narrow screen', BROWSER, async () => {
  const { page, operation } = await openDocs({}, { viewport: { width: 390, height: 844 } })
  const list = await operation('Campaigns-listCampaigns')
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()

  expect(await overflow(page)).toBe(0)
})
