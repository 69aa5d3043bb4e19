import { expect, it } from 'vitest'
import { openPage } from '../../../../test/support/browser.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'

it('opens the filters with a button on a phone, and takes times in UTC', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.advance('1d')
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/events`, {
    viewport: { width: 390, height: 844 },
    timezoneId: 'Asia/Tokyo',
  })
  const kind = page.getByRole('combobox', { name: 'Kind' })

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Since (UTC)').fill('16 Jan 2026, 09:00')
  await expect.poll(() => page.url()).toContain(encodeURIComponent('2026-01-16T09:00:00Z'))
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  expect(await kind.isVisible()).toBe(false)

  await page.reload()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  expect(await kind.isVisible()).toBe(true)
  expect(await page.getByLabel('Since (UTC)').inputValue()).toBe('16 Jan 2026, 09:00')
  await page.setViewportSize({ width: 1280, height: 900 })
  // The page follows its width in a later frame.
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor({ state: 'detached' })
  expect(await kind.isVisible()).toBe(true)
  expect(offences).toEqual([])
})
