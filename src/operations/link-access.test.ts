import { expect, it } from 'vitest'
import { exportOf, failureOf, open } from '../../test/support/records/downloads.ts'
import { startSandbox, type TestSandbox } from '../../test/support/sandbox.ts'

const FIXTURE =
  '{ accounts: [{ id: acc_again, keys: [{ token: svc_test_again }], campaigns: [{ name: Bikes, type: serp, keywords: [gravel bike], frequency: daily, domain: a.example }] }] }'

/** Links of an account that is removed and created again, from the same fixture and under the same id. */
async function recreated(sandbox: TestSandbox) {
  const create = () => sandbox.accounts.create({ fixture: FIXTURE, id: 'acc_again' })
  const { key } = await create()
  const token = key?.token ?? 'svc_test_again'
  const { download_url } = await exportOf(sandbox.api, { type: 'campaigns' }, { key: token })
  const opened = await open(download_url)
  await sandbox.accounts.delete('acc_again')
  const removed = await open(download_url)
  await create()
  return { opened, removed, again: await open(download_url) }
}

it('do not open after their account was removed, or created again under its id', async () => {
  const { opened, removed, again } = await recreated(await startSandbox())

  expect(opened.status).toBe(200)
  expect([removed.status, again.status]).toEqual([403, 403])
  // Equal, so that links do not reveal which accounts exist.
  expect(failureOf(removed)).toEqual(failureOf(again))
})

it.each([
  ['of the sandbox', (sandbox: TestSandbox) => sandbox.reset()],
  ['of the account', (sandbox: TestSandbox) => sandbox.reset({ account: 'acc_demo' })],
])('do not open after a reset %s', async (_, reset) => {
  const sandbox = await startSandbox()
  const { download_url } = await exportOf(sandbox.api)

  await reset(sandbox)

  expect((await open(download_url)).status).toBe(403)
})

it('do not open after the key that asked for them was deleted', async () => {
  const sandbox = await startSandbox()
  const key = await sandbox.keys.create({ name: 'Leaked', permissions: ['*'] })
  const leaked = await exportOf(sandbox.api, {}, { key: key.token })
  const other = await exportOf(sandbox.api)
  const before = await open(leaked.download_url)

  await sandbox.keys.delete(key.id)

  const after = await open(leaked.download_url)
  expect([before.status, after.status]).toEqual([200, 403])
  expect(failureOf(after).message).toContain('was deleted')
  expect((await open(other.download_url)).status).toBe(200)
})

it('do not open after the key that asked for them has expired', async () => {
  const sandbox = await startSandbox()
  const key = await sandbox.keys.create({ name: 'Short', permissions: ['*'], expires_in: '1h' })
  const { download_url } = await exportOf(sandbox.api, {}, { key: key.token })

  sandbox.advance({ minutes: 59 })
  const before = await open(download_url)
  sandbox.advance({ minutes: 1 })

  expect([before.status, (await open(download_url)).status]).toEqual([200, 403])
})

it('do not open after a day', async () => {
  const sandbox = await startSandbox()
  const { download_url } = await exportOf(sandbox.api)

  sandbox.advance({ hours: 23 })
  const before = await open(download_url)
  sandbox.advance({ hours: 1 })

  const after = await open(download_url)
  expect([before.status, after.status]).toEqual([200, 403])
  expect(failureOf(after).message).toContain('This link expired at 2026-01-16T')
})
