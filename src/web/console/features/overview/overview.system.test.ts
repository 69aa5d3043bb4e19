import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, openSharedPage } from '../../../../../test/support/browser.ts'
import {
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

// Tests that change nothing of the account share one page.
let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(`http://127.0.0.1:${sandbox.port}/`)
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

/** The overview of the demo account, on the page that tests share. */
async function openOverview() {
  const { page } = shared.watched
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_demo')
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  return shared.watched
}

it('shows the figures of the API', BROWSER, async () => {
  const { data } = (await sandbox.api.get('/core/dashboards')).body
  const { page, offences } = await openOverview()

  const tiles = page.getByRole('region', { name: 'Key figures' })
  await expect.poll(() => tiles.textContent()).toContain(String(data.totals.average_position))

  const text = await tiles.textContent()
  expect(text).toContain(String(data.totals.visibility))
  for (const { name } of data.campaigns.slice(0, 10))
    await page.getByRole('link', { name }).waitFor()
  expect(offences).toEqual([])
})

it('updates the charts when the clock advances, here or elsewhere', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  const rows = page.getByRole('table', { name: 'Average position' }).getByRole('rowheader')
  await expect.poll(() => rows.last().textContent()).toBe('2026-01-15')

  await page.getByRole('button', { name: '+7 days' }).click()
  await page
    .getByRole('status')
    .getByText(/It is 22 Jan 2026.*campaign runs/)
    .waitFor()

  await expect.poll(() => rows.last().textContent(), { timeout: 20_000 }).toBe('2026-01-22')
  expect(await page.getByLabel('Clock of the account').textContent()).toContain('22 Jan 2026')

  await sandbox.clock.advance({ days: 2 })

  await expect.poll(() => rows.last().textContent(), { timeout: 20_000 }).toBe('2026-01-24')
  expect(offences).toEqual([])
})

it('opens one campaign with a line for each keyword', BROWSER, async () => {
  const { page, offences } = await openOverview()

  await page.getByRole('link', { name: 'Planwell on Bing' }).click()
  await page.getByRole('heading', { level: 1, name: 'Planwell on Bing' }).waitFor()

  const chart = page.getByRole('table', { name: 'Position of each keyword' })
  await chart.waitFor()
  const id = new URL(page.url()).hash.split(/[/?]/)[2]
  const { data } = (await sandbox.api.get(`/campaigns/${id}`)).body
  expect((await chart.getByRole('columnheader').allTextContents()).toSorted()).toEqual(
    ['Day', ...data.keywords].toSorted(),
  )
  expect(offences).toEqual([])
})

it(
  'shows the chosen figure in the chart, and keeps the choice in the address',
  BROWSER,
  async () => {
    const { page, offences } = await openOverview()
    const tiles = page.getByRole('region', { name: 'Key figures' })
    expect(await tiles.textContent()).toContain('vs. 30 d before')

    await tiles.getByRole('button', { name: 'Mentions' }).click()
    await page.getByRole('table', { name: 'Mentions' }).waitFor()
    await page.getByRole('button', { name: '7 days', exact: true }).click()
    await expect.poll(() => tiles.textContent()).toContain('vs. 7 d before')
    await page.reload()

    await tiles.getByRole('button', { name: 'Mentions', pressed: true }).waitFor()
    expect(await page.getByRole('table', { name: 'Mentions' }).getByRole('row').count()).toBe(8)
    expect(offences).toEqual([])
  },
)

it('says that the sandbox is away', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

  await sandbox.close()

  await page.getByText('The sandbox does not respond').first().waitFor()
})
