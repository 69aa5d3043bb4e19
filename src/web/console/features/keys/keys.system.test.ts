import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, openPage, openSharedPage } from '../../../../../test/support/browser.ts'
import {
  CAMPAIGN,
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

// Tests share one page, unless they move the clock or are about the key of the page.
let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(`http://127.0.0.1:${sandbox.port}/#/explorer`, { permissions })
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

const permissions = ['clipboard-read', 'clipboard-write']
const open = ({ port }: TestSandbox, screen: string) =>
  openPage(`http://127.0.0.1:${port}/#/${screen}`, { permissions })

/** A screen on the shared page, as if it were opened for the first time. */
async function openShared(screen: string) {
  const { page } = shared.watched
  for (const hash of ['explorer', screen]) {
    await page.goto(`http://127.0.0.1:${sandbox.port}/#/${hash}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  return shared.watched
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Makes a key as the page does, for tests about keys that are there. */
async function newKey({ url }: TestSandbox, terms: object): Promise<{ id: string; token: string }> {
  const response = await fetch(url.replace(/api$/, '_sandbox/keys?account=acc_demo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(terms),
  })
  return ((await response.json()) as { data: { id: string; token: string } }).data
}

it('shows a new token once, and the token has its permissions', SLOW, async () => {
  const { page, offences } = await openShared('integrations')

  await page.getByLabel('Descriptive name').fill('Nightly report')
  await page.getByRole('radio', { name: /^restricted/ }).check()
  await page.getByRole('checkbox', { name: /^campaigns:read/ }).check()
  await page.getByRole('button', { name: 'Create API Token' }).click()
  const token = await page
    .getByRole('dialog')
    .getByRole('status', { name: 'API token' })
    .innerText()

  await page.getByRole('button', { name: 'Copy token' }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
  const allowed = await sandbox.api.get('/campaigns', { key: token })
  const refused = await sandbox.api.post('/campaigns', { key: token, body: CAMPAIGN })
  expect([allowed.status, refused.body.error.code]).toEqual([200, 'insufficient_permissions'])
  expect(token).toMatch(/^svc_restricted_[\w-]{20,}$/)
  expect(await page.getByLabel('Command').innerText()).toContain(`${sandbox.url}/auth/verify`)
  await expectAccessible({ page })

  await page.getByRole('dialog').getByRole('link', { name: 'Go to API Keys' }).click()
  const made = row(page, 'Nightly report')
  await made.getByText('15 Jan 2026, 09:30').waitFor()
  expect(await made.innerText()).toMatch(/svc_rest\b[\s\S]*campaigns:read[\s\S]*active/)
  await page.goBack()
  await page.getByRole('heading', { name: 'Create API Token' }).waitFor()
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  expect(`${await page.content()} ${kept}`).not.toContain(token)
  expect(offences).toEqual([])
})

it('makes a key with all terms', SLOW, async () => {
  const { page, offences } = await openShared('integrations')
  await page.getByRole('radio', { name: /^restricted/ }).check()
  await page.getByLabel('Descriptive name').fill('Our own rooms')
  await page.getByLabel('Rate limit').fill('50')
  await page.getByRole('checkbox', { name: 'Everything' }).check()
  await page.getByRole('radio', { name: 'Until a date' }).check()
  await page.getByLabel('Allowed addresses').fill('203.0.113.7\n2001:db8::/32')
  await page.getByLabel('Last day').fill('2026-02-28')

  await page.getByRole('button', { name: 'Create API Token' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Go to API Keys' }).click()

  const made = await row(page, 'Our own rooms').innerText()
  for (const term of ['50 per hour', '203.0.113.7', '2001:db8::/32', '28 Feb 2026', 'all (*)']) {
    expect(made).toContain(term)
  }
  expect(offences).toEqual([])
})

it('draws the usage of a key in real time', SLOW, async () => {
  const { id, token } = await newKey(sandbox, { name: 'Watched', rate_limit: 2 })
  const { page, offences } = await openShared(`keys/${id}`)
  const tile = (label: string) =>
    page
      .locator('.tile')
      .filter({ hasText: `${label} in total` })
      .locator('p')
  const day = (chart: string, date: string) =>
    page.getByRole('table', { name: chart }).getByRole('row', { name: date }).getByRole('cell')
  await page.getByText('No requests with this key yet.').waitFor()

  for (const path of ['/campaigns', '/campaigns/nope', '/campaigns']) {
    await sandbox.api.get(path, { key: token })
  }

  await tile('Requests').getByText('3', { exact: true }).waitFor()
  expect(await tile('Rate limited').innerText()).toBe('1')
  expect(await day('Requests per day', '2026-01-15').allInnerTexts()).toEqual(['3'])
  expect(await day('Requests per day', '2026-01-14').allInnerTexts()).toEqual(['0'])
  const refused = await day('Errors per day', '2026-01-15').allInnerTexts()
  expect(refused).toEqual(['1', '2', '0'])
  expect(offences).toEqual([])
})

it('deletes a key after asking, and its token fails at once', SLOW, async () => {
  const { token } = await newKey(sandbox, { name: 'Old laptop' })
  const { page, offences } = await openShared('keys')

  await page.getByRole('button', { name: 'Delete Old laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the key “Old laptop”?' })
  expect(await dialog.innerText()).toContain('immediately')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await sandbox.api.get('/campaigns', { key: token })).status).toBe(200)
  await page.getByRole('button', { name: 'Delete Old laptop' }).click()
  await dialog.getByRole('button', { name: 'Delete the key' }).click()
  await row(page, 'Old laptop').waitFor({ state: 'detached' })

  const after = await sandbox.api.get('/campaigns', { key: token })
  expect(after.body.error.code).toBe('invalid_api_key')
  await page.getByLabel('Show deleted keys').check()
  await row(page, 'Old laptop').getByText('deleted').waitFor()
  expect(await page.getByRole('button', { name: 'Delete Old laptop' }).count()).toBe(0)
  expect(offences).toEqual([])
})

it('marks keys that are due for rotation, and leads through it', SLOW, async () => {
  const sandbox = await startSandbox()
  const terms = { name: 'Feed', permissions: ['campaigns:*', 'rankings:read'], rate_limit: 70 }
  const old = await newKey(sandbox, terms)
  sandbox.advance({ days: 90 })
  await newKey(sandbox, { name: 'Fresh' })
  const { page, offences } = await open(sandbox, 'keys')

  await row(page, 'Feed').getByText('rotation due').waitFor()
  expect(await row(page, 'Fresh').getByText('rotation due').count()).toBe(0)
  await row(page, 'Feed').getByRole('link', { name: 'Feed' }).click()
  const notice = page.getByRole('region', { name: 'This key is due for rotation' })
  await notice.waitFor()
  await page.getByRole('button', { name: 'Rotate Feed' }).click()

  const dialog = page.getByRole('dialog', { name: 'Rotate “Feed”' })
  const token = await dialog.getByLabel('API token').innerText()
  const lastUse = (which: string) =>
    dialog
      .getByRole('definition')
      .nth(which === 'new' ? 0 : 1)
      .innerText()
  expect([await lastUse('new'), await lastUse('old')]).toEqual(['never', 'never'])
  await sandbox.api.get('/campaigns', { key: token })
  await expect.poll(() => lastUse('new')).toContain('15 Apr 2026')
  expect(await lastUse('old')).toBe('never')
  expect((await sandbox.api.get('/campaigns', { key: old.token })).status).toBe(200)

  await dialog.getByRole('button', { name: 'Delete the old key' }).click()
  await page.getByText('Key “\u2068Feed\u2069” rotated').waitFor()
  expect((await sandbox.api.get('/campaigns', { key: old.token })).status).toBe(401)
  const made = (await sandbox.keys.list()).filter(({ name }) => name === 'Feed')
  expect(made).toMatchObject([{ ...terms, type: 'restricted' }])
  expect(await page.content()).not.toContain(token)
  expect(offences).toEqual([])
})
