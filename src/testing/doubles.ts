import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Findings } from '../../contract-tests/learning/learn.ts'
import { changesOf, overlayText } from '../../contract-tests/learning/overlay.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { settingsFor } from '../../contract-tests/self-test/suite.ts'
import type { Variation } from '../../contract-tests/self-test/variations.ts'
import { runAndLearn, runSuite } from '../../contract-tests/support/run.ts'
import type { Settings } from '../../contract-tests/support/settings.ts'
import type { JsonObject } from '../document/json.ts'
import { loadDocument } from '../document/load.ts'
import { createSandbox } from '../index.ts'
import { temporaryFolder } from './temporary.ts'

/** What `check --level assumed` with what was learned has against the server and against the sandbox. */
export interface Double {
  findings: Findings
  server: string[]
  sandbox: string[]
}

/** The budget of a run that learns. */
const LEARNING = { maxRequests: 110, maxTotal: 190 }

// Many servers differ in nothing that shows, and one sandbox with their overlay is like another.
const sandboxes = new Map<string, Promise<string[]>>()

/** Learns from a server, and holds it and the sandbox that takes its place against what was learned. */
export async function doubleOf({ twist }: Pick<Variation, 'twist'>): Promise<Double> {
  const server = await startServer(twist)
  try {
    const settings = settingsFor(server)
    const { findings, result } = await runAndLearn({ ...settings, ...LEARNING })
    if (!findings) throw new Error(`Nothing could be learned: ${result.reason}`)
    const file = join(temporaryFolder(), 'learned.overlay.yaml')
    writeFileSync(file, overlayText(findings.overlay, 'learned.overlay.har'))
    const document = await loadDocument({ overlays: [file], apiVersion: undefined })
    const key = changesOf(findings.overlay.actions)
    const known = sandboxes.get(key) ?? differencesOfSandbox(file, document)
    sandboxes.set(key, known)
    return {
      findings,
      server: await differences({ ...settings, document }),
      sandbox: await known,
    }
  } finally {
    await server.close()
  }
}

async function differencesOfSandbox(file: string, document: JsonObject): Promise<string[]> {
  const sandbox = await createSandbox({ overlay: [file], log: 'silent' })
  try {
    return await differences({
      ...settingsFor({ baseUrl: sandbox.url, tokens: SANDBOX_TOKENS } as never),
      document,
    })
  } finally {
    await sandbox.close()
    rmSync(file)
  }
}

const SANDBOX_TOKENS = {
  main: 'svc_test_demo',
  restricted: 'svc_restricted_readonly',
  limited: 'svc_test_limited',
  revoked: 'svc_test_revoked',
}

async function differences(settings: Settings): Promise<string[]> {
  const result = await runSuite({ ...settings, level: 'assumed' })
  const failures = result.checks.flatMap((check) => check.failures)
  return failures.map(
    ({ statement, expected, actual }) => `${statement}: expected ${expected}, got ${actual}`,
  )
}
