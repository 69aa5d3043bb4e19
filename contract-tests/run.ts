import { withoutKeys } from './http/masking.ts'
import type { Settings } from './http/settings.ts'
import { type Journey, runJourney } from './journey/journey.ts'
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
  const verdicts = journey.cannotRun === undefined ? judgeAll(journey.evidence) : []
  const durationMs = Math.round(performance.now() - start)
  const run = { ...partsOf(journey, settings), verdicts, startedAt, durationMs }
  const learns = settings.learn && journey.cannotRun === undefined
  const findings = learns && findingsOf(run, { document: settings.document ?? assumedDocument })
  const changes = learns && settings.baseline && findingsOf(run, settings.baseline)
  return {
    result: resultOf({ ...run, interrupted: signal.aborted }),
    ...(findings && { findings }),
    ...(changes && { changes }),
  }
}

function partsOf({ evidence, client, leftovers, cannotRun }: Journey, settings: Settings) {
  const requests = {
    ...client.budget.counts,
    total: client.budget.total,
    repeated: client.budget.repeated,
    allowed: { main: settings.maxRequests, total: settings.maxTotal },
  }
  return { evidence, exchanges: client.exchanges, leftovers, cannotRun, requests }
}
