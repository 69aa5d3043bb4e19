import { expect, it } from 'vitest'
import { startSandbox } from '../../../../../test/support/sandbox.ts'
import { replacementOf } from './key-rotation.ts'

it('makes a key with the same terms, valid for as long from now on', async () => {
  const sandbox = await startSandbox()
  const terms = {
    name: 'Feed',
    type: 'restricted',
    permissions: ['campaigns:*', 'rankings:read'],
    rate_limit: 70,
    allowed_ips: ['203.0.113.0/24'],
  }
  const limited = await sandbox.keys.create({ ...terms, expires_in: '90d' })
  const endless = await sandbox.keys.create({ name: 'All' })
  sandbox.advance({ days: 30 })

  const next = await sandbox.keys.create(replacementOf(limited))
  const second = await sandbox.keys.create(replacementOf(endless))

  expect(next).toMatchObject({ ...terms, expires_at: '2026-05-15T09:30:00.000Z' })
  expect(second).toMatchObject({
    name: 'All',
    permissions: ['*'],
    rate_limit: null,
    expires_at: null,
  })
  expect(next.token).not.toBe(limited.token)
})
