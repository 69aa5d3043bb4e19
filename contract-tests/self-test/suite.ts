import { expect, it } from 'vitest'
import { DEFAULTS, type Settings } from '../http/settings.ts'
import type { RunResult } from '../report/result.ts'
import { runSuite } from '../run.ts'
import type { Fault } from './faults.ts'
import { type Mutation, startServer } from './server.ts'
import { TOKENS } from './service.ts'
import type { Variation } from './variations.ts'

/** A server that is broken all the time makes the suite wait and repeat, which helps it no more if it takes long. */
export const HURRIED = { patience: 0.03 }

/** A test for each fault: the suite fails the server, and names a fact that it breaks, or no other. */
export function catchEach(faults: Fault[]): void {
  it.concurrent.each(faults)('catches: $name', async ({ facts, only, mutation, needsOther }) => {
    const { result } = await checkServer(mutation, {
      ...HURRIED,
      ...(needsOther && { tokens: TOKENS }),
    })

    const named = result.checks.flatMap(({ failures }) => failures.map(({ fact }) => fact))
    expect(named.filter((fact) => facts.includes(fact as string)).length).toBeGreaterThan(0)
    if (only) expect(facts).toEqual(expect.arrayContaining(named))
    expect(result.outcome).toMatch(/^(failed|cut_short)$/)
    expectWithinBudget(result)
  })
}

/** A test for each variation: the suite fails nothing, and leaves nothing behind. */
export function acquitEach(variations: Variation[]): void {
  it.concurrent.each(variations)('acquits: $name', async ({ mutation }) => {
    const { result, left } = await checkServer(mutation)

    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.outcome).toMatch(/^(passed|incomplete)$/)
    expectWithinBudget(result)
    expect(left).toEqual([])
  })
}

/** A sample spread over the whole list. */
export function everyNth<Item>(n: number, items: Item[]): Item[] {
  return items.filter((_item, index) => index % n === 0)
}

/** A request that had to be sent again does not count. */
function expectWithinBudget({ requests: { main, total, repeated } }: RunResult): void {
  expect(main - repeated.main).toBeLessThanOrEqual(80)
  expect(total - repeated.total).toBeLessThanOrEqual(140)
}

/** Checks a server of its own for it; `left` are the campaigns of the run that it still has. */
export async function checkServer(
  mutation?: Mutation,
  more: Partial<Settings> = {},
): Promise<{ result: RunResult; left: string[] }> {
  const server = await startServer(mutation)
  try {
    const settings = settingsFor(server, more)
    const { result } = await runSuite(settings)
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
    // No real waits: the test decides when a limit ends.
    leastWaitMs: 0,
    level: 'stated',
    baseUrl: server.baseUrl,
    tokens: { main, restricted, limited, revoked },
    runId: 'svc-check-test',
    version: '0.0.0',
    ...more,
  }
}
