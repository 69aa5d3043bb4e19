import { expect, it } from 'vitest'
import { abuse } from '../support/malformed/abuse.ts'
import { expectAnswersMeanwhile } from '../support/malformed/meanwhile.ts'
import { expectNoHarm } from '../support/malformed/no-harm.ts'
import { startSandbox } from '../support/sandbox.ts'

// `npm run test:soak -- abuse` sends 100,000. Another seed sends other requests: ABUSE_SEED=7 npm run test:system -- abuse-in-bulk
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it('takes 4,000 malformed requests without harm', { timeout: 120_000 }, () =>
  expectNoHarm(4_000, SEED),
)

it('refuses what is malformed and over the quota alike, and answers when that is renewed', async () => {
  const sandbox = await startSandbox({ fixture: 'empty', trustProxy: 1 })

  const { complaints, statuses } = await abuse(sandbox.port, 2000, SEED + 1)
  const refused = await sandbox.api.get('/auth/me')
  sandbox.advance({ hours: 1 })
  const answered = await sandbox.api.get('/auth/me')

  expect(complaints.slice(0, 5), `seed ${SEED + 1}`).toEqual([])
  expect(statuses.has(429)).toBe(true)
  expect([refused.status, answered.status]).toEqual([429, 200])
})

it.each([
  ['/core/dashboards', '2026-01-08'],
  ['/export/csv?type=mentions', '2016-02-01'],
])('answers others while it computes %s of many campaigns', expectAnswersMeanwhile)
