import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../../test/support/browser.ts'
import { countClicks } from '../../../test/support/clicks.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'

/** What people come for, and how many clicks it takes at most. Typing is no click. Two keywords are compared in `rankings`. */
const JOBS: Record<
  string,
  { most: number; before?: (sandbox: TestSandbox) => Promise<unknown>; act: Job }
> = {
  'finds out why a request failed': {
    most: 2,
    before: ({ api }) => api.post('/campaigns', { body: {} }),
    act: async (page) => {
      await screen(page, 'Requests')
      await page.getByRole('row', { name: /POST/ }).click()
      await page.getByText(/fields are wrong/).waitFor()
    },
  },
  'makes the next three requests of an operation fail': {
    most: 3,
    act: async (page, { api }) => {
      await screen(page, 'Faults')
      await page.getByRole('button', { name: 'Make an operation fail…' }).click()
      await page.getByLabel('Times').fill('3')
      await page.getByRole('button', { name: 'Make it fail' }).click()
      await page.getByText(/^The next 3 requests of listCampaigns/).waitFor()
      const statuses = []
      for (let count = 0; count < 4; count++) statuses.push((await api.get('/campaigns')).status)
      expect(statuses).toEqual([429, 429, 429, 200])
    },
  },
  'lets a week pass': {
    most: 1,
    act: async (page) => {
      await page.getByRole('button', { name: '+7 days' }).click()
      await page.getByText('It is 22 Jan 2026').first().waitFor()
    },
  },
  'sends a failed delivery again': {
    most: 2,
    before: async (sandbox) => {
      const { url } = await sandbox.receiver.get()
      await sandbox.receiver.set({ status: 410 })
      const body = { url, events: ['ranking.changed'] }
      await sandbox.api.post('/webhooks', { body })
      const [id = ''] = (await sandbox.trigger('ranking.changed')).deliveries
      await expect.poll(async () => (await sandbox.deliveries.get(id)).status).toBe('failed')
      await sandbox.receiver.set({ status: 204 })
    },
    act: async (page) => {
      await screen(page, 'Webhooks')
      await page.getByRole('button', { name: 'Resend ranking.changed' }).first().click()
      await page.getByText(/^Delivered: the receiver answered 204/).waitFor()
    },
  },
  'makes a restricted key': {
    most: 4,
    act: async (page) => {
      await screen(page, 'Integrations')
      await page.getByLabel('Descriptive name').fill('Reader')
      await page.getByRole('radio', { name: /^restricted/ }).check()
      await page.getByRole('checkbox', { name: /^campaigns:read/ }).check()
      await page.getByRole('button', { name: 'Create API Token' }).click()
      await page.getByRole('dialog').getByRole('status', { name: 'API token' }).waitFor()
    },
  },
  'saves a report as PDF': {
    most: 3,
    act: async (page) => {
      await screen(page, 'Reports')
      await page.getByRole('button', { name: 'Make the report' }).click()
      const preview = page.getByRole('region', { name: /^Preview of/ })
      const download = page.waitForEvent('download')
      await preview.getByRole('link', { name: /\.pdf$/ }).click()
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    },
  },
  'reads the overlay action of an assumption': {
    most: 2,
    act: async (page) => {
      await screen(page, 'Explorer')
      await page
        .getByRole('main')
        .getByRole('button', { name: /^assumed: / })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('region', { name: 'Overlay action' }).waitFor()
    },
  },
}

type Job = (page: Page, sandbox: TestSandbox) => Promise<unknown>

const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click()

it.each(Object.entries(JOBS))('%s', { timeout: 90_000 }, async (_, { most, before, act }) => {
  const sandbox = await startSandbox()
  await before?.(sandbox)
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const clicks = await countClicks(page)

  await act(page, sandbox)

  expect(await clicks()).toBeLessThanOrEqual(most)
  expect(offences).toEqual([])
})

it('undoes a deletion in one click', { timeout: 90_000 }, async () => {
  const sandbox = await startSandbox()
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  const { page } = await openPage(`http://127.0.0.1:${sandbox.port}/#/campaigns/${id}`)
  await page.getByRole('button', { name: `Delete ${CAMPAIGN.name}` }).click()
  await page.getByRole('button', { name: 'Delete the campaign' }).click()
  const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const clicks = await countClicks(page)

  await undo.click()

  await page.getByText('is undone').waitFor()
  expect(await clicks()).toBe(1)
})
