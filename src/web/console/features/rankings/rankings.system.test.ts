import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../../../test/support/browser.ts'
import { countClicks } from '../../../../../test/support/clicks.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

it(
  'compares two keywords in two clicks, and opens the days of one with a third',
  SLOW,
  async () => {
    const { port } = await startSandbox()
    const watched = await openPage(`http://127.0.0.1:${port}/#/rankings`)
    const { page, offences } = watched
    const chart = page.getByRole('table', { name: /^Position of/ })
    const lines = () => chart.getByRole('columnheader').allTextContents()
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(3)
    const clicks = await countClicks(page)

    await page.getByRole('checkbox', { name: 'Compare nicest hotel in dublin' }).click()
    await page.getByRole('checkbox', { name: 'Compare best hotel spa in ireland' }).click()

    await expect.poll(lines).toEqual(['Day', 'nicest hotel in dublin', 'best hotel spa in ireland'])
    expect(await clicks()).toBe(2)
    await page.getByRole('button', { name: 'nicest hotel in dublin', exact: true }).click()
    const days = page.getByRole('table', { name: 'Days of nicest hotel in dublin' })
    const [newest] = await days.getByRole('rowheader').allTextContents()
    expect(newest).toMatch(/^15 Jan 2026/)
    await expectAccessible(watched)
    expect(offences).toEqual([])
  },
)

it('takes a day that was typed or chosen in the calendar', SLOW, async () => {
  const { port } = await startSandbox()
  const watched = await openPage(`http://127.0.0.1:${port}/#/rankings`)
  const { page, offences } = watched
  await page.getByRole('button', { name: 'Own days' }).click()
  const first = page.getByRole('textbox', { name: 'First day' })
  expect(await first.inputValue()).toBe('17 Dec 2025')

  await first.fill('1 january 2026')
  await first.press('Enter')
  await expect.poll(() => page.url()).toContain('start_date=2026-01-01')
  await page.getByRole('button', { name: 'Open the calendar' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: '1 Jan 2026', exact: true })
    .press('ArrowRight')
  await expectAccessible(watched)
  await page.keyboard.press('Enter')

  await expect.poll(() => page.url()).toContain('start_date=2026-01-02')
  expect(await first.inputValue()).toBe('2 Jan 2026')
  expect(offences).toEqual([])
})
