import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

it('leads an account without campaigns to its first one', { timeout: 60_000 }, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  await page.getByRole('combobox', { name: 'Account' }).selectOption('acc_starter')
  await page.getByText('No campaigns yet').waitFor()
  await expectAccessible({ page })
  expect(await page.getByLabel('Command').innerText()).toContain(`${sandbox.url}/campaigns`)
  await page.getByRole('main').getByRole('link', { name: 'key of the account' }).click()
  await page.getByRole('heading', { name: 'Create API Token' }).waitFor()
  await page.goBack()

  await page.getByRole('button', { name: 'Create a sample campaign' }).click()

  await page.getByRole('link', { name: 'My first campaign' }).waitFor()
  const { body } = await sandbox.api.get('/campaigns', { key: 'svc_test_starter' })
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['My first campaign'])
  // The account that was picked is picked again.
  await page.reload()
  await page.getByRole('link', { name: 'My first campaign' }).waitFor()
  expect(offences).toEqual([])
})
