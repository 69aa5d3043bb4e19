import { expect } from 'vitest'
import { openPage } from './browser.ts'
import { countClicks } from './clicks.ts'
import type { TestSandbox } from './sandbox.ts'

/** Journeys of people through the console at the address `url`, each in a browser of its own, with what they must see. */

/** In three tabs, each of which holds an account of its own, through a reload. */
export async function expectAccountsInTabs(url: string): Promise<void> {
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
}

/** To an account that does not exist, and from there to one that does. */
export async function expectNoOtherAccount(url: string): Promise<void> {
  const { page } = await openPage(`${url}#/keys?account=acc_nope`)

  await page.getByText('There is no account acc_nope').waitFor()
  expect(await page.getByRole('region', { name: 'Clock of the account' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Open ' }).click()

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(page.url()).toMatch(/account=acc_demo$/)
}

/** To an address without a screen, or without a campaign, and from there to the Overview. */
export async function expectWayOut(
  url: string,
  { path, title, link }: { path: string; title: string; link: string },
): Promise<void> {
  const { page, offences } = await openPage(`${url}#/${path}`)

  await page.getByText(title).waitFor()
  await page.getByRole('link', { name: link }).click()

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await page.getByText(title).count()).toBe(0)
  expect(offences).toEqual([])
}

/** From the Overview to a campaign and to another screen: each begins at its top, and names itself. */
export async function expectTopAndTitle(url: string): Promise<void> {
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
  expect(await page.title()).toBe('Northwheel category pages · Overview · svc-sandbox')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect.poll(() => page.title()).toBe('Webhooks · svc-sandbox')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Webhooks')
}

/** To an address of an earlier release. */
export async function expectEarlierAddress(url: string): Promise<void> {
  const { page } = await openPage(`${url}#/specification?text=frequency`)

  await page.getByRole('heading', { level: 1, name: 'Stated and assumed' }).waitFor()

  expect(page.url()).toContain('#/explorer?')
  expect(await page.getByRole('searchbox').inputValue()).toBe('frequency')
}

/** Through the list of campaigns: finds, sorts, pauses, edits and deletes. `api` shows what the service stored. */
export async function expectEditedCampaigns(url: string, api?: TestSandbox['api']): Promise<void> {
  const { page, offences } = await openPage(`${url}#/campaigns?sort=name`)
  const table = page.getByRole('table', { name: 'Campaigns' })
  const names = () => table.getByRole('rowheader').allInnerTexts()
  await table.waitFor()
  const ascending = await names()

  await page.getByRole('button', { name: 'Campaign', exact: true }).click()
  await expect.poll(names).toEqual(ascending.toReversed())
  await page.getByRole('searchbox', { name: /^Find/ }).fill('hotel aurelia in ai')
  await expect.poll(names).toHaveLength(1)
  expect(page.url()).toContain('search=hotel+aurelia+in+ai')

  const found = await api?.get('/campaigns', { query: { search: 'hotel aurelia in ai' } })
  const campaign = found?.body.data[0]
  const stored = () => api?.get(`/campaigns/${campaign.id}`)
  await table.getByRole('button', { name: /^Pause/ }).click()
  await table.getByRole('button', { name: /^Resume/ }).waitFor()
  if (api) expect((await stored())?.body.data.status).toBe('paused')

  await table.getByRole('button', { name: /^Edit/ }).click()
  await page.getByText('More settings').click()
  await page.getByLabel('Competitors').fill('')
  await page.getByRole('dialog').getByLabel('Name').fill('Hotel Aurelia in AI answers, renamed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await table.getByRole('link', { name: /renamed/ }).waitFor()
  const edited = { competitors: [], keywords: campaign?.keywords }
  if (api) expect((await stored())?.body.data).toMatchObject(edited)

  await table.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete the campaign' }).click()
  await page.getByText('No campaigns match these filters').waitFor()
  if (api) expect((await stored())?.status).toBe(404)
  expect(offences).toEqual([])
}
