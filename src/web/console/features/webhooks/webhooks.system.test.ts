import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../../test/support/browser.ts'
import { countClicks } from '../../../../../test/support/clicks.ts'
import { SECRET, send, signed } from '../../../../../test/support/own-receiver.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'

const BROWSER = { timeout: 60_000 }
/** For what the page loads, on a busy machine. */
const IN_TIME = { timeout: 20_000 }

const openWebhooks = ({ port }: TestSandbox) => openPage(`http://127.0.0.1:${port}/#/webhooks`)

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A webhook of the demo account to its own receiver. */
async function sendToReceiver(sandbox: TestSandbox, more = {}) {
  const { url } = await sandbox.receiver.get()
  const events = ['campaign.completed', 'ranking.changed', 'mention.detected']
  return (await sandbox.api.post('/webhooks', { body: { url, events, ...more } })).body.data
}

/** Waits until a delivery has had so many attempts. */
async function attemptsOf(sandbox: TestSandbox, id: string, count: number) {
  await expect
    .poll(async () => (await sandbox.deliveries.get(id)).attempts.length, IN_TIME)
    .toBe(count)
}

it('receives a triggered event with a valid signature after one click', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openWebhooks(sandbox)
  const receiver = region(page, 'Built-in receiver')

  await page.getByRole('button', { name: 'Send events to the built-in receiver' }).click()
  await receiver.getByText('Events are sent here by').waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('ranking.changed')
  await page.getByText('Custom data and address').click()
  await page.getByRole('textbox', { name: 'Data' }).fill('{ "position": 3 }')
  await page.getByRole('button', { name: 'Trigger the event' }).click()

  await receiver.getByText('signature valid').waitFor()
  await receiver.getByText('ranking.changed').click()
  await receiver.getByText('"position": 3').waitFor()
  await region(page, 'Trigger an event').getByText('delivered').waitFor()
  await region(page, 'Deliveries').getByRole('link', { name: 'ranking.changed' }).waitFor()
  expect((await sandbox.receiver.get()).received).toMatchObject([{ signature: 'valid' }])
  expect(offences).toEqual([])
})

it(
  'shows what was signed next to what must be signed, and a script of responses',
  BROWSER,
  async () => {
    const sandbox = await startSandbox()
    await sendToReceiver(sandbox, { secret: SECRET })
    const { url } = await sandbox.receiver.set({
      sequence: [{ status: 500, count: 2 }, { connection: 'reset' }, {}],
    })
    const body = '{"type":"ranking.changed","data":{"position":3}}'
    const headers = signed(JSON.stringify(JSON.parse(body), null, 2), SECRET)
    await send(url, body, headers)
    const watched = await openWebhooks(sandbox)
    const { page, offences } = watched
    const receiver = region(page, 'Built-in receiver')

    await receiver.getByText('signature invalid').click()

    await receiver.getByText('its JSON with an indent of 2').waitFor()
    await receiver.getByText(String(headers['webhook-signature'])).waitFor()
    await receiver.getByText('Content that was signed').waitFor()
    const choice = page.getByRole('combobox', { name: 'Response' })
    expect(await choice.locator('option:checked').textContent()).toBe('500, then reset, then 204')
    await page.setViewportSize({ width: 1280, height: 1600 })
    await expectAccessible(watched)
    expect(await overflowOnPhone(page)).toBe(0)
    expect(offences).toEqual([])
  },
)

it('resends a failed delivery', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sendToReceiver(sandbox)
  const { page, offences } = await openWebhooks(sandbox)
  const answer = page.getByRole('combobox', { name: 'Response' })
  await answer.selectOption({ label: '500 Internal Server Error' })
  await expect.poll(async () => (await sandbox.receiver.get()).answer.status, IN_TIME).toBe(500)

  await page.getByRole('button', { name: 'Trigger the event' }).click()
  const row = region(page, 'Deliveries').getByRole('row').filter({ hasText: 'failing' })
  await row.getByText(/retry in \d+ (seconds?|minutes?)/).waitFor()
  await row.getByRole('link').click()
  await page.getByText('1 attempt', { exact: true }).waitFor()
  await page.getByText('Next attempt in').waitFor()
  await sandbox.receiver.set({ status: 204 })
  await page.getByRole('button', { name: 'Resend' }).click()

  await page.getByText('Delivered: the receiver answered 204').waitFor()
  await page.getByText('2 attempts').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('delivered')
  const attempts = page.getByRole('listitem').filter({ hasText: /^Attempt/ })
  const texts = await attempts.allTextContents()
  expect(texts[0]).toMatch(/Attempt 2.*204.*delivered.*resent manually/s)
  expect(texts[1]).toMatch(/Attempt 1.*500.*failed/s)
  await attempts.first().getByText('webhook-signature').waitFor()
  expect(await page.getByText('Next attempt in').count()).toBe(0)
  expect(offences).toEqual([])
})

it('advances the clock to the next attempt', BROWSER, async () => {
  const sandbox = await startSandbox()
  await sendToReceiver(sandbox)
  await sandbox.receiver.set({ status: 500 })
  const [id = ''] = (await sandbox.trigger('ranking.changed')).deliveries
  await attemptsOf(sandbox, id, 1)
  const due = (await sandbox.deliveries.get(id)).next_attempt_at as string
  await sandbox.receiver.set({ status: 204 })
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/webhooks/${id}`)

  await page.getByRole('button', { name: 'Advance the clock to that time' }).click()

  await page.getByText('2 attempts').waitFor()
  expect((await sandbox.deliveries.get(id)).status).toBe('delivered')
  expect((await sandbox.clock.now()).getTime()).toBeGreaterThanOrEqual(Date.parse(due))
  expect((await sandbox.clock.now()).getTime()).toBeLessThan(Date.parse(due) + 2000)
  expect(offences).toEqual([])
})

it('goes from a webhook over a week to failures that are resent, in six clicks', {
  timeout: 150_000,
}, async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  await sandbox.api.post('/campaigns', { body: { ...CAMPAIGN, keywords: ['tandem'] } })
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/overview`)
  await page.getByRole('link', { name: 'Webhooks' }).waitFor()
  const clicks = await countClicks(page)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Send events to the built-in receiver' }).click()
  const answer = page.getByRole('combobox', { name: 'Response' })
  await answer.selectOption({ label: '500 Internal Server Error' })
  await page.getByRole('button', { name: '+7 days' }).click()
  const failures = region(page, 'Failures')
  await page.getByText('It is 22 Jan 2026').first().waitFor({ timeout: 90_000 })
  await failures.getByText(/attempts failed$/).waitFor(IN_TIME)
  await answer.selectOption({ label: '204 No Content' })
  const resend = region(page, 'Deliveries').getByRole('button', { name: /^Resend .* failed$/ })
  await resend.click()

  await page.getByText(/\d events? delivered\.$/).waitFor(IN_TIME)
  await resend.waitFor({ state: 'detached' })
  expect(await clicks()).toBeLessThanOrEqual(6)
  const chart = failures.getByRole('table', { name: 'Failed attempts per day' })
  expect(await chart.getByRole('row').count()).toBe(8)
  expect(offences).toEqual([])
})

it('edits all settings of a webhook, and sends it what it missed', BROWSER, async () => {
  const sandbox = await startSandbox()
  const [campaign] = (await sandbox.api.get('/campaigns')).body.data
  const { id: alert } = (
    await sandbox.api.post('/alerts', {
      body: { name: 'Moves', campaign_id: campaign.id, event: 'ranking.changed' },
    })
  ).body.data
  await sandbox.trigger('campaign.completed', { campaign: campaign.id })
  const { id } = await sendToReceiver(sandbox, { secret: SECRET })
  const { page, offences } = await openWebhooks(sandbox)
  const endpoints = region(page, 'Endpoints')

  await endpoints.getByRole('button', { name: 'Send missed…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send missed events' }).click()
  await page.getByText('1 missed event sent.').waitFor()
  await expect.poll(async () => (await sandbox.receiver.get()).received.length, IN_TIME).toBe(1)

  await endpoints.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('More settings').click()
  await form.getByRole('checkbox', { name: /^mention\.detected/ }).uncheck()
  await form.getByRole('checkbox', { name: 'Moves' }).check()
  await form.getByLabel('Headers').fill('X-Tenant: blue')
  await form.getByLabel('Rate limit', { exact: true }).fill('5')
  await form.getByLabel('Rate limit per').selectOption('second')
  await form.getByLabel('Generate a new secret').check()
  await form.getByRole('button', { name: 'Save changes' }).click()
  const secret = await form.getByRole('status', { name: 'Secret' }).innerText()
  await form.getByRole('button', { name: 'Done' }).click()

  await endpoints.getByText('filtered by 1 alert').waitFor()
  expect(secret).toMatch(/^whsec_/)
  expect((await sandbox.api.get(`/webhooks/${id}`)).body.data).toMatchObject({
    events: ['campaign.completed', 'ranking.changed'],
    alerts: [alert],
  })
  expect(await sandbox.webhooks.get(id)).toMatchObject({
    headers: { 'X-Tenant': 'blue' },
    rate_limit: { deliveries: 5, per: 'second' },
  })
  expect(offences).toEqual([])
})

it('disables a webhook, enables it again and deletes it', BROWSER, async () => {
  const sandbox = await startSandbox()
  const { id } = await sendToReceiver(sandbox)
  const status = async () => (await sandbox.api.get(`/webhooks/${id}`)).body.data?.status
  const { page, offences } = await openWebhooks(sandbox)

  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  expect(await status()).toBe('disabled')

  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('button', { name: 'Disable' }).waitFor()
  expect(await status()).toBe('active')

  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the webhook' }).click()
  await page.getByText('No webhooks yet').waitFor()
  expect(await status()).toBeUndefined()
  expect(offences).toEqual([])
})

async function overflowOnPhone(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 })
  const pixels = await overflow(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  return pixels
}
