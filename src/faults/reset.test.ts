import { expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFile } from '../../test/support/temporary.ts'

const FIXTURE = `
accounts:
  - id: acc_demo
    name: Demo
    keys: [{ token: svc_test_demo, permissions: ['*'] }]
    faults: [{ name: Half, share: 0.5, error: server_error }]
`

it.each([
  ['its account', { account: 'acc_demo' }],
  ['all accounts', {}],
])('a reset of %s counts and draws from the beginning', async (_name, body) => {
  const sandbox = await startSandbox({ fixture: temporaryFile('half.yaml', FIXTURE) })
  const control = controlOf(sandbox)
  const statuses = async () => {
    const found: number[] = []
    for (let i = 0; i < 12; i++) found.push((await sandbox.api.get('/auth/me')).status)
    return found
  }
  const first = await statuses()

  await control.post('/reset', { body })

  expect((await control.get('/faults')).body.data).toMatchObject([{ matched: 0 }])
  expect(await statuses()).toEqual(first)
})
