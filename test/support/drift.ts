import { onTestFinished } from 'vitest'
import type { Settings } from '../../contract-tests/http/settings.ts'
import { overlayText } from '../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { type Mutation, startServer } from '../../contract-tests/self-test/server.ts'
import { settingsFor } from '../../contract-tests/self-test/suite.ts'
import { type Baseline, type Drift, driftOf, readBaseline } from '../../src/cli/drift.ts'
import { temporaryFile } from './temporary.ts'

/** A self-test server as `check --learn staging.overlay.yaml` wrote it down. */
export async function learnedBefore(mutation?: Mutation): Promise<Baseline> {
  const { findings } = await learn(mutation)
  if (!findings) throw new Error('The run learned nothing.')
  return readBaseline(temporaryFile('staging.overlay.yaml', overlayText(findings.overlay, 'x.har')))
}

/** What `check --compare` prints for a self-test server. */
export async function driftTo(
  mutation: Mutation | undefined,
  baseline: Baseline,
  more: Partial<Settings> = {},
): Promise<Drift> {
  const { changes } = await learn(mutation, { baseline, ...more })
  if (!changes) throw new Error('The run compared nothing.')
  return driftOf(baseline, changes, { server: 'https://staging.test', colour: false, width: 100 })
}

async function learn(mutation: Mutation | undefined, more: Partial<Settings> = {}) {
  const server = await startServer(mutation)
  onTestFinished(() => server.close())
  return runSuite({
    ...settingsFor(server),
    ...{ learn: true, maxRequests: 110, maxTotal: 190 },
    ...more,
  })
}
