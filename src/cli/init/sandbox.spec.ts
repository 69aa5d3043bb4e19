// Each worker has an account of its own in the sandbox, which begins each test as it was created.
import { expect, test } from 'svc-sandbox/playwright'

test('the API lists campaigns', async ({ request, account }) => {
  const headers = { Authorization: `Bearer ${account.key}` }
  const response = await request.get(`${account.baseUrl}/campaigns`, { headers })

  await expect(response).toBeOK()
})

test('the API fails once', async ({ request, account, faults }) => {
  await faults.add({ operation: 'listCampaigns', error: 'server_error', count: 1 })

  const headers = { Authorization: `Bearer ${account.key}` }
  const failed = await request.get(`${account.baseUrl}/campaigns`, { headers })
  const next = await request.get(`${account.baseUrl}/campaigns`, { headers })

  expect(failed.status()).toBe(500)
  await expect(next).toBeOK()
})

// With a page of yours. It may send the demo key svc_test_demo: the requests go to the account of the worker.
// test('shows an error when the server fails', async ({ page, faults }) => {
//   await faults.add({ operation: 'listCampaigns', error: 'server_error' })
//   await page.goto('/')
//   await expect(page.getByRole('alert')).toBeVisible()
// })
