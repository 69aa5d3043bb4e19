import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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

/** A document with what was learned, and what the sandbox that serves it was found to do otherwise. */
interface Served {
  document: JsonObject
  sandbox: string[]
}

// Many servers differ in nothing that shows, and one sandbox with their overlay is like another.
const served = new Map<string, Promise<Served>>()

/** Learns from a server, and holds it and the sandbox that takes its place against what was learned. */
export async function doubleOf({ twist }: Pick<Variation, 'twist'>): Promise<Double> {
  const server = await startServer(twist)
  try {
    const settings = settingsFor(server)
    const { findings, result } = await runAndLearn({ ...settings, ...LEARNING })
    if (!findings) throw new Error(`Nothing could be learned: ${result.reason}`)
    const key = changesOf(findings.overlay.actions)
    const known = served.get(key) ?? serve(findings)
    served.set(key, known)
    const { document, sandbox } = await known
    return { findings, server: await differences({ ...settings, document }), sandbox }
  } finally {
    await server.close()
  }
}

async function serve({ overlay }: Findings): Promise<Served> {
  const file = join(temporaryFolder(), 'learned.overlay.yaml')
  writeFileSync(file, overlayText(overlay, 'learned.overlay.har'))
  const document = await loadDocument({ overlays: [file], apiVersion: undefined })
  const sandbox = await createSandbox({ overlay: [file], log: 'silent' })
  try {
    const settings = settingsFor({ baseUrl: sandbox.url, tokens: SANDBOX_TOKENS })
    return { document, sandbox: await differences({ ...settings, document }) }
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

/** Learning and serving one takes more than a second: all of them are tried by `npm run doubles`. */
const EVERY = process.env.SVC_ALL_DOUBLES ? 1 : 6

/**
 * A test for each variation, or for some spread over all of them: what is learned of it holds of it, and of the sandbox in
 * its place.
 */
export function doubleEach(variations: Variation[]): void {
  const tried = variations.filter((_variation, index) => index % EVERY === 0)
  it.each(tried)('doubles: $name', async (variation) => {
    const { server, sandbox } = await doubleOf(variation)

    expect(server).toEqual([])
    expect(sandbox).toEqual([])
  })
}
