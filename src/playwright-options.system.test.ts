import { expect, it } from 'vitest'
import { play } from '../test/support/playwright-runs.ts'
import { startSandbox } from '../test/support/sandbox.ts'

it('creates the account that the options describe', async () => {
  const sandbox = await startSandbox()

  const { out } = await play(
    sandbox.url,
    `
    test.use({ sandboxAccount: { name: 'Small', plan: 'Starter' } })
    test('a', async ({ request, account }) => {
      const headers = { Authorization: 'Bearer ' + account.key }
      const response = await request.get(account.baseUrl + '/campaigns', { headers })
      console.log(response.headers()['x-ratelimit-limit'])
    })`,
  )

  expect(out.trim()).toBe('100')
})
