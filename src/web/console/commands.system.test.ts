import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
/** The option that the field points at for assistive technology. */
const activeOf = (page: Page) =>
  page.evaluate<string>(
    'document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.textContent',
  )

it('opens screens by keyboard alone', BROWSER, async () => {
  const { port } = await startSandbox()
  const watched = await openPage(`http://127.0.0.1:${port}/#/keys`)
  const { page, offences } = watched
  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Webhooks' }).waitFor()
  await expectAccessible(watched)
  await page.keyboard.type('webh')
  await expect.poll(() => activeOf(page)).toBe('Webhooks')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await dialogOf(page).count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')

  // The field has the focus while arrow keys move, round the end.
  await page.keyboard.press('Control+k')
  await expect.poll(() => fieldOf(page).evaluate('document.activeElement.role')).toBe('combobox')
  await page.keyboard.type('key')
  const options = dialogOf(page).getByRole('option')
  await expect.poll(() => options.count()).toBe(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  expect(await fieldOf(page).evaluate('document.activeElement.role')).toBe('combobox')
  await expect.poll(() => activeOf(page)).toContain('API Keys')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  expect(page.url()).toMatch(/#\/keys\?account=acc_demo$/)

  await page.keyboard.press('Control+k')
  await expect.poll(() => fieldOf(page).evaluate('document.activeElement.role')).toBe('combobox')
  await page.keyboard.type('cmp_9aerfpy76pgk')
  await expect.poll(() => activeOf(page)).toBe('Open cmp_9aerfpy76pgk')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Northwheel category pages' }).waitFor()

  await page.keyboard.press('Control+k')
  await expect.poll(() => fieldOf(page).evaluate('document.activeElement.role')).toBe('combobox')
  await page.keyboard.type('nothing like this')
  await page.getByText('Nothing fits “nothing like this”.').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialogOf(page).count()).toBe(0)
  expect(offences).toEqual([])
})

it('runs actions: advance, faults, freeze and reset', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
  const run = async (text: string, option: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.getByRole('option', { name: option }).first().waitFor()
    await expect.poll(() => activeOf(page)).toContain(option)
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()

  await run('seven', 'Advance the clock by seven days')
  await expect.poll(async () => (await sandbox.clock.now()).toISOString()).toMatch(/^2026-01-22/)

  await run('429', 'Answer the next request with 429')
  await page.getByText('1 fault is on').waitFor()
  const statuses = [0, 0, 0].map(async () => (await sandbox.api.get('/campaigns')).status)
  expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 429])

  await run('freeze', 'Freeze the clock')
  await page.getByRole('button', { name: 'Unfreeze' }).waitFor()

  const listed = async () => (await sandbox.api.get('/campaigns')).body.data
  const before = await listed()
  await sandbox.api.delete(`/campaigns/${before[0].id}`)
  await run('reset', 'Reset this account…')
  await page.getByRole('dialog', { name: 'Reset this account?' }).waitFor()
  await page.getByRole('button', { name: 'Reset the account' }).click()
  await page.getByText('The account is as it was at the start.').waitFor()
  expect(await listed()).toHaveLength(before.length)
  expect(offences).toEqual([])
})

it('goes to the search with /, and lists the keys with ?, except in a field', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/explorer`)
  const search = page.getByRole('searchbox').first()
  await search.waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('a/b?')

  expect(await search.inputValue()).toBe('a/b?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await search.blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(offences).toEqual([])
})
