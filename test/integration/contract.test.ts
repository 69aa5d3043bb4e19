import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../contract-tests/http/settings.ts'
import type { RunResult } from '../../contract-tests/report/result.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { createSandbox } from '../../src/index.ts'

/** The sandbox against the suite, statements and assumptions: it has to do just as its document says. */
describe('the sandbox', () => {
  let result: RunResult
  beforeAll(async () => {
    const sandbox = await createSandbox({ log: 'silent' })
    try {
      const run = await runSuite({
        ...DEFAULTS,
        level: 'assumed',
        baseUrl: sandbox.url,
        tokens: {
          main: 'svc_test_demo',
          restricted: 'svc_restricted_readonly',
          limited: 'svc_test_limited',
          revoked: 'svc_test_revoked',
        },
        runId: 'svc-check-sandbox',
        version: '0.0.0',
      })
      result = run.result
    } finally {
      await sandbox.close()
    }
  })

  it('does all that is stated and all that we assume', () => {
    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.outcome).toBe('passed')
  })

  it('proves every fact that can be proved over HTTP', () => {
    const unproved = result.facts.filter(({ verdict }) => verdict !== 'pass')
    expect(unproved.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  })

  it('leaves nothing open that our document assumes', () => {
    const differing = result.observations.filter(({ differs }) => differs)
    expect(differing.map(({ sentence }) => sentence)).toEqual([])
    expect(result.observations.length).toBeGreaterThan(25)
  })
})
