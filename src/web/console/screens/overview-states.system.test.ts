import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox } from '../../../../test/support/sandbox.ts'

// `npm test` shows the demo account, an advance and a sandbox that is away; here are its other states.
const BROWSER = { timeout: 60_000 }

it('stays readable during a reload', BROWSER, async () => {
  const { port } = await startSandbox()
  const watched = await openPage(`http://127.0.0.1:${port}/`)
  const { page } = watched
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  await page.route('**/_sandbox/overview?*', () => {})

  await page.getByRole('button', { name: '7 days', exact: true }).click()

  await page.locator('[aria-busy="true"]').waitFor()
  // The figures are still those of the period before.
  const tiles = page.getByRole('region', { name: 'Key figures' })
  expect(await tiles.textContent()).toContain('vs. 30 d before')
  await expectAccessible(watched)
})

it('says what was not found, and why there is no change', BROWSER, async () => {
  const sandbox = await startSandbox({ fixture: 'edges' })
  const url = `http://127.0.0.1:${sandbox.port}/`
  const watched = await openPage(`${url}#/overview/cmp_lost`)
  const { page, offences } = watched
  const rows = page.getByRole('region', { name: 'Keywords' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)
  expect(await rows.nth(1).textContent()).toContain('not in top 100')
  await expectAccessible(watched)

  await page.goto(`${url}#/overview/cmp_one_day`)
  await page.getByText(/No changes are shown: of the 30 days before .*, 0 have data/).waitFor()

  await page.goto(`${url}#/overview/cmp_failed`)
  await page.getByText('failed', { exact: true }).waitFor()

  await page.goto(`${url}#/overview/cmp_unranked`)
  await page.getByText('No keyword was among the first 100 results in this period.').waitFor()
  expect(offences).toEqual([])
})

it(
  'draws the only day of a first campaign, and says nothing about days before',
  BROWSER,
  async () => {
    const sandbox = await startSandbox()
    const asked = { key: 'svc_test_starter', body: CAMPAIGN }
    const { id } = (await sandbox.api.post('/campaigns', asked)).body.data
    sandbox.advance({ minutes: 1 })
    const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
    await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_starter')
    await page.getByRole('link', { name: CAMPAIGN.name }).click()
    const tiles = page.getByRole('region', { name: 'Key figures' })
    await tiles.waitFor()

    const { data } = (await sandbox.api.get(`/analytics/campaign/${id}`, { key: asked.key })).body
    const { estimated_traffic } = data.summary
    expect(await tiles.textContent()).toContain(
      `Visits a day${Number(estimated_traffic.toFixed(2))}`,
    )
    for (const title of ['Visits a day', 'Visibility']) {
      await tiles.getByRole('button', { name: new RegExp(`^${title}`) }).click()
      const cells = page.getByRole('table', { name: title }).getByRole('cell')
      await expect.poll(() => cells.count()).toBe(30)
      expect((await cells.allTextContents()).filter((text) => text !== '–')).toHaveLength(1)
    }
    // One point is no line, but is drawn.
    expect(await drawnPixels(page)).toBeGreaterThan(20)
    expect(offences).toEqual([])
  },
)

/** The pixels of the chart in the colour of its first line. */
function drawnPixels(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('.figure-chart canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--series-1)'
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number)
    probe.remove()
    let pixels = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === r && data[at + 1] === g && data[at + 2] === b) pixels++
    }
    return pixels
  })()`)
}
