import type { FuzzResult } from '../../fuzz/result.ts'
import { type FuzzHooks, type FuzzSettings, fuzz } from '../../fuzz/run.ts'
import type { Settings } from '../../http/settings.ts'
import type { RunResult } from '../../report/result.ts'
import { type RunHooks, runSuite } from '../../run.ts'
import { settingsFor } from '../suite.ts'
import { type Planted, startStranger } from './start.ts'
import type { StyleName } from './world.ts'

export interface Checked {
  result: RunResult
  /** Names of the campaigns of the run that the server still has. */
  left: string[]
}

/** Runs the suite against a server of a stranger, with all keys. */
export async function checkStranger(
  style: StyleName,
  planted: Planted = {},
  more: Partial<Settings> = {},
  hooks: RunHooks = {},
): Promise<Checked> {
  const server = await startStranger(style, planted)
  try {
    const settings = settingsFor(server, { tokens: server.tokens, ...more })
    const { result } = await runSuite(settings, hooks)
    return { result, left: server.names().filter((name) => name.includes(settings.runId)) }
  } finally {
    await server.close()
  }
}

/** Fuzzes a server of a stranger, whose keys have quota to spend. */
export async function fuzzStranger(
  style: StyleName,
  { options, ...planted }: Planted,
  more: Partial<FuzzSettings>,
  hooks: FuzzHooks = {},
): Promise<{ result: FuzzResult; left: string[] }> {
  const server = await startStranger(style, {
    ...planted,
    options: { mainLimit: 1_000_000, ...options },
  })
  try {
    const settings: FuzzSettings = {
      ...settingsFor(server, { tokens: server.tokens }),
      maxRequests: Number.POSITIVE_INFINITY,
      maxTotal: Number.POSITIVE_INFINITY,
      runId: 'svc-fuzz-test',
      cases: 1,
      seed: 1,
      ...more,
    }
    const result = await fuzz(settings, hooks)
    return { result, left: server.names().filter((name) => name.includes(settings.runId)) }
  } finally {
    await server.close()
  }
}
