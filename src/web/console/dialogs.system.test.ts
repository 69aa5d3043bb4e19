import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

/** Waits until the focus is on the element of this label, id or text. */
const expectFocus = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate<string>(
        'document.activeElement.ariaLabel ?? (document.activeElement.id || document.activeElement.textContent)',
      ),
    )
    .toBe(name)

it('focuses the safe button, and returns the focus when it closes', SLOW, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/keys`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete Everything' }).focus()

  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expectFocus(page, 'Cancel')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await expectFocus(page, 'Delete Everything')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(page, 'Delete Everything')
  expect(offences).toEqual([])
})

it('moves the focus to the screen if the opener of a dialog is gone', SLOW, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/integrations`)
  await page.getByLabel('Descriptive name').fill('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await expectFocus(page, 'main')
  expect(offences).toEqual([])
})
