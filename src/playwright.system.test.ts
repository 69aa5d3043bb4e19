import { expect, it } from 'vitest'
import { play } from '../test/support/playwright-runs.ts'
import { startSandbox } from '../test/support/sandbox.ts'

it('gives each worker an account, which begins each test as it was created', async () => {
  const sandbox = await startSandbox()
  const before = await sandbox.accounts.list()

  const { expected, out } = await play(
    `${sandbox.url}/`,
    `
    for (const n of [1, 2, 3, 4]) {
      test('test ' + n, async ({ account, clock, faults, request, requests }) => {
        const headers = { Authorization: 'Bearer ' + account.key }
        const list = () => request.get(account.baseUrl + '/campaigns', { headers })
        expect(await faults.list()).toEqual([])
        expect(await requests.list()).toEqual([])
        expect(Math.abs((await clock.now()) - ${Date.UTC(2026, 0, 15, 9, 30)})).toBeLessThan(3600_000)
        expect((await (await list()).json()).data).toHaveLength(12)

        await clock.advance('2d')
        await faults.add({ operation: 'listCampaigns', error: 'server_error' })

        expect((await list()).status()).toBe(500)
        expect((await requests.list({ operation: 'listCampaigns' })).length).toBeGreaterThan(1)
        console.log(account.id)
      })
    }`,
  )

  const used = out.trim().split('\n')
  expect(expected).toBe(4)
  expect(used).toHaveLength(4)
  expect(new Set(used).size).toBe(2)
  expect(await sandbox.accounts.list()).toEqual(before)
  expect(await sandbox.faults.list()).toEqual([])
})
