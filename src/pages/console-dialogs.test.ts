import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../testing/browser.ts'
import { startSandbox } from '../testing/sandbox.ts'

const SLOW = { timeout: 60_000 }

const focused = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement.ariaLabel ?? (document.activeElement.id || document.activeElement.textContent)',
  )

it('asks with the focus on what changes nothing, and gives it back', SLOW, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/keys`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete Everything' }).focus()

  await page.keyboard.press('Enter')
  await dialog.waitFor()
  expect(await focused(page)).toBe('Cancel')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  expect(await focused(page)).toBe('Delete Everything')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Delete Everything')
  expect(offences).toEqual([])
})

it('goes on in the screen where what opened a dialog is gone', SLOW, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/integrations`)
  await page.getByLabel('Descriptive name').fill('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  expect(await focused(page)).toBe('main')
  expect(offences).toEqual([])
})
