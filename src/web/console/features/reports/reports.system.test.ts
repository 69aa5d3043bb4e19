import { expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { countClicks } from '../../../../../test/support/clicks.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

it('makes, previews and saves a PDF and a CSV in six clicks', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
  const clicks = await countClicks(page)
  const saved = async (name: RegExp) => {
    const download = page.waitForEvent('download')
    await page
      .getByRole('region', { name: /^Preview of/ })
      .getByRole('link', { name })
      .click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('latin1')
  }

  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('button', { name: 'Make the report' }).click()
  await page.getByRole('group', { name: 'Key figures of the report' }).waitFor()
  expect(await saved(/\.pdf$/)).toMatch(/^%PDF-/)
  await page.getByRole('button', { name: 'Make the export' }).click()
  const rows = page.getByRole('table', { name: /\.csv$/ }).getByRole('row')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(21)
  // Previews leave no trace: this is the PDF that was saved.
  expect(await sandbox.requests.list({ unauthenticated: true })).toHaveLength(1)
  expect(await saved(/\.csv$/)).toContain('campaign_id,campaign_name,date,keyword')

  expect(await clicks()).toBeLessThanOrEqual(6)
  const made = page.getByRole('table', { name: 'Reports and exports' })
  expect(await made.getByRole('rowheader').count()).toBe(2)
  await page.reload()
  await made.getByRole('button', { name: /^Preview .*pdf/ }).click()
  await page.getByRole('group', { name: 'Key figures of the report' }).waitFor()
  expect(offences).toEqual([])
})

it('shows the pages of a PDF where the browser can', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
  // The browser of the tests has no viewer for PDF.
  await page.addInitScript("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })")
  await page.reload()
  await page.getByRole('link', { name: 'Reports' }).click()

  await page.getByRole('button', { name: 'Make the report' }).click()

  const pages = page.getByTitle(/^Pages of .*\.pdf$/)
  await pages.waitFor()
  expect(await pages.getAttribute('src')).toMatch(/^blob:/)
})

it('sends all parameters, and shows a refused period at its field', SLOW, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/reports`)
  const form = page.getByRole('region', { name: 'Report', exact: true })
  await form.getByLabel('Format').selectOption('csv')
  await form.getByLabel('Period').fill('2026-01-10..2026-01-01')
  await form.getByText('More settings').click()
  await form.getByLabel('competitors').check()
  await form.getByLabel('Byte order mark').selectOption('0')

  await form.getByRole('button', { name: 'Make the report' }).click()
  await expect.poll(() => form.getByLabel('Period').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('Period').fill('2026-01-01..2026-01-10')
  await form.getByRole('button', { name: 'Make the report' }).click()

  const link = page.getByRole('region', { name: /^Preview of/ }).getByRole('link')
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    format: 'csv',
    include: 'competitors',
    from: '2026-01-01',
    to: '2026-01-10',
  })
  expect((await (await fetch(address)).text()).startsWith('\ufeff')).toBe(false)
  expect(offences).toEqual([])
})
