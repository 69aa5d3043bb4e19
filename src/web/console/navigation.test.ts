import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import {
  expectAccountsInTabs,
  expectEarlierAddress,
  expectNoOtherAccount,
  expectTopAndTitle,
} from '../../../test/support/console-journeys.ts'
import { startSharedSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

// No test changes anything of it.
let sandbox: TestSandbox
let port: number
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  port = sandbox.port
})
afterAll(() => sandbox.close())

it('holds an account in each tab, in two clicks, through a reload', BROWSER, async () => {
  await expectAccountsInTabs(`http://127.0.0.1:${port}/`)
})

it('shows no other account in place of one that does not exist', BROWSER, async () => {
  await expectNoOtherAccount(`http://127.0.0.1:${port}/`)
})

it('follows a change of the address before the page is painted', BROWSER, async () => {
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
    await expectTopAndTitle(`http://127.0.0.1:${port}/`)
  },
)

it('goes back to where it was left, with the focus on the link', BROWSER, async () => {
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
  await expectEarlierAddress(`http://127.0.0.1:${port}/`)
})

it('keeps the page while a screen cannot be loaded, and loads it later', BROWSER, async () => {
  const { page } = await openPage(`http://127.0.0.1:${port}/`)
  await page.getByText(', next run').waitFor()
  const away = /assets\/screen-|_sandbox\/health/
  const missed = page.waitForRequest(/health/)
  await page.route(away, (route) => route.abort())
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByText('This screen could not be loaded').waitFor()
  const retry = page.getByRole('button', { name: 'Try again' })

  await retry.click()
  await missed
  await page.getByText('This screen could not be loaded').waitFor()
  await page.unroute(away)
  await retry.click()

  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
})
