import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'

const BROWSER = { timeout: 60_000 }

it('shows changes from elsewhere', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  // A fault.
  await sandbox.faults.add({ name: 'From elsewhere', error: 'server_error' })
  await page.getByText('1 fault is on').waitFor()
  await sandbox.faults.clear()
  await page.getByText('1 fault is on').waitFor({ state: 'detached' })

  // A new account, and its end: another one is not shown in its place.
  const accounts = page.getByRole('combobox', { name: 'Account' })
  const { id } = await sandbox.accounts.create({ name: 'From elsewhere' })
  await accounts.getByRole('option', { name: 'From elsewhere' }).waitFor({ state: 'attached' })
  await accounts.selectOption(id)
  await sandbox.accounts.delete(id)
  await page.getByRole('heading', { level: 1, name: 'No such account' }).waitFor()
  expect(await accounts.inputValue()).toBe('')
  await page.getByRole('link', { name: 'Open ' }).click()

  // A new campaign, which a reset deletes.
  const body = { name: 'From elsewhere', type: 'serp', keywords: ['a'], frequency: 'daily' }
  await sandbox.api.post('/campaigns', { body })
  await page.getByRole('link', { name: 'From elsewhere' }).waitFor()
  await sandbox.reset()
  await page.getByRole('link', { name: 'From elsewhere' }).waitFor({ state: 'detached' })
})

it('pages through a list with page numbers from an overlay', BROWSER, async () => {
  const overlay = join(temporaryFolder(), 'numbered.overlay.yaml')
  writeFileSync(overlay, NUMBERED)
  const { port } = await startSandbox({ overlay })
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/`)
  await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_enterprise')
  const rows = page.getByRole('region', { name: 'Campaigns' }).getByRole('link')
  await expect.poll(() => rows.count()).toBe(10)
  const first = await rows.allTextContents()

  await page.getByRole('button', { name: 'Next', exact: true }).click()

  // At once, since the list may be drawn between two looks.
  const seen = () => rows.allTextContents()
  await expect
    .poll(async () => (await seen()).filter((row) => !first.includes(row)))
    .toHaveLength(10)
  expect(offences).toEqual([])
})

it('starts in a browser with an invalid language', BROWSER, async () => {
  const { port } = await startSandbox()
  const url = `http://127.0.0.1:${port}/`
  const { page } = await openPage(`${url}console/icon.svg`, { locale: undefined })
  await page.addInitScript(
    "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
  )

  await page.goto(url)

  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
})

it('creates only one key in a browser without storage', BROWSER, async () => {
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

it('reports a release without webhooks', BROWSER, async () => {
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
