import { expect } from 'vitest'
import { startSandbox } from '../sandbox.ts'

/** Other callers are answered while figures of a thousand campaigns are computed, from the day `since`. */
export async function expectAnswersMeanwhile(path: string, since: string): Promise<void> {
  const { api } = await startSandbox()
  const figures = (start_date: string) =>
    api.get(path, { key: 'svc_test_enterprise', query: { start_date } })
  // What is loaded with the first request is not what is meant here.
  await figures('2026-01-14')
  let isDone = false
  let answered = 0

  const long = figures(since).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await api.get('/campaigns', { key: 'svc_test_starter', query: { limit: 1 } })
    answered++
  }

  expect((await long).status).toBe(200)
  expect(answered).toBeGreaterThan(2)
}
