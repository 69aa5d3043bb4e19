import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../../../test/support/browser.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }
const ADMIN = 'let-me-in'

/** The sign-in page of a hosted sandbox, and how to use it. */
async function openHosted({ openSignup = false, screen = '' } = {}) {
  const sandbox = await startSandbox({ adminToken: ADMIN, openSignup })
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/${screen}`)
  const signIn = async (token: string) => {
    await page.getByLabel(/^Admin token/).fill(token)
    await page.getByRole('button', { name: 'Open the console' }).click()
  }
  return { sandbox, page, offences, signIn }
}

it(
  'says why a token does not open the console, and opens all accounts to the operator',
  SLOW,
  async () => {
    const { page, offences, signIn } = await openHosted()
    const problem = page.getByRole('alert')
    for (const [token, reason] of [
      ['', /Paste the admin token/],
      ['let-me-out', /neither the admin token/],
      ['svc_restricted_readonly', /Only a key with all permissions/],
      ['svc_test_revoked', /deleted/],
      ['pässword', /Copy it again/],
    ] as const) {
      await signIn(token)
      await problem.filter({ hasText: reason }).waitFor()
    }
    await expectAccessible({ page })

    await signIn(ADMIN)
    const accounts = page.getByRole('combobox', { name: 'Account' })
    await accounts.waitFor()
    expect(await accounts.locator('option').count()).toBe(3)
    await page.reload()
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel(/^Admin token/).waitFor()
    await page.reload()
    await page.getByLabel(/^Admin token/).waitFor()
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(ADMIN)
    expect(offences).toEqual([])
  },
)

it('opens only the account of a full-access key', SLOW, async () => {
  const { page, offences, signIn } = await openHosted()

  await signIn('svc_test_demo')

  await page.getByText('Account acc_demo').waitFor()
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Account' }).count()).toBe(0)
  expect(offences).toEqual([])
})

it('does not delete the last key that opens an account', SLOW, async () => {
  const { page, offences, signIn } = await openHosted()
  await signIn('svc_test_starter')
  await page.getByText('No campaigns yet').waitFor()
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('you need another one').waitFor()
  await dialog.getByRole('button', { name: 'Delete the key' }).click()

  await dialog.getByText('Create another first').waitFor()
  await expectAccessible({ page })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Delete/ }).waitFor()
  expect(offences).toEqual([])
})

it('signs out when the key that was signed in with is deleted, and says so', SLOW, async () => {
  const { sandbox, page, offences, signIn } = await openHosted({ screen: 'keys' })
  await signIn('svc_test_demo')

  await page.getByRole('button', { name: 'Delete Everything', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the key' }).click()

  await page.getByRole('alert').filter({ hasText: 'You were signed out.' }).waitFor()
  const after = await sandbox.api.get('/campaigns', { key: 'svc_test_demo' })
  expect(after.body.error.code).toBe('invalid_api_key')
  await signIn('svc_test_limited')
  await page.getByRole('heading', { name: 'API Keys' }).waitFor()
  expect(offences).toEqual([])
})

it(
  'creates an account for a visitor, and shows its key until its first request',
  SLOW,
  async () => {
    const { sandbox, page, offences } = await openHosted({ openSignup: true })

    await page.getByRole('button', { name: 'Create an account' }).click()
    const token = await page.getByRole('status', { name: 'Key of your account' }).innerText()
    await expectAccessible({ page })
    await page.getByRole('button', { name: 'Copied, continue' }).click()

    const card = page.getByRole('region', { name: 'Connect your app' })
    await card.getByText(token).first().waitFor()
    const { body } = await sandbox.api.get('/auth/verify', { key: token })
    await page.getByText(`Account ${body.data.account_id}`).waitFor()
    await card.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(token)
    expect(offences).toEqual([])
  },
)

it(
  'keeps the key of a visitor in the browser until the sign-out, and /docs begins with it',
  SLOW,
  async () => {
    const { sandbox, page, offences } = await openHosted({ openSignup: true })
    const root = `http://127.0.0.1:${sandbox.port}`
    const field = async () => {
      const docs = await page.context().newPage()
      await docs.goto(`${root}/docs`)
      await docs.getByText(/your own account, and reload|key of your account/).waitFor()
      const [first] = await docs
        .getByLabel('Key', { exact: true })
        .locator('option')
        .allInnerTexts()
      const kept = await docs.evaluate<string | null>("localStorage.getItem('svc-visitor-key')")
      await docs.close()
      return [first, kept]
    }
    const before = await field()
    await page.getByRole('button', { name: 'Create an account' }).click()
    const token = await page.getByRole('status', { name: 'Key of your account' }).innerText()

    const inDocs = await field()
    const tab = await page.context().newPage()
    await tab.goto(root)
    await tab.getByRole('heading', { name: 'Campaigns' }).waitFor()
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('button', { name: 'Create an account' }).waitFor()
    await tab.reload()
    await tab.getByRole('button', { name: 'Create an account' }).waitFor()

    const none = ['Another key…', null]
    expect([before, inDocs, await field()]).toEqual([none, ['Your key', token], none])
    expect(offences).toEqual([])
  },
)

it('asks for a new account when that of a visitor was removed', SLOW, async () => {
  const { sandbox, page, offences } = await openHosted({ openSignup: true })
  await page.getByRole('button', { name: 'Create an account' }).click()
  const token = await page.getByRole('status', { name: 'Key of your account' }).innerText()
  const { body } = await sandbox.api.get('/auth/verify', { key: token })

  await sandbox.accounts.delete(body.data.account_id)
  await page.reload()

  await page.getByRole('button', { name: 'Create an account' }).waitFor()
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(token)
  expect(offences).toEqual([])
})
