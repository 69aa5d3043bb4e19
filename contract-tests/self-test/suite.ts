import { expect, it } from 'vitest'
import type { RunResult } from '../report/result.ts'
import { runSuite } from '../support/run.ts'
import { DEFAULTS, type Settings } from '../support/settings.ts'
import type { Fault } from './faults.ts'
import { startServer, type Twist } from './server.ts'
import type { Variation } from './variations.ts'

/** A test for each fault: the suite fails the server, and names a fact that it breaks. */
export function catchEach(faults: Fault[]): void {
  it.each(faults)('catches: $name', async ({ facts, twist }) => {
    const { result } = await checkServer(twist)

    const named = result.checks.flatMap(({ failures }) => failures.map(({ fact }) => fact))
    expect(named.filter((fact) => facts.includes(fact as string)).length).toBeGreaterThan(0)
    expect(result.outcome).toMatch(/^(failed|cut_short)$/)
    expectWithinBudget(result)
  })
}

/** A test for each variation: the suite fails nothing, and leaves nothing behind. */
export function acquitEach(variations: Variation[]): void {
  it.each(variations)('acquits: $name', async ({ twist }) => {
    const { result, left } = await checkServer(twist)

    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.outcome).toBe('passed')
    expectWithinBudget(result)
    expect(left).toEqual([])
  })
}

function expectWithinBudget({ requests }: RunResult): void {
  expect(requests.main).toBeLessThanOrEqual(80)
  expect(requests.total).toBeLessThanOrEqual(140)
}

/** Checks a server of its own for it; `left` are the campaigns of the run that it still has. */
export async function checkServer(
  twist?: Twist,
  more: Partial<Settings> = {},
): Promise<{ result: RunResult; left: string[] }> {
  const server = await startServer(twist)
  try {
    const settings = settingsFor(server, more)
    const result = await runSuite(settings)
    const names = server.campaigns().map(({ name }) => String(name))
    return { result, left: names.filter((name) => name.includes(settings.runId)) }
  } finally {
    await server.close()
  }
}

/** Settings to check a server with, whose keys are like those of the self-test. */
export function settingsFor(
  server: {
    baseUrl: string
    tokens: Record<'main' | 'restricted' | 'limited' | 'revoked', string>
  },
  more: Partial<Settings> = {},
): Settings {
  const { main, restricted, limited, revoked } = server.tokens
  return {
    ...DEFAULTS,
    // Nothing to wait for: the servers are told when to relent.
    leastWaitMs: 0,
    level: 'stated',
    baseUrl: server.baseUrl,
    tokens: { main, restricted, limited, revoked },
    runId: 'svc-check-test',
    version: '0.0.0',
    ...more,
  }
}
