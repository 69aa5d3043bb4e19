import { expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

it('creates, tests, acknowledges, snoozes, edits and deletes an alert', SLOW, async () => {
  const sandbox = await startSandbox()
  const [campaign] = (await sandbox.api.get('/campaigns')).body.data
  const [keyword] = campaign.keywords
  const data = { keyword, position: 3, previous_position: 9, change: 6 }
  await sandbox.trigger('ranking.changed', { campaign: campaign.id, data })
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/alerts`)

  await page.getByRole('button', { name: 'Create an alert' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Great moves')
  await form.getByLabel('Smallest change').fill('7')
  await form.getByText('Lets 0 of 1 event').waitFor()
  await form.getByLabel('Smallest change').fill('6')
  await form.getByText('Lets 1 of 1 event').waitFor()
  await form.getByLabel('Keyword').fill(keyword)
  await form.getByRole('button', { name: 'Create alert' }).click()

  await page.getByRole('heading', { level: 1, name: 'Great moves' }).waitFor()
  await page.getByText('No event matched it yet').waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const history = page.getByRole('table', { name: 'Events that the alert found' })
  await history.getByText(`${keyword}: 7 → 1`).waitFor()
  const past = page.getByRole('table', { name: 'Past events' })
  await expect.poll(() => past.getByRole('row').allInnerTexts()).toHaveLength(3)
  expect(await past.getByRole('row', { name: /7 → 1/ }).innerText()).toMatch(/yes/)
  expect(await past.getByRole('row', { name: /9 → 3/ }).innerText()).toMatch(/no/)

  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await history.getByText('acknowledged').waitFor()
  await page.getByRole('button', { name: 'Snooze for a day' }).click()
  await page.getByRole('button', { name: 'End the snooze' }).click()
  await page.getByRole('button', { name: 'Snooze for a day' }).waitFor()

  await page.getByRole('button', { name: /^Edit/ }).click()
  await form.getByLabel('Event').selectOption('campaign.completed')
  expect(await form.getByLabel('Keyword').count()).toBe(0)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(new RegExp(`campaign.completed, .${campaign.name}`)).waitFor()
  const [alert] = (await sandbox.api.get('/alerts')).body.data
  expect(alert.event).toBe('campaign.completed')
  expect([alert.keyword, alert.min_change]).toEqual([undefined, undefined])

  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete the alert' }).click()
  await page.getByText('No alerts yet').waitFor()
  expect((await sandbox.api.get('/alerts')).body.data).toEqual([])
  expect(offences).toEqual([])
})
