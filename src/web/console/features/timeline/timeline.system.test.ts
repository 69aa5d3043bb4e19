import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 90_000 }
const WIDE = { viewport: { width: 1440, height: 900 } }

const namesOf = async ({ api }: TestSandbox) =>
  (await api.get('/campaigns')).body.data.map((each: { name: string }) => each.name)

it('shows each change, and restores the state before a move of the clock', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  await sandbox.clock.advance('2d')
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/timeline`, WIDE)
  const { page, offences } = watched
  const changes = page.getByRole('table', { name: 'What happened' })
  await changes.getByText(CAMPAIGN.name).waitFor()
  const advanced = changes.getByRole('row').filter({ hasText: 'Advanced clock' })

  await advanced.getByRole('button', { name: 'State before' }).click()

  const state = page.getByRole('dialog', { name: 'State of 15 Jan 2026, 09:30' })
  await state.getByText('Campaign Spring launch').waitFor()
  await expectAccessible(watched)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await expectAccessible(watched)
  await state.getByRole('button', { name: 'Restore this state' }).click()
  await page.getByText('is as it was').waitFor()

  expect((await sandbox.timeline.get()).now).toBe('2026-01-15T09:30:00.000Z')
  expect(await namesOf(sandbox)).not.toContain(CAMPAIGN.name)
  await page.getByRole('row').filter({ hasText: 'another state was restored' }).waitFor()
  expect(offences).toEqual([])
})

it('undoes a deletion by its message, and by its row', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  const address = `http://127.0.0.1:${sandbox.port}/#/campaigns/${id}`
  const { page, offences } = await openPage(address, WIDE)
  await page.getByRole('button', { name: `Delete ${CAMPAIGN.name}` }).click()
  await page.getByRole('button', { name: 'Delete the campaign' }).click()
  const toast = page.locator('.toast').filter({ hasText: 'deleted' })

  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('is undone').waitFor()
  const afterUndo = await namesOf(sandbox)
  await sandbox.api.delete(`/campaigns/${id}`)
  await page.goto(`http://127.0.0.1:${sandbox.port}/#/timeline`)
  const rows = page.getByRole('row').filter({ hasText: `Deleted campaign ${CAMPAIGN.name}` })
  await rows.first().getByRole('button', { name: 'Undo' }).click()

  expect(afterUndo).toContain(CAMPAIGN.name)
  // The message of the first undo may still be there.
  await expect.poll(() => namesOf(sandbox)).toContain(CAMPAIGN.name)
  await page.getByText(`deleteCampaign ${CAMPAIGN.name} is undone.`).last().waitFor()
  expect(offences).toEqual([])
})

it('has the source and the shown state in its address', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.clock.advance('1d')
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/timeline`, WIDE)
  await page.getByRole('button', { name: 'SDK' }).click()
  await page.getByRole('button', { name: 'State before' }).click()
  await page.getByRole('dialog', { name: 'State of' }).waitFor()

  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)

  await page.getByRole('dialog', { name: 'State of' }).waitFor()
  expect(await page.getByRole('button', { name: 'SDK' }).getAttribute('aria-pressed')).toBe('true')
  const rows = page.getByRole('table', { name: 'What happened' }).getByRole('row')
  expect(await rows.count()).toBe(1 + 1)
  expect(offences).toEqual([])
})
