import { expect, it } from 'vitest'
import type { FuzzResult } from '../fuzz/result.ts'
import { type FuzzHooks, type FuzzSettings, fuzz } from '../fuzz/run.ts'
import { type Mutation, type RunningServer, startServer } from './server.ts'
import type { StatefulFault } from './stateful-faults.ts'
import { HURRIED, settingsFor } from './suite.ts'
import type { Variation } from './variations.ts'

export interface Fuzzed {
  result: FuzzResult
  /** Names of the campaigns of the run that the server still has. */
  left: string[]
}

/** Fuzzes a server of its own with three keys, which have quota to spend unless the mutation says otherwise. */
export async function fuzzServer(
  mutation: Mutation,
  more: Partial<FuzzSettings>,
  hooks: FuzzHooks = {},
): Promise<Fuzzed> {
  const server = await startServer({ ...mutation, settings: { ...RICH, ...mutation.settings } })
  try {
    const settings = fuzzSettingsFor(server, mutation, more)
    const result = await fuzz(settings, hooks)
    const names = server.campaigns().map(({ name }) => JSON.stringify(name))
    return { result, left: names.filter((name) => name.includes(settings.runId)) }
  } finally {
    await server.close()
  }
}

const RICH = { mainLimit: 1_000_000, restrictedLimit: 1_000_000 }

export function fuzzSettingsFor(
  server: RunningServer,
  { settings }: Mutation,
  more: Partial<FuzzSettings>,
): FuzzSettings {
  const { main, restricted, other } = server.tokens
  // The other key would be of the account of the restricted one.
  const isApart = settings?.restrictedAccount !== 'acc_other'
  return {
    ...settingsFor(server),
    tokens: { main, restricted, ...(isApart && { other }) },
    maxRequests: Number.POSITIVE_INFINITY,
    maxTotal: Number.POSITIVE_INFINITY,
    runId: 'svc-fuzz-test',
    cases: 1,
    seed: 1,
    ...more,
  }
}

/** A test for each variation: no case breaks a rule, and nothing is left behind. */
export function playFairWith(variations: Variation[], cases: number): void {
  it.concurrent.each(variations)('accuses nobody of: $name', async ({ mutation }) => {
    const { result, left } = await fuzzServer(mutation, { cases, seed: 20 })

    expect(result.failure).toBeUndefined()
    // A server that grants few requests is left alone before the first of them is spent.
    expect(result.outcome).toBe(mutation.settings?.mainLimit === 100 ? 'could_not_run' : 'passed')
    expect(left).toEqual([])
  })
}

/** A test for each fault: it is found, and by as few requests as can show it. */
export function findEach(faults: StatefulFault[], cases: number): void {
  it.concurrent.each(faults)('finds and shrinks: $name', async ({ mutation, requests }) => {
    const { result } = await fuzzServer(mutation, { cases, seed: SEED, ...HURRIED })

    expect(result.outcome).toBe('failed')
    expect(result.failure?.requests.length).toBeLessThanOrEqual(requests)
  })
}

/** One under which each is found early, so that the tests are quick. */
export const SEED = 4
