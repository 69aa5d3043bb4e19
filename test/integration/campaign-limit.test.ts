import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { change } from '../support/overlays.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'
import { overlayFile, temporaryFolder } from '../support/temporary.ts'

it('an account has at most 10,000 campaigns', async () => {
  const fixture = join(temporaryFolder(), 'full.yaml')
  writeFileSync(
    fixture,
    'accounts: [{ id: acc_a, keys: [{ token: svc_test_demo }], generate_campaigns: 9999 }]',
  )
  const { api } = await startSandbox({ fixture })

  const last = await api.post('/campaigns', { body: CAMPAIGN })
  const more = await api.post('/campaigns', { body: CAMPAIGN })
  await api.delete(`/campaigns/${last.body.data.id}`)
  const again = await api.post('/campaigns', { body: CAMPAIGN })

  expect([last.status, more.status, again.status]).toEqual([201, 400, 201])
  expect(more.body.error).toMatchObject({
    code: 'invalid_request',
    message: 'This account has 10000 campaigns; the maximum is 10000. Delete one and try again.',
    details: { limit: 10_000 },
  })
})

it('an overlay lowers the limit, but does not raise it', async () => {
  const limited = (per_account: number) =>
    startSandbox({ overlay: overlayFile(change('$', { 'x-campaigns': { per_account } })) })
  const { api } = await limited(13)

  const { status } = await api.post('/campaigns', { body: CAMPAIGN })
  const more = await api.post('/campaigns', { body: CAMPAIGN })

  expect([status, more.status]).toEqual([201, 400])
  await expect(limited(10_001)).rejects.toThrow('x-campaigns.per_account')
})
