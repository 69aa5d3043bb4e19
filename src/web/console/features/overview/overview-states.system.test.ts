import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../../../test/support/browser.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

// `npm test` shows the demo account, an advance and a sandbox that is away; here are its other states.
const BROWSER = { timeout: 60_000 }

it('says what was not found, and why there is no change', BROWSER, async () => {
  const sandbox = await startSandbox({ fixture: 'edges' })
  const url = `http://127.0.0.1:${sandbox.port}/`
  const watched = await openPage(`${url}#/campaigns/cmp_lost`)
  const { page, offences } = watched
  const rows = page.getByRole('region', { name: 'Keywords' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)
  expect(await rows.nth(1).textContent()).toContain('not in top 100')
  await expectAccessible(watched)

  await page.goto(`${url}#/campaigns/cmp_one_day`)
  await page.getByText(/No changes are shown: of the 30 days before .*, 0 have data/).waitFor()

  await page.goto(`${url}#/campaigns/cmp_failed`)
  await page.getByText('failed', { exact: true }).waitFor()

  await page.goto(`${url}#/campaigns/cmp_unranked`)
  await page.getByText('No keyword was among the first 100 results in this period.').waitFor()
  expect(offences).toEqual([])
})
