import { expect, it } from 'vitest'
import { openPage } from '../../../../../test/support/browser.ts'
import { startSandbox } from '../../../../../test/support/sandbox.ts'

it('says how to connect an app until its first request', { timeout: 60_000 }, async () => {
  const sandbox = await startSandbox()
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/`)
  const card = page.getByRole('region', { name: 'Connect your app' })

  await card.getByText(`http://127.0.0.1:${sandbox.port}/api`, { exact: true }).waitFor()
  await card.getByText('svc_test_demo', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Python' }).click()
  await card.getByText('import requests').waitFor()
  await sandbox.api.get('/campaigns')

  await card.waitFor({ state: 'detached' })
  expect(offences).toEqual([])
})
