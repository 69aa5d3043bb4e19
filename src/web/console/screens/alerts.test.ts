import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../test/support/browser.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }

it('lists alerts with what they found, and acknowledges and snoozes them', BROWSER, async () => {
  const sandbox = await startSandbox()
  const [campaign] = (await sandbox.api.get('/campaigns')).body.data
  const fields = { name: 'Great moves', campaign_id: campaign.id, min_change: 2 }
  await sandbox.api.post('/alerts', { body: { ...fields, event: 'ranking.changed' } })
  const data = { position: 3, previous_position: 9 }
  await sandbox.trigger('ranking.changed', { campaign: campaign.id, data })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/webhooks`)
  const { page, offences } = watched
  const row = page
    .getByRole('region', { name: 'Alerts' })
    .getByRole('row')
    .filter({ hasText: 'Great moves' })

  await row.getByText('new', { exact: true }).waitFor()
  expect(await row.textContent()).toContain(`ranking.changed, ${campaign.name}, 2 places or more`)
  await row.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'What Great moves found' })
  await dialog.getByText('9 → 3').waitFor()
  await expectAccessible(watched)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acknowledge' }).click()
  await expect.poll(() => row.getByText('new', { exact: true }).count()).toBe(0)
  await row.getByRole('button', { name: 'Snooze for a day' }).click()
  await row.getByText('snoozed until').waitFor()
  expect(await overflow(page)).toBe(0)
  await row.getByRole('button', { name: 'End the snooze' }).click()

  await row.getByRole('button', { name: 'Snooze for a day' }).waitFor()
  expect(offences).toEqual([])
})
