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
