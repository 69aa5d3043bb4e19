import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launch, openPage } from '../testing/browser.ts'
import { startSandbox } from '../testing/sandbox.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const BROWSER = { timeout: 60_000 }

it('shows the banner of a fault that was switched on elsewhere', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  await sandbox.faults.add({ name: 'From elsewhere', error: 'server_error' })

  await page.getByText('1 fault is on').waitFor()
})

it('shows a campaign that was created elsewhere, and after a reset no more', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  const body = { name: 'From elsewhere', type: 'serp', keywords: ['a'], frequency: 'daily' }
  await sandbox.api.post('/campaigns', { body })
  await page.getByRole('link', { name: 'From elsewhere' }).waitFor()
  await sandbox.reset()

  await page.getByRole('link', { name: 'From elsewhere' }).waitFor({ state: 'detached' })
})

it(
  'offers an account that was made elsewhere, and another when the one shown is removed',
  BROWSER,
  async () => {
    const sandbox = await startSandbox()
    const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
    const accounts = page.getByRole('combobox', { name: 'Account' })
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

    const { id } = await sandbox.accounts.create({ name: 'From elsewhere' })
    await accounts.getByRole('option', { name: 'From elsewhere' }).waitFor({ state: 'attached' })
    await accounts.selectOption(id)
    await sandbox.accounts.delete(id)

    await expect.poll(() => accounts.inputValue(), { timeout: 20_000 }).toBe('acc_demo')
  },
)

it('pages through a list whose pages an overlay has numbered', BROWSER, async () => {
  const overlay = join(temporaryFolder(), 'numbered.overlay.yaml')
  writeFileSync(overlay, NUMBERED)
  const { port } = await startSandbox({ overlay })
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/`)
  await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_enterprise')
  const rows = page.getByRole('region', { name: 'Campaigns' }).getByRole('link')
  await expect.poll(() => rows.count()).toBe(10)
  const first = await rows.allTextContents()

  await page.getByRole('button', { name: 'Next', exact: true }).click()

  await expect.poll(async () => (await rows.allTextContents()).join()).not.toBe(first.join())
  expect(await rows.count()).toBe(10)
  expect(offences).toEqual([])
})

it('starts in a browser whose language has no name', BROWSER, async () => {
  const { port } = await startSandbox()
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.addInitScript(
      "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
    )
    await page.goto(`http://127.0.0.1:${port}/`)

    await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  } finally {
    await browser.close()
  }
})

it('makes one key for itself where the browser keeps nothing', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('Refused.', 'SecurityError') } })
    }`)
  const before = (await sandbox.keys.list()).length

  await page.reload()
  await page.getByRole('link', { name: 'Planwell on Bing' }).waitFor()
  await page.getByRole('button', { name: '90 days' }).click()
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByText('It is 16 Jan 2026').first().waitFor()

  expect((await sandbox.keys.list()).length).toBeLessThanOrEqual(before + 1)
})

it('says that a release has no webhooks', BROWSER, async () => {
  const { port } = await startSandbox({ apiVersion: '1.0.0' })

  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/webhooks`)

  await page.getByText('Release 1.0.0 has no webhooks').waitFor()
  expect(offences).toEqual([])
})

const NUMBERED = `
overlay: 1.0.0
info: { title: Numbered pages, version: 1.0.0 }
actions:
  - target: $.paths['/campaigns'].get
    update:
      x-paging: { style: page, size: per_page, position: page }
      parameters:
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
`
