import { expect, it } from 'vitest'
import { startSandbox } from '../../../../test/support/sandbox.ts'
import { eventKindsOf, operationsOf, tokenTypesOf } from './document.ts'

/** The document as the console reads it. */
async function documentOf({ port }: { port: number }) {
  const response = await fetch(`http://127.0.0.1:${port}/docs/openapi.json`)
  return (await response.json()) as Record<string, unknown>
}

it('lists operations with their permissions and required query parameters', async () => {
  const sandbox = await startSandbox()
  const response = await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/specification`)
  const { data } = (await response.json()) as { data: { operations: { id: string }[] } }

  const operations = operationsOf(await documentOf(sandbox))

  const ids = data.operations.map(({ id }) => id)
  expect(operations.map(({ id }) => id)).toEqual(ids)
  expect(operations).toContainEqual({
    id: 'getRankings',
    method: 'GET',
    path: '/serp/rankings',
    permissions: ['rankings:read'],
    needs: ['campaign_id'],
  })
})

it('lists the permissions of keys', async () => {
  const sandbox = await startSandbox()

  const permissions = [
    ...new Set(operationsOf(await documentOf(sandbox)).flatMap((each) => each.permissions)),
  ]
  const made = await sandbox.keys.create({ name: 'All of them', permissions })

  expect(made.permissions).toEqual(permissions)
})

it('lists event kinds and token types', async () => {
  const api = await documentOf(await startSandbox())

  expect(eventKindsOf(api).map(({ name }) => name)).toContain('ranking.changed')
  expect(eventKindsOf(api)[0]?.description).toBeTruthy()
  expect(tokenTypesOf(api)).toContainEqual(
    expect.objectContaining({ type: 'restricted', prefixes: ['svc_restricted_'] }),
  )
})
