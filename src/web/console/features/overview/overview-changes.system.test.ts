import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../../test/support/browser.ts'
import { startReceiver } from '../../../../../test/support/receiver.ts'
import { CAMPAIGN, START, startSandbox } from '../../../../../test/support/sandbox.ts'

// `npm test` tries an advance and an account of a thousand campaigns; these take the browser seconds.
const BROWSER = { timeout: 60_000 }

it('leaves no trace while another client writes', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sandbox.faults.add({ error: 'rate_limit_exceeded', operation: ['listAlerts'], count: 2 })
  const keys = await sandbox.keys.list({ includeDeleted: true })
  const { page } = await openPage('about:blank')
  await page.clock.install()
  await page.goto(`http://127.0.0.1:${sandbox.port}/`)
  const rows = page.getByRole('region', { name: 'Campaigns' })
  await rows.waitFor()

  // A minute of writes, one every five seconds, each of which the page shows.
  const names = Array.from({ length: 12 }, (_, n) => `Written ${n}`)
  for (const name of names) {
    await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, name } })
    await expect
      .poll(async () => {
        await page.clock.runFor(5000)
        return rows.getByRole('link', { name, exact: true }).count()
      })
      .toBe(1)
  }

  const logged = await sandbox.requests.list({ limit: 1000 })
  expect(logged.map(({ operation }) => operation)).toEqual(names.map(() => 'createCampaign'))
  const { headers, body } = await sandbox.api.get('/auth/verify')
  expect(headers['x-ratelimit-remaining']).toBe(String(999 - names.length))
  const usage = await sandbox.keys.usage(body.data.key_id)
  expect(usage.total.requests).toBe(names.length + 1)
  expect(await sandbox.keys.list({ includeDeleted: true })).toHaveLength(keys.length)
  const statuses = await Promise.all([1, 2, 3].map(() => sandbox.api.get('/alerts')))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
})

it('shows the progress of a long advance, and cancels it', BROWSER, async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver(() => {})
  const events = ['campaign.completed', 'mention.detected']
  await sandbox.api.post('/webhooks', { body: { url: receiver.url, events } })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  const { page, offences } = watched

  await page.getByRole('button', { name: '+7 days' }).click()
  const bar = page.getByRole('progressbar', { name: 'Advancing to 22 Jan 2026' })
  await bar.waitFor({ timeout: 20_000 })
  expect(await page.getByRole('button', { name: '+1 h' }).isDisabled()).toBe(true)
  await expectAccessible(watched)
  expect(await overflow(page)).toBe(0)
  await page.getByLabel('Clock of the account').getByRole('button', { name: 'Cancel' }).click()

  await expect.poll(() => bar.count(), { timeout: 20_000 }).toBe(0)
  expect((await sandbox.clock.now()).getTime()).toBeLessThan(START + 7 * 86_400_000)
  expect(offences).toEqual([])
})
