import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../test/support/browser.ts'
import { CAMPAIGN, startSandbox } from '../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 90_000 }
const WIDE = { viewport: { width: 1440, height: 900 } }

it('shows what happened, and restores the state before a move of the clock', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  await sandbox.clock.advance('2d')
  await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const address = `http://127.0.0.1:${sandbox.port}/#/timeline?kind=clock,request`
  const watched = await openPage(address, WIDE)
  const { page, offences } = watched
  const changes = page.getByRole('table', { name: 'What happened' })
  await changes.getByText('POST /api/campaigns').waitFor()
  const advanced = changes.getByRole('row').filter({ hasText: 'Clock advanced' })

  await advanced.getByRole('button', { name: 'State before' }).click()

  const state = page.getByRole('region', { name: 'State of 15 Jan 2026, 09:30' })
  await state.getByText('Campaign Spring launch').waitFor()
  await expectAccessible(watched)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await expectAccessible(watched)
  await state.getByRole('button', { name: 'Restore this state…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this state' }).click()
  await page.getByText('is as it was').waitFor()

  const { now } = await sandbox.timeline.get()
  const names = (await sandbox.api.get('/campaigns')).body.data.map(
    (each: { name: string }) => each.name,
  )
  expect(now).toBe('2026-01-15T09:30:00.000Z')
  expect(names).not.toContain(CAMPAIGN.name)
  await page.getByRole('row').filter({ hasText: 'another state was restored' }).waitFor()
  expect(offences).toEqual([])
})

it('has the period, the kinds and the shown state in its address', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  await sandbox.clock.advance('1d')
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/timeline`, WIDE)
  await page.getByRole('button', { name: '30 days' }).click()
  for (const kind of ['Events', 'Requests', 'Faults', 'Deliveries', 'Runs']) {
    await page.getByRole('checkbox', { name: kind }).uncheck()
  }
  await page.getByRole('button', { name: 'State before' }).click()
  await page.getByRole('region', { name: 'State of' }).waitFor()

  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)

  await page.getByRole('region', { name: 'State of' }).waitFor()
  expect(await page.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(await page.getByRole('checkbox', { name: 'Runs' }).isChecked()).toBe(false)
  const rows = page.getByRole('table', { name: 'What happened' }).getByRole('row')
  expect(await rows.count()).toBe(1 + 2)
  expect(offences).toEqual([])
})
