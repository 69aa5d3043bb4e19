import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../../../test/support/browser.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'
import { ASSUMED, fakeUpstream, STATED } from '../../../../test/support/upstream.ts'

const PHONE = { width: 390, height: 844 }

describe('the screen of a proxy', { timeout: 60_000 }, () => {
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
})

describe('requests through a proxy', { timeout: 60_000 }, () => {
  it('have their source and their violations in the log', async () => {
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

async function open(upstream: Parameters<typeof fakeUpstream>, screen = 'proxy') {
  const sandbox = await startSandbox({}, { openUpstream: fakeUpstream(...upstream) })
  const watched = await openPage(`http://127.0.0.1:${sandbox.port}/#/${screen}`, {
    viewport: { width: 1440, height: 900 },
  })
  return { ...watched, sandbox }
}
