import { expect, it } from 'vitest'
import { outputOf } from '../../../test/support/processes/commands.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { listWebhooks, setWebhook } from './webhooks.ts'

async function start() {
  const sandbox = await startSandbox()
  const body = { url: 'https://example.com/hook', events: ['ranking.changed'] }
  const { id } = (await sandbox.api.post('/webhooks', { body })).body.data
  return { sandbox, id, flags: { url: sandbox.url } }
}

it('lists webhooks with their statistics', async () => {
  const { id, flags } = await start()

  const { stdout } = await outputOf(() => listWebhooks(flags))

  expect(stdout).toMatch(/^ID +URL +STATUS +DELIVERED +FAILED +ATTEMPTS +AVERAGE/)
  expect(stdout).toMatch(new RegExp(`${id} +https://example\\.com/hook +active +0 +0 +0 +–`))
})

it('sets headers and the rate limit, and removes them', async () => {
  const { sandbox, id, flags } = await start()
  const change = { header: ['X-Tenant: blue', 'Cookie: a=b'], rateLimit: '5/second' }

  const set = await outputOf(() => setWebhook(id, { ...flags, ...change }))
  const removed = await outputOf(() =>
    setWebhook(id, { ...flags, headers: false, rateLimit: false }),
  )

  expect(set.stdout).toBe(`${id}  5 a second\nX-Tenant: blue\nCookie: …\n`)
  expect(removed.stdout).toBe(`${id}  no rate limit\n`)
  expect(await sandbox.webhooks.get(id)).toMatchObject({ headers: {}, rate_limit: null })
})
