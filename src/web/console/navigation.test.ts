import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import {
  expectAccountsInTabs,
  expectEarlierAddress,
  expectNoOtherAccount,
  expectTopAndTitle,
} from '../../../test/support/console-journeys.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

it('holds an account in each tab, in two clicks, through a reload', BROWSER, async () => {
  const { port } = await startSandbox()

  await expectAccountsInTabs(`http://127.0.0.1:${port}/`)
})

it('shows no other account in place of one that does not exist', BROWSER, async () => {
  const { port } = await startSandbox()

  await expectNoOtherAccount(`http://127.0.0.1:${port}/`)
})

it('follows a change of the address before the page is painted', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${port}/openapi.json`)
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#app > :not(.starting)')) return
      observer.disconnect()
      location.hash = '#/keys'
    }).observe(document, { childList: true, subtree: true })
  `)
  await page.goto(`http://127.0.0.1:${port}/#/faults`)

  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor({ timeout: 10_000 })
})

it(
  'goes to the top of the next screen and to its heading, and names it in the title',
  BROWSER,
  async () => {
    const { port } = await startSandbox()

    await expectTopAndTitle(`http://127.0.0.1:${port}/`)
  },
)

it('goes back to where it was left, with the focus on the link', BROWSER, async () => {
  const { port } = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${port}/`, {
    viewport: { width: 1280, height: 500 },
  })
  const campaign = page.getByRole('link', { name: 'Northwheel category pages' })
  // As a click does, it scrolls the link away from the bars.
  await campaign.hover()
  const left = await page.evaluate<number>('scrollY')
  await campaign.click()
  await page.getByRole('heading', { level: 1, name: 'Northwheel category pages' }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)

  await page.goBack()

  await expect.poll(() => page.evaluate('scrollY')).toBe(left)
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Northwheel category pages')
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Northwheel category pages' }).waitFor()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  expect(offences).toEqual([])
})

it('opens what an earlier release showed at another address', BROWSER, async () => {
  const { port } = await startSandbox()

  await expectEarlierAddress(`http://127.0.0.1:${port}/`)
})
