import { expect } from 'vitest'
import { CAMPAIGN, startSandbox } from '../sandbox.ts'
import { abuse } from './abuse.ts'

/** Sends so many malformed requests to a sandbox of the test's own, and checks its answers and what it holds. */
export async function expectNoHarm(number: number, seed: number): Promise<void> {
  const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })

  const { sent, complaints } = await abuse(sandbox.port, number, seed)
  const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const list = await sandbox.api.get('/campaigns', { query: { limit: 1000 } })

  expect(complaints.slice(0, 5), `seed ${seed}`).toEqual([])
  expect(sent).toBe(number)
  expect(created.status).toBe(201)
  expect(list.text).not.toContain('polluted')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
}
