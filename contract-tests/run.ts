import type { Json } from './http/reading.ts'
import type { Settings } from './http/settings.ts'
import { type RunHooks, runJourney } from './journey/journey.ts'
import type { Findings } from './learning/learn.ts'
import type { RunResult } from './report/result.ts'
import { assumedDocument } from './specification/documents.ts'
import { findingsOf, judgeAll, provable, resultOf } from './verdicts.ts'

export { provable }

export interface RunOutput {
  result: RunResult
  /** Present if the run learned. */
  findings?: Findings
  /** The differences from `settings.baseline`. Present if the run learned. */
  changes?: Findings
}

/** A whole run: first every request, then every verdict. */
export async function runSuite(settings: Settings, hooks: RunHooks = {}): Promise<RunOutput> {
  const startedAt = new Date().toISOString()
  const start = performance.now()
  const journey = await runJourney(settings, hooks)
  const { evidence, cannotRun } = journey
  const verdicts = cannotRun === undefined ? judgeAll(evidence) : []
  const durationMs = Math.round(performance.now() - start)
  const result = resultOf(journey, verdicts, {
    startedAt,
    durationMs,
    interrupted: hooks.signal?.aborted === true,
  })
  if (!settings.learn || cannotRun !== undefined) return { result }
  const learned = (base: { document: Json; unknown?: readonly string[] }) =>
    findingsOf(evidence, verdicts, startedAt, base)
  return {
    result,
    findings: learned({ document: settings.document ?? assumedDocument }),
    ...(settings.baseline && { changes: learned(settings.baseline) }),
  }
}
