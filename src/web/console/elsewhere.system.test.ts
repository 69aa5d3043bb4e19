import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

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
