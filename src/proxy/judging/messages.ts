import type { Settings } from '../../../contract-tests/http/settings.ts'
import type { RunResult } from '../../../contract-tests/report/result.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Finding, Violation } from '../../schema/traffic.ts'
import type { Captured } from '../captured.ts'

/** The start data of the thread that judges. */
export interface JudgingData {
  /** The served document; undefined for the packaged one. */
  document: JsonObject | undefined
  settings: JudgingSettings
}

export type JudgingSettings = Omit<Settings, 'tokens' | 'document'> & {
  tokens: Partial<Settings['tokens']>
}

/** Messages to the thread. A new document gets no reply: it counts for the jobs after it. */
export type JudgingMessage = JudgingJob | (Pick<JudgingData, 'document'> & { kind: 'document' })

/** A job for the thread. */
export type JudgingJob =
  | { id: number; kind: 'judge' | 'request'; captured: Captured }
  | { id: number; kind: 'finish'; asked: FinishRequest }

/** The data that the end of a proxy needs. */
export interface FinishRequest {
  violations: readonly Violation[]
  unjudged: number
  startedAt: string
  durationMs: number
}

/** Messages from the thread: first that it is ready, then one reply per job. */
export type JudgingAnswer =
  | { kind: 'ready' }
  | { kind: 'found'; id: number; findings: Finding[] }
  | { kind: 'unjudged'; id: number; reason: string }
  | { kind: 'finished'; id: number; report: RunResult }
