import { expect } from 'vitest'
import { controlOf } from './control.ts'
import { startSandbox } from './sandbox.ts'

/** What a preview of a request with these actions answers. It changes nothing. */
export async function preview(request: object, ...actions: object[]) {
  const sandbox = await startSandbox()
  const control = controlOf(sandbox)
  const look = async () => ({
    campaigns: await (await sandbox.fetch('/_sandbox/api/campaigns')).json(),
    requests: await sandbox.requests.list(),
    faults: await sandbox.faults.list(),
  })
  await sandbox.faults.add({ error: 'server_error', count: 1 })
  const before = await look()
  const { status, body } = await control.post('/live-changes/preview', {
    body: { actions, request },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await look()).toEqual(before)
  return body.data
}

/** A preview shows the changed status of this failure. */
export async function expectFailureShown(failure: string): Promise<void> {
  const action = { target: `$.x-failures.${failure}`, update: { status: 418 } }

  const { after } = await preview({ path: '/campaigns', failure }, action)

  expect(after.status).toBe(418)
  expect(after.body.success).toBe(false)
}
