import { expect, it } from 'vitest'
import { abuse } from '../support/malformed/abuse.ts'
import { startSandbox } from '../support/sandbox.ts'

// Another seed sends other requests: ABUSE_SEED=7 npm run test:system -- abuse-in-bulk
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it('refuses what is malformed and over the quota alike, and answers when that is renewed', async () => {
  const sandbox = await startSandbox({ fixture: 'empty', trustProxy: 1 })

  const { complaints, statuses } = await abuse(sandbox.port, 2000, SEED)
  const refused = await sandbox.api.get('/auth/me')
  sandbox.advance({ hours: 1 })
  const answered = await sandbox.api.get('/auth/me')

  expect(complaints.slice(0, 5), `seed ${SEED}`).toEqual([])
  expect(statuses.has(429)).toBe(true)
  expect([refused.status, answered.status]).toEqual([429, 200])
})

it.each([
  ['/core/dashboards', '2026-01-08'],
  ['/core/dashboards/intelligence-overview', '2025-12-15'],
  ['/export/csv?type=mentions', '2016-02-01'],
])('answers others while it computes %s of a thousand campaigns since %s', async (path, since) => {
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
})
