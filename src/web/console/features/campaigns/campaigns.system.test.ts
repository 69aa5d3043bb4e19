import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { countClicks } from '../../../../../test/support/clicks.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }
const open = ({ port }: TestSandbox, screen: string) =>
  openPage(`http://127.0.0.1:${port}/#/${screen}`)

it('goes from nothing to the chart of a new campaign in five clicks', SLOW, async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const { page, offences } = await open(sandbox, '')
  await page.getByRole('link', { name: 'Campaigns' }).first().waitFor()
  const clicks = await countClicks(page)

  await page.getByRole('navigation', { name: 'Screens' }).getByText('Campaigns').click()
  await page.getByRole('button', { name: 'Create a campaign' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Tandems')
  await page.getByLabel('Keywords').fill('tandem bike\ncargo bike')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tandems' }).waitFor()
  await page.getByRole('button', { name: '+7 days' }).click()
  const keywords = page.getByRole('table', { name: /^Keywords of/ })
  await keywords.getByRole('row', { name: /tandem bike/ }).waitFor()
  const days = page
    .getByRole('table', { name: /position|visibility/i })
    .first()
    .getByRole('cell')
  await expect
    .poll(async () => (await days.allInnerTexts()).filter((text) => text !== '–').length)
    .toBeGreaterThan(6)
  expect(await clicks()).toBeLessThanOrEqual(5)
  expect(offences).toEqual([])
})

it('shows what the service refuses at its field, and keeps the input', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await open(sandbox, 'campaigns')
  await page.getByRole('button', { name: 'Create a campaign' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Tandems')
  await form.getByText('More settings').click()
  await form.getByLabel('Domain').fill('not a domain')

  await form.getByRole('button', { name: 'Create campaign' }).click()

  const problemOf = async (label: string) => {
    const id = await form.getByLabel(label).getAttribute('aria-describedby')
    return form.locator(`[id="${id?.split(' ').at(-1)}"]`).innerText()
  }
  await expect.poll(() => problemOf('Keywords')).toMatch(/required|missing/i)
  expect(await problemOf('Domain')).toMatch(/found "not a domain"/)
  expect(await form.getByLabel('Name').inputValue()).toBe('Tandems')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true')
  expect((await sandbox.api.get('/campaigns', { query: { search: 'Tandems' } })).body.data).toEqual(
    [],
  )
  expect(offences).toEqual([])
})

it(
  'finds, sorts, pauses, edits and deletes campaigns, with the filter in the address',
  SLOW,
  async () => {
    const { port, api } = await startSandbox()

    const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/campaigns?sort=name`)
    const table = page.getByRole('table', { name: 'Campaigns' })
    const names = () => table.getByRole('rowheader').allInnerTexts()
    await table.waitFor()
    const ascending = await names()

    await page.getByRole('button', { name: 'Campaign', exact: true }).click()
    await expect.poll(names).toEqual(ascending.toReversed())
    await page.getByRole('searchbox', { name: /^Find/ }).fill('hotel aurelia in ai')
    await expect.poll(names).toHaveLength(1)
    expect(page.url()).toContain('search=hotel+aurelia+in+ai')

    const found = await api.get('/campaigns', { query: { search: 'hotel aurelia in ai' } })
    const campaign = found.body.data[0]
    const stored = () => api.get(`/campaigns/${campaign.id}`)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const hold = async (route: Route) => {
      if (route.request().method() === 'PUT') await released
      await route.continue()
    }
    await page.route('**/*', hold)
    await table.getByRole('button', { name: /^Pause/ }).click()
    await table.getByRole('button', { name: /^Pause/, disabled: true }).waitFor()
    release()
    await table.getByRole('button', { name: /^Resume/ }).waitFor()
    expect((await stored()).body.data.status).toBe('paused')

    await table.getByRole('button', { name: /^Edit/ }).click()
    await page.getByText('More settings').click()
    await page.getByLabel('Competitors').fill('')
    await page.getByRole('dialog').getByLabel('Name').fill('Hotel Aurelia in AI answers, renamed')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await table.getByRole('link', { name: /renamed/ }).waitFor()
    const edited = { competitors: [], keywords: campaign.keywords }
    expect((await stored()).body.data).toMatchObject(edited)

    await table.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete the campaign' }).click()
    await page.getByText('No campaigns match these filters').waitFor()
    expect((await stored()).status).toBe(404)
    expect(offences).toEqual([])
  },
)

it('says that nothing matches, not that the account is empty', SLOW, async () => {
  const { page, offences } = await open(await startSandbox(), 'campaigns?search=nothing')

  await page.getByText('No campaigns match these filters').waitFor()

  expect(await page.getByText('No campaigns yet').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Create a campaign' }).count()).toBe(1)
  expect(offences).toEqual([])
})

it('turns pages, and begins with the first one of another filter', SLOW, async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const expected = Array.from({ length: 28 }, (_, index) => `Part ${index + 10}`)
  for (const name of expected) await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name } })
  const { page, offences } = await open(sandbox, 'campaigns?sort=name')
  const names = () =>
    page.getByRole('table', { name: 'Campaigns' }).getByRole('rowheader').allInnerTexts()
  await expect.poll(names).toEqual(expected.slice(0, 25))

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(names).toEqual(expected.slice(25))
  expect(page.url()).toContain('page=2')
  expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
  await expect.poll(names).toEqual(expected.slice(0, 25))
  expect(page.url()).not.toContain('page=')
  expect(offences).toEqual([])
})
