import type { FuzzResult } from '../fuzz/replay.ts'
import { type FuzzSettings, fuzz } from '../fuzz/run.ts'
import { DEFAULTS, type Settings } from '../http/settings.ts'
import type { RunHooks } from '../journey/journey.ts'
import type { RunResult } from '../report/result.ts'
import { runSuite } from '../run.ts'
import { BUGS } from './bugs.ts'
import { VARIATIONS } from './fair.ts'
import {
  type Planted,
  type Planting,
  plantedBy,
  type RunningServer,
  startServer,
} from './server.ts'

/** A server that is broken all the time makes the suite wait and repeat, which helps it no more if it takes long. */
export const HURRIED = { patience: 0.03 }

/** The bug or the variation with this name, in the plain style. */
export function plantedAs(name: string): Planted {
  const found = [...BUGS, ...VARIATIONS].find((each) => each.name === name)
  if (!found) throw new Error(`There is no bug and no variation "${name}".`)
  return found
}

export interface Checked {
  result: RunResult
  /** Names of the campaigns of the run that the server still has. */
  left: string[]
}

/** Checks a server of its own. */
export async function checkServer(
  planting: Planting = {},
  more: Partial<Settings> = {},
  hooks: RunHooks = {},
): Promise<Checked> {
  const server = await startServer(planting)
  try {
    const settings = settingsFor(server, more)
    const { result } = await runSuite(settings, hooks)
    return { result, left: leftOn(server, settings.runId) }
  } finally {
    await server.close()
  }
}

/** Checks a server of its own and learns from it, with the budget of `svc-sandbox learn`. */
export async function learnFrom(planting: Planting = {}, more: Partial<Settings> = {}) {
  const server = await startServer(planting)
  try {
    const settings = {
      ...settingsFor(server),
      learn: true,
      maxRequests: 110,
      maxTotal: 190,
      ...more,
    }
    const { result, findings } = await runSuite(settings)
    if (!findings) throw new Error(`Nothing could be learned: ${result.reason}`)
    return { result, findings, left: server.campaigns(), tokens: server.tokens }
  } finally {
    await server.close()
  }
}

interface Fuzzed {
  result: FuzzResult
  left: string[]
}

/** Fuzzes a server of its own, whose keys have quota to spend unless the options say otherwise. */
export async function fuzzServer(
  planting: Planting,
  more: Partial<FuzzSettings>,
  hooks: RunHooks = {},
): Promise<Fuzzed> {
  const { options, ...planted } = plantedBy(planting)
  const server = await startServer({ ...planted, options: { mainLimit: 1_000_000, ...options } })
  try {
    const settings = fuzzSettingsFor(server, more)
    return { result: await fuzz(settings, hooks), left: leftOn(server, settings.runId) }
  } finally {
    await server.close()
  }
}

export function fuzzSettingsFor(
  server: RunningServer,
  more: Partial<FuzzSettings> = {},
): FuzzSettings {
  const { main, restricted, other } = server.tokens
  return {
    ...settingsFor(server),
    tokens: { main, restricted, other },
    maxRequests: Number.POSITIVE_INFINITY,
    maxTotal: Number.POSITIVE_INFINITY,
    runId: 'svc-fuzz-test',
    cases: 1,
    seed: 1,
    ...more,
  }
}

function leftOn(server: RunningServer, runId: string): string[] {
  return server
    .campaigns()
    .map(({ name }) => JSON.stringify(name))
    .filter((name) => name.includes(runId))
}

/** Settings to check a server with, with four of its keys. */
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
