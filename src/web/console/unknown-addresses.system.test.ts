import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

it.each([
  ['nonsense', 'There is no screen called nonsense', 'Go to the Overview'],
  ['campaigns/cmp_nope', 'There is no campaign cmp_nope in this account', 'Overview'],
])('says what #/%s is not, and where to go', { timeout: 60_000 }, async (path, title, link) => {
  const { port } = await startSandbox()

  const { page, offences } = await openPage(`http://127.0.0.1:${port}/#/${path}`)

  await page.getByText(title).waitFor()
  await page.getByRole('link', { name: link }).click()

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await page.getByText(title).count()).toBe(0)
  expect(offences).toEqual([])
})
