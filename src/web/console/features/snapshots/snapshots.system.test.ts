import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 90_000 }
const WIDE = { viewport: { width: 1440, height: 900 } }

const namesOf = async ({ api }: TestSandbox): Promise<string[]> =>
  (await api.get('/campaigns')).body.data.map(({ name }: { name: string }) => name)

it(
  'saves a state, restores it after a change, and resets the account, with six clicks',
  BROWSER,
  async () => {
    const sandbox = await startSandbox()
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const [changed] = (await sandbox.api.get('/campaigns')).body.data
    const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/snapshots`, WIDE)
    const { page, offences } = watched
    const dialog = page.getByRole('dialog')
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks++
    }

    await click(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByRole('rowheader', { name: 'state-1' }).waitFor()
    await click(page.getByRole('button', { name: '+1 day' }))
    // The advance has ended.
    await page.getByText(/It is 16 Jan 2026/).waitFor()
    await sandbox.api.delete(`/campaigns/${changed.id}`)
    await click(page.getByRole('button', { name: 'Restore state-1' }))
    await click(dialog.getByRole('button', { name: 'Restore', exact: true }))
    await expect.poll(() => namesOf(sandbox)).toContain(CAMPAIGN.name)
    await dialog.waitFor({ state: 'detached' })
    await expectAccessible(watched)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBe(0)
    await expectAccessible(watched)
    // Enter asks, too.
    await page.getByLabel('Fixture', { exact: true }).press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await click(page.getByRole('button', { name: 'Reset…' }))
    await click(dialog.getByRole('button', { name: 'Reset the account' }))

    await expect.poll(() => namesOf(sandbox)).not.toContain(CAMPAIGN.name)
    expect((await sandbox.clock.now()).toISOString()).toMatch(/^2026-01-15/)
    expect(clicks).toBe(6)
    expect(offences).toEqual([])
  },
)

it('loads a file, and says why it cannot load another one', BROWSER, async () => {
  const from = await startSandbox()
  await from.api.post('/campaigns', { body: CAMPAIGN })
  const state = await from.state.get()
  const to = await startSandbox({ seed: 5 })
  const { page, offences } = await openPage(`http://127.0.0.1:${to.port}/#/snapshots`, WIDE)
  const input = page.getByLabel('File of a sandbox')
  const fileOf = (text: string) => {
    return { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  }

  await input.setInputFiles(fileOf('{"campaigns":[]}'))
  await page.getByText('This is not the state of a sandbox').waitFor()
  await input.setInputFiles(fileOf(JSON.stringify(state)))
  await page.getByRole('dialog').getByText(CAMPAIGN.name).waitFor()
  expect(await namesOf(to)).not.toContain(CAMPAIGN.name)
  await page.getByRole('dialog').getByRole('button', { name: 'Load into this account' }).click()

  await expect.poll(() => namesOf(to)).toContain(CAMPAIGN.name)
  const figures = async ({ api }: TestSandbox) =>
    (await api.get('/core/dashboards')).body.data.totals
  expect(await figures(to)).toEqual(await figures(from))
  expect(offences).toEqual([])
})
