import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../../test/support/browser.ts'
import { apiOf, startSandbox } from '../../../../../test/support/sandbox.ts'
import { ASSUMED, fakeUpstream, STATED } from '../../../../../test/support/upstream.ts'
import { createProxy } from '../../../../index.ts'

const PHONE = { width: 390, height: 844 }

describe('the screen of a proxy', { timeout: 60_000 }, () => {
  it('switches the mode, and shows why another one is not possible', async () => {
    const { sandbox, page, offences } = await open([{ recorded: 3 }])
    await page.getByRole('radio', { name: /^replay/ }).check()
    await page.getByRole('button', { name: 'Switch to replay' }).click()
    await page.getByText('The mode is replay.').waitFor()
    await sandbox.api.get('/campaigns')
    await figure(page, 'Cassette').getByText('1', { exact: true }).waitFor()

    await page.getByRole('radio', { name: /^record/ }).check()
    await page.getByRole('button', { name: 'Switch to record' }).click()
    await page.getByRole('alert').getByText('cassette.har has recordings').waitFor()

    expect((await sandbox.upstream.get()).mode).toBe('replay')
    expect(offences).toEqual([])
  })

  it('offers no mode that needs a cassette where there is none', async () => {
    const { page } = await open([{ cassette: null }])
    await page.getByText('No cassette.').waitFor()

    for (const name of [/^record/, /^replay/, /^update/]) {
      expect(await page.getByRole('radio', { name }).isDisabled()).toBe(true)
    }
  })

  it('lets the sandbox answer operations', async () => {
    const { sandbox, page } = await open([{ sandbox_operations: ['listAlerts'] }])
    const picker = page.getByRole('combobox', { name: 'Operations that the sandbox answers' })
    await picker.getByText('createAlert').waitFor({ state: 'attached' })

    await picker.selectOption('createAlert')
    await page.getByRole('button', { name: 'Remove createAlert' }).waitFor()
    await page.getByRole('button', { name: 'Remove listAlerts' }).click()
    await page.getByRole('checkbox', { name: 'Everything that the upstream does not have' }).click()

    await expect
      .poll(() => sandbox.upstream.get())
      .toMatchObject({ sandbox_operations: ['createAlert'], sandbox_missing: true })
  })

  it('clears the violations', async () => {
    const { sandbox, page } = await open([{}, [STATED]])
    await page.getByRole('button', { name: 'Clear…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()

    await page.getByText('None so far').waitFor()
    expect(await sandbox.violations.list()).toEqual([])
  })

  it('is in the menu of a proxy alone', async () => {
    const { page } = await open([])
    await page.getByRole('link', { name: 'Proxy', exact: true }).waitFor()

    const { port } = await startSandbox()
    const other = await openPage(`http://127.0.0.1:${port}/#/proxy`)
    await other.page.getByText('This sandbox has no upstream').waitFor()

    expect(await other.page.getByRole('link', { name: 'Proxy', exact: true }).count()).toBe(0)
    await expectAccessible(other)
  })
})

describe('what a proxy found', { timeout: 60_000 }, () => {
  it('lists violations apart by kind, filters them, and leads to their requests', async () => {
    const watched = await open([{}, [STATED, ASSUMED]])
    const { sandbox, page, offences } = watched
    await sandbox.api.get('/campaigns', { headers: { 'X-Request-Id': 'request-one' } })
    await sandbox.api.get('/auth/me')
    const stated = page.getByRole('region', { name: 'Contradict stated facts' })
    const assumed = page.getByRole('region', { name: 'Differ from assumptions' })

    await stated.getByText('12 times').waitFor()
    await assumed.getByText('410').waitFor()
    await expectAccessible(watched)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Stated 1' }).click()
    await assumed.waitFor({ state: 'detached' })
    await page.reload()
    await stated.waitFor()
    expect(await assumed.count()).toBe(0)
    await page.getByRole('combobox', { name: 'Operation', exact: true }).selectOption('getCampaign')
    await page.getByText('No violations match these filters.').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await stated.getByRole('link', { name: 'latest' }).click()

    await page.getByText('1 request.').waitFor()
    await page.getByRole('row').filter({ hasText: '/api/campaigns' }).waitFor()
    expect(offences).toEqual([])
  })

  it('requests have their source and their violations in the log', async () => {
    const watched = await open(
      [{}, [STATED, { ...ASSUMED, requests: STATED.requests }]],
      'requests',
    )
    const { sandbox, page, offences } = watched
    await sandbox.api.get('/auth/me')
    await sandbox.api.get('/campaigns', { headers: { 'X-Request-Id': 'request-one' } })

    const row = page.getByRole('row').filter({ hasText: '/api/campaigns' })
    await row.getByText('upstream').waitFor()
    await row.getByText('2 violations').waitFor()
    const clean = page.getByRole('row').filter({ hasText: '/api/auth/me' })
    expect(await clean.getByText('violation').count()).toBe(0)
    await row.getByRole('link').click()
    const found = page.getByRole('region', { name: 'Violations' })
    await found.getByText('Contradict stated facts').waitFor()
    await found.getByText(ASSUMED.statement).waitFor()

    await expectAccessible(watched)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    expect(offences).toEqual([])
  })
})

it('leads from a violation of real traffic to its request, and back', {
  timeout: 60_000,
}, async () => {
  const staging = await startSandbox()
  const proxy = await createProxy({ upstream: staging.url, port: 0, log: 'silent' })
  onTestFinished(() => proxy.close())
  const api = apiOf(proxy.url)
  const page = `http://127.0.0.1:${proxy.port}/#/proxy?kind=contradicts_stated`
  const { page: screen, offences } = await openPage(page)

  // The first answers may be sent before the judge is ready.
  await api.post('/campaigns', { body: { type: 'serp' } })
  await expect.poll(() => proxy.violations.list(), { timeout: 20_000 }).toHaveLength(3)
  await api.post('/campaigns', { body: { type: 'serp' } })
  const row = screen.getByRole('row').filter({ hasText: 'The member name is required' })
  await row.getByText('2 times').waitFor()
  await row.getByRole('link', { name: 'latest' }).click()

  const request = screen.getByRole('row').filter({ hasText: '/api/campaigns' })
  await request.getByText('3 violations').waitFor()
  expect(await request.count()).toBe(1)
  await request.getByRole('link').click()
  const found = screen.getByRole('region', { name: 'Violations' })
  await found.getByText('The member name is required').waitFor()
  await screen.getByRole('article').getByText('known to the upstream alone').waitFor()
  expect(offences).toEqual([])
})

/** A tile with a number. */
const figure = (page: Page, name: string) =>
  page.locator('.proxy-figures > div').filter({ hasText: name })

async function open(upstream: Parameters<typeof fakeUpstream>, screen = 'proxy') {
  const sandbox = await startSandbox({}, { openUpstream: fakeUpstream(...upstream) })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/${screen}`, {
    viewport: { width: 1440, height: 900 },
  })
  return { ...watched, sandbox }
}
