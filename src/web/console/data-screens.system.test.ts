import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../test/support/browser.ts'
import { startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

const SLOW = { timeout: 240_000 }
const IN_TIME = { timeout: 60_000 }

/** The screens of an account's data: their text when the account has none, and the title of a failure. */
const SCREENS = [
  { screen: 'overview', empty: 'No campaigns yet', failure: undefined },
  { screen: 'campaigns', empty: 'No campaigns yet', failure: 'The campaigns could not be loaded' },
  { screen: 'rankings', empty: 'No rankings yet', failure: 'The campaigns could not be loaded' },
  { screen: 'mentions', empty: 'No mentions yet', failure: 'The campaigns could not be loaded' },
  {
    screen: 'reports',
    empty: 'Nothing to report yet',
    failure: 'The campaigns could not be loaded',
  },
  { screen: 'alerts', empty: 'No alerts yet', failure: 'The alerts could not be loaded' },
  {
    screen: 'events',
    empty: 'No events in the last 24 hours',
    failure: 'The events could not be loaded',
  },
  { screen: 'webhooks', empty: 'No webhooks yet', failure: 'The webhooks could not be loaded' },
  { screen: 'accounts', empty: undefined, failure: 'The accounts could not be loaded' },
]

async function go(page: Page, { port }: TestSandbox, place: string) {
  // Another address first, so that the screen starts from nothing.
  await page.goto(`http://127.0.0.1:${port}/#/faults`)
  await page.goto(`http://127.0.0.1:${port}/#/${place}`)
}

it('says what is missing in an account without data, and what to do about it', SLOW, async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
  const { page, offences } = watched

  for (const { screen, empty } of SCREENS) {
    if (empty === undefined) continue
    await go(page, sandbox, screen)
    await page.getByText(empty).first().waitFor(IN_TIME)
    expect(await page.locator('main').getByRole('alert').count(), `alerts of ${screen}`).toBe(0)
    await expectAccessible(watched)
  }
  expect(offences).toEqual([])
})

describe.each([
  ['a failing sandbox', 500, /a broken disk/],
  ['a sandbox that is away', undefined, /does not respond/],
])('with %s', (_name, status, message) => {
  it('every screen says so, and loads when it can again', SLOW, async () => {
    const sandbox = await startSandbox()
    const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`)
    // The accounts of the session are no data of a screen.
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor(IN_TIME)
    const body = { success: false, error: { code: 'server_error', message: 'a broken disk' } }

    for (const { screen, failure } of SCREENS) {
      if (failure === undefined) continue
      await go(page, sandbox, 'faults')
      // Only the data fails: the clock and the account of the frame stay.
      const data = /\/_sandbox\/(api\/|events\?|webhooks\?|accounts\?)/
      await page.route(data, (route) =>
        status === undefined ? route.abort() : route.fulfill({ status, json: body }),
      )
      await page.evaluate(`location.hash = '#/${screen}'`)
      const alert = page.getByRole('alert').filter({ hasText: failure }).first()
      await alert.getByText(message).waitFor(IN_TIME)
      await page.unroute(data)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await alert.waitFor({ state: 'detached', ...IN_TIME })
    }
  })
})

// Every screen, and what it opens at a press.
it.each([1440, 390])('fits %i pixels, and is accessible in both themes', SLOW, async (width) => {
  const sandbox = await startSandbox()
  const { campaign, alert, delivery, key } = await populated(sandbox)
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/faults`, {
    viewport: { width, height: 900 },
  })
  const { page, offences } = watched
  const places: [place: string, ready: string, press?: string][] = [
    ['overview', 'Recent events'],
    ['campaigns', 'Hotel Aurelia', 'Create a campaign'],
    [`campaigns/${campaign}`, 'Latest mentions'],
    ['rankings', 'Searches a month'],
    ['mentions', 'next to'],
    ['reports', 'CSV export', 'Make the report'],
    ['alerts', 'Great moves', 'Edit Great moves'],
    [`alerts/${alert}`, '9 → 3'],
    ['events', 'Kinds of events'],
    ['webhooks', 'delivered', 'Create a webhook'],
    ['webhooks', 'delivered', 'Edit'],
    [`webhooks/${delivery}`, '1 attempt'],
    ['accounts', 'acc_demo', 'Create an account'],
    ['keys', 'Everything'],
    [`keys/${key}`, 'in total'],
    ['integrations', 'Descriptive name'],
    ['faults', 'Server errors', 'New rule'],
    ['explorer', 'Check that a token works'],
    ['explorer/createCampaign', 'Send'],
    ['explorer?view=statements&section=7', '§7 Errors'],
    ['explorer?view=overlays', '--overlay staging.overlay.yaml'],
    ['requests', 'limit=2'],
    ['requests/req_1', 'Copy as curl', 'Make this fail…'],
    ['snapshots', 'Reset…'],
    ['timeline', 'Great moves'],
  ]

  for (const [place, ready, press] of places) {
    await go(page, sandbox, place)
    const shown = page.locator('main').getByText(ready).first()
    await shown.waitFor({ state: 'attached', ...IN_TIME })
    await expectAccessible(watched)
    expect(await overflow(page), `overflow of ${place}`).toBe(0)
    if (press === undefined) continue
    await page.locator('main').getByRole('button', { name: press, exact: true }).first().click()
    await page.locator('form, .report-contents').last().waitFor(IN_TIME)
    await expectAccessible(watched)
    expect(await overflow(page), `overflow of ${press}`).toBe(0)
  }
  expect(offences).toEqual([])
})

/** An alert, a webhook and an event that both let through. */
async function populated(sandbox: TestSandbox) {
  const [campaign] = (await sandbox.api.get('/campaigns', { query: { limit: 2 } })).body.data
  const { url } = await sandbox.receiver.get()
  await sandbox.api.post('/webhooks', { body: { url, events: ['ranking.changed'] } })
  const alert = await sandbox.api.post('/alerts', {
    body: {
      name: 'Great moves',
      campaign_id: campaign.id,
      event: 'ranking.changed',
      min_change: 2,
    },
  })
  const data = { keyword: campaign.keywords[0], position: 3, previous_position: 9, change: 6 }
  const sent = await sandbox.trigger('ranking.changed', { campaign: campaign.id, data })
  const [key] = await sandbox.keys.list()
  return {
    campaign: campaign.id,
    alert: alert.body.data.id,
    delivery: sent.deliveries[0],
    key: key?.id,
  }
}
