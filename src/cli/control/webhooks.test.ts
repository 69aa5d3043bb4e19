import { expect, it } from 'vitest'
import { commandsAt } from '../../../test/support/processes/commands.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

async function start() {
  const sandbox = await startSandbox()
  const body = { url: 'https://example.com/hook', events: ['ranking.changed'] }
  const { id } = (await sandbox.api.post('/webhooks', { body })).body.data
  return { sandbox, id, run: commandsAt(sandbox.url) }
}

it('lists webhooks with their statistics', async () => {
  const { id, run } = await start()

  const { stdout } = await run('webhooks list')

  expect(stdout).toMatch(/^ID +URL +STATUS +DELIVERED +FAILED +ATTEMPTS +AVERAGE/)
  expect(stdout).toMatch(new RegExp(`${id} +https://example\\.com/hook +active +0 +0 +0 +–`))
})

it('sets headers and the rate limit, and removes them', async () => {
  const { sandbox, id, run } = await start()
  const headers = ['--header', 'X-Tenant: blue', 'Cookie: a=b']

  const set = await run(`webhooks set ${id} --rate-limit 5/second`, ...headers)
  const removed = await run(`webhooks set ${id} --no-headers --no-rate-limit`)

  expect(set.stdout).toBe(`${id}  5 a second\nX-Tenant: blue\nCookie: …\n`)
  expect(removed.stdout).toBe(`${id}  no rate limit\n`)
  expect(await sandbox.webhooks.get(id)).toMatchObject({ headers: {}, rate_limit: null })
})
