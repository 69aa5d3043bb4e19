import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../test/support/browser.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

it('leads from the console to the page about the screen, and from page to page', async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/faults`)

  await page.getByRole('link', { name: 'Guide' }).click()
  await page.waitForURL('**/guide/control-plane#faults')
  await page.getByRole('heading', { name: 'Control plane', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Performance' }).click()
  await page.getByRole('heading', { name: 'Performance', level: 1 }).waitFor()

  expect(offences).toEqual([])
}, 60_000)

it('finds a section by its words, copies code, and has the theme of the console', async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/guide/webhooks`)

  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('events on demand')
  await page.getByRole('link', { name: 'Webhooks: Events on demand' }).waitFor()
  await expectAccessible({ page })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/guide/webhooks#events-on-demand')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBeGreaterThan(3)
  expect(await page.locator('.of-member').count()).toBeGreaterThan(3)
  expect(offences).toEqual([])
}, 60_000)

it.each(['', 'webhooks', 'performance'])(
  'is accessible, and as wide as its window: %s',
  async (name) => {
    const { port } = await startSandbox()
    const { page } = await openPage(`http://127.0.0.1:${port}/guide/${name}`)

    await expectAccessible({ page })
    await page.setViewportSize({ width: 375, height: 700 })

    expect(await overflow(page)).toBeLessThanOrEqual(0)
  },
  60_000,
)
