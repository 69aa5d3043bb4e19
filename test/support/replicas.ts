import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Settings } from '../../contract-tests/http/settings.ts'
import type { Findings } from '../../contract-tests/learning/learn.ts'
import { changesOf, overlayText } from '../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../contract-tests/run.ts'
import type { Variation } from '../../contract-tests/self-test/changes.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { settingsFor } from '../../contract-tests/self-test/suite.ts'
import { createSandbox } from '../../src/index.ts'
import { loadDocument } from '../../src/openapi/load.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { temporaryFolder } from './temporary.ts'

/** The budget of a run that learns. */
const LEARNING = { learn: true, maxRequests: 110, maxTotal: 190 }

/** The learned document, and how the sandbox that serves it differs from it. */
interface Served {
  document: JsonObject
  sandbox: string[]
}

// Many servers lead to the same overlay, and sandboxes with the same overlay are alike.
const served = new Map<string, Promise<Served>>()

/** Learns from a server, and checks it and its replica with `--level assumed` against what was learned. */
async function replicate(variation: Variation) {
  const server = await startServer(variation)
  try {
    const settings = settingsFor(server)
    const { findings, result } = await runSuite({ ...settings, ...LEARNING })
    if (!findings) throw new Error(`Nothing could be learned: ${result.reason}`)
    const key = changesOf(findings.overlay.actions)
    const known = served.get(key) ?? serve(findings)
    served.set(key, known)
    const { document, sandbox } = await known
    return { server: await differences({ ...settings, document }), sandbox }
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
  const { result } = await runSuite({ ...settings, level: 'assumed' })
  const failures = result.checks.flatMap((check) => check.failures)
  return failures.map(
    ({ statement, expected, actual }) => `${statement}: expected ${expected}, got ${actual}`,
  )
}

/** A test for each variation: what is learned from it is true of it, and of its replica. */
export function replicateEach(variations: Variation[]): void {
  it.each(variations)('replicates: $name', async (variation) => {
    const { server, sandbox } = await replicate(variation)

    expect(server).toEqual([])
    expect(sandbox).toEqual([])
  })
}
