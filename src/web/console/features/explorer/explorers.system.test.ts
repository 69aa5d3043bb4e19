import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }
const open = ({ port }: TestSandbox, screen: string) =>
  openPage(`http://127.0.0.1:${port}/#/${screen}`)

/** The text of the file that a press of Export CSV saves. */
async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

it('exports the chosen keywords and days of rankings, which the address has', SLOW, async () => {
  const sandbox = await startSandbox()
  const [campaign] = (await sandbox.api.get('/campaigns')).body.data
  const [first, second] = campaign.keywords
  const { page, offences } = await open(sandbox, 'rankings')
  const chart = page.getByRole('table', { name: /^Position of/ })
  const lines = () => chart.getByRole('columnheader').allTextContents()
  await page.getByRole('checkbox', { name: `Compare ${first}` }).click()
  await page.getByRole('checkbox', { name: `Compare ${second}` }).click()
  await page.getByText('7 days', { exact: true }).click()
  await expect.poll(() => page.url()).toContain('start_date=2026-01-09')

  const query = new URLSearchParams(page.url().split('?')[1])
  expect(Object.fromEntries(query)).toMatchObject({
    end_date: '2026-01-15',
    keywords: `${first}\n${second}`,
  })
  const csv = await exported(page)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(15)

  await page.reload()
  await expect.poll(lines).toEqual(['Day', first, second])
  await page.getByRole('checkbox', { name: `Compare ${first}` }).click()
  await expect.poll(lines).toEqual(['Day', second])
  expect(offences).toEqual([])
})

it('filters and exports mentions, with everything in the address', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await open(sandbox, 'mentions?sentiment=negative')
  const list = page.getByRole('region', { name: 'List of mentions' }).locator('li')
  const heads = () => list.locator('.mention-head').allInnerTexts()
  await list.first().waitFor()
  for (const head of await heads()) expect(head).toMatch(/negative -0/)

  await page.getByRole('combobox', { name: 'Platforms' }).selectOption('ChatGPT')
  await expect
    .poll(async () => (await heads()).every((head) => head.startsWith('ChatGPT')))
    .toBe(true)
  await page.getByRole('combobox', { name: 'Sentiment' }).selectOption('')
  await page.getByRole('combobox', { name: 'Brand' }).fill('Nobody knows this brand')
  await page.getByText('No AI answer mentions').waitFor()
  expect(page.url()).toContain('platforms=ChatGPT')
  expect(page.url()).toContain('brand=Nobody')

  await page.getByRole('link', { name: 'Clear filters' }).click()
  await list.first().waitFor()
  expect(await exported(page)).toContain('ChatGPT')
  expect(offences).toEqual([])
})

it('creates, opens and deletes an account, whose token is shown once', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await open(sandbox, 'accounts')
  await page.getByRole('button', { name: 'Create an account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Second')
  await dialog.getByLabel('Plan').fill('Platinum')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => dialog.getByLabel('Plan').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Plan').fill('Starter')
  await dialog.getByLabel('Fixture', { exact: true }).fill('empty')
  await dialog.getByRole('button', { name: 'Create account' }).click()

  const key = await dialog.getByRole('status', { name: 'API token' }).innerText()
  expect((await sandbox.api.get('/campaigns', { key })).body.data).toEqual([])
  await dialog.getByRole('link', { name: 'Open the account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const { id } = (await sandbox.accounts.list()).find(({ name }) => name === 'Second') ?? { id: '' }
  expect(page.url()).toContain(`account=${id}`)

  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'Delete Second' }).click()
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await page.getByRole('rowheader', { name: /Second/ }).waitFor({ state: 'detached' })
  expect((await sandbox.accounts.list()).map((account) => account.id)).not.toContain(id)
  expect(offences).toEqual([])
})
