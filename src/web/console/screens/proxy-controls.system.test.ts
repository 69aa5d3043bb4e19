import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible, openPage } from '../../../../test/support/browser.ts'
import { apiOf, startSandbox } from '../../../../test/support/sandbox.ts'
import { fakeUpstream, STATED } from '../../../../test/support/upstream.ts'
import { createProxy } from '../../../index.ts'

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

async function open(upstream: Parameters<typeof fakeUpstream>) {
  const sandbox = await startSandbox({}, { openUpstream: fakeUpstream(...upstream) })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/proxy`, {
    viewport: { width: 1440, height: 900 },
  })
  return { ...watched, sandbox }
}
