import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }
const PHONE = { width: 390, height: 800 }

it(
  'has a header of one row on a phone, with a menu and the clock in a sheet',
  BROWSER,
  async () => {
    const { port, clock } = await startSandbox()
    const watched = await openPage(`http://127.0.0.1:${port}/#/keys`, { viewport: PHONE })
    const { page, offences } = watched
    await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
    const clockButton = page.getByRole('button', { name: 'Clock: 15 Jan, 09:30' })
    await clockButton.waitFor()
    const bottom = (selector: string) =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().bottom`)

    expect(await bottom('header.top')).toBeLessThan(60)
    expect(await overflow(page)).toBe(0)
    await clockButton.click()
    const sheet = page.getByRole('dialog', { name: 'Clock' })
    await sheet.getByText(', next run').waitFor()
    await expectAccessible(watched)
    await sheet.getByRole('button', { name: '+1 day' }).click()
    await expect.poll(async () => (await clock.now()).toISOString()).toMatch(/^2026-01-16/)
    await page.keyboard.press('Escape')
    const menu = page.getByRole('button', { name: 'Menu' })
    expect(await page.getByRole('link', { name: 'Webhooks' }).isVisible()).toBe(false)
    await menu.click()
    await page.getByRole('link', { name: 'Webhooks' }).waitFor()
    await expectAccessible(watched)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
    expect(await menu.evaluate('document.activeElement.ariaLabel')).toBe('Menu')
    await menu.click()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
    expect(offences).toEqual([])
  },
)

it.each([
  ['a phone', PHONE],
  ['a low window', { width: 1000, height: 560 }],
  ['a desktop', { width: 1440, height: 900 }],
])('covers no control with a message on %s', BROWSER, async (_, viewport) => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/#/faults`, { viewport })
  const freeze = page.getByRole('switch').first()
  await freeze.waitFor()
  await page.evaluate('scrollTo(0, 300)')
  const before = await reachable(page)
  expect(before.length).toBeGreaterThan(5)

  await page.evaluate(`(${REFUSE})()`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('freeze')
  await page.getByRole('option', { name: 'Freeze the clock' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Close this message' }).waitFor()

  expect(await covered(page, before)).toEqual([])
})

/** Lets all further requests of the page fail. */
const REFUSE = `() => { globalThis.fetch = () => Promise.reject(new TypeError('away')) }`

const CONTROLS = 'a[href], button, input, select, textarea, summary'

/** Marks the controls in the window that a click reaches, and returns their numbers. */
const reachable = (page: Page) =>
  page.evaluate<number[]>(`
    [...document.querySelectorAll('${CONTROLS}')].flatMap((control, index) => {
      control.dataset.number = index
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (control.contains(hit) || hit.contains(control)) ? [index] : []
    })`)

/** The controls of `numbers` that a message covers. */
const covered = (page: Page, numbers: number[]) =>
  page.evaluate<string[]>(
    `${JSON.stringify(numbers)}.flatMap((number) => {
      const control = document.querySelector('[data-number="' + number + '"]')
      if (control === null) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isToast = hit?.closest('.toasts') ?? null
      return isToast === null ? [] : [control.textContent]
    })`,
  )
