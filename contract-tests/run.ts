import { withoutKeys } from './http/masking.ts'
import type { Json } from './http/reading.ts'
import type { Settings } from './http/settings.ts'
import { runJourney } from './journey/journey.ts'
import type { Findings } from './learning/learn.ts'
import type { Leftover, RunResult } from './report/result.ts'
import { assumedDocument } from './specification/documents.ts'
import { findingsOf, judgeAll, provable, resultOf } from './verdicts.ts'

export { provable }

export interface RunHooks {
  /** Ends the run early; it still deletes what it created. */
  signal?: AbortSignal
  /** Called after each response. */
  onProgress?: () => void
  /** Called at the start with a function that returns what was created and not deleted so far. */
  onStart?: (leftovers: () => Leftover[]) => void
}

export interface RunOutput {
  result: RunResult
  /** Present if the run learned. */
  findings?: Findings
  /** The differences from `settings.baseline`. Present if the run learned. */
  changes?: Findings
}

/** A whole run: first every request, then every verdict. */
export async function runSuite(
  settings: Settings,
  { signal = new AbortController().signal, onProgress, onStart }: RunHooks = {},
): Promise<RunOutput> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const started = (leftovers: () => Leftover[]) =>
    onStart?.(() => withoutKeys(settings, leftovers()))
  const journey = await runJourney(settings, signal, onProgress, started)
  const { evidence, cannotRun } = journey
  const verdicts = cannotRun === undefined ? judgeAll(evidence) : []
  const durationMs = Math.round(performance.now() - start)
  const result = resultOf(journey, verdicts, { startedAt, durationMs, interrupted: signal.aborted })
  if (!settings.learn || cannotRun !== undefined) return { result }
  const learned = (base: { document: Json; unknown?: readonly string[] }) =>
    findingsOf(evidence, verdicts, startedAt, base)
  return {
    result,
    findings: learned({ document: settings.document ?? assumedDocument }),
    ...(settings.baseline && { changes: learned(settings.baseline) }),
  }
}
