import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { countClicks } from '../../../test/support/clicks.ts'
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
  const url = `http://127.0.0.1:${port}/`
  const { page: one, offences } = await openPage(`${url}#/keys`)
  const accountOf = (page: typeof one) =>
    page.getByRole('combobox', { name: 'Account' }).inputValue()
  await one.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  const two = await one.context().newPage()
  await two.goto(url)
  await two.getByRole('combobox', { name: 'Account' }).waitFor()
  const clicks = await countClicks(two)
  await two.getByRole('combobox', { name: 'Account' }).selectOption('acc_starter')
  await two.getByRole('link', { name: 'Faults' }).click()
  expect(await clicks()).toBe(2)
  await two.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()

  await one.reload()
  await one.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()

  expect(await accountOf(one)).toBe('acc_demo')
  expect(one.url()).toBe(`${url}#/keys?account=acc_demo`)
  expect(two.url()).toBe(`${url}#/faults?account=acc_starter`)
  // A new tab begins with the latest choice, and the address of another page wins over it.
  const three = await one.context().newPage()
  await three.goto(url)
  await three.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await accountOf(three)).toBe('acc_starter')
  await three.goto(`${url}#/keys?account=acc_demo`)
  await three.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  expect(await accountOf(three)).toBe('acc_demo')
  expect(offences).toEqual([])
})

it('shows no other account in place of one that does not exist', BROWSER, async () => {
  const url = `http://127.0.0.1:${port}/`
  const { page } = await openPage(`${url}#/keys?account=acc_nope`)

  await page.getByText('There is no account acc_nope').waitFor()
  expect(await page.getByRole('region', { name: 'Clock of the account' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Open ' }).click()

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(page.url()).toMatch(/account=acc_demo$/)
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
    const url = `http://127.0.0.1:${port}/`
    const { page } = await openPage(url, { viewport: { width: 1280, height: 500 } })
    const campaign = page.getByRole('link', { name: 'Northwheel category pages' })
    await campaign.scrollIntoViewIfNeeded()
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0)
    expect(await page.title()).toBe('Overview · svc-sandbox')

    await campaign.click()
    const heading = page.getByRole('heading', { level: 1, name: 'Northwheel category pages' })
    await heading.waitFor()

    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await page.evaluate('scrollY')).toBe(0)
    expect(await page.title()).toBe('Northwheel category pages · Campaigns · svc-sandbox')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await expect.poll(() => page.title()).toBe('Webhooks · svc-sandbox')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Webhooks')
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
