import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { DEFAULTS } from '../../contract-tests/http/settings.ts'
import type { RunResult } from '../../contract-tests/report/result.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { postgres } from '../support/postgres.ts'
import { ReplicaSet } from '../support/processes/replica-set.ts'

/** As `contract.test.ts`, but each request goes to the next of three processes. */
describe.skipIf(!postgres.isAvailable)('three replicas behind a load balancer', () => {
  let replicas: ReplicaSet
  let result: RunResult
  beforeAll(async () => {
    replicas = await ReplicaSet.start({ cli: inject('cli'), count: 3 })
    const run = await runSuite({
      ...DEFAULTS,
      level: 'assumed',
      baseUrl: `${replicas.balancer.url}/api`,
      tokens: {
        main: 'svc_test_demo',
        restricted: 'svc_restricted_readonly',
        limited: 'svc_test_limited',
        revoked: 'svc_test_revoked',
      },
      runId: 'svc-check-replicas',
      version: '0.0.0',
    })
    result = run.result
  })
  afterAll(() => replicas?.close())

  it('do all that is stated and all that we assume', () => {
    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.outcome).toBe('passed')
  })

  it('prove every fact that can be proved over HTTP', () => {
    const unproved = result.facts.filter(({ verdict }) => verdict !== 'pass')
    expect(unproved.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  })

  it('took part in it, all three of them', () => {
    const counts = [...replicas.balancer.answered.values()]

    expect(counts).toHaveLength(3)
    expect(Math.min(...counts)).toBeGreaterThan(30)
  })
})
