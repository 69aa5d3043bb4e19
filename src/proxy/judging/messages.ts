import type { Settings } from '../../../contract-tests/http/settings.ts'
import type { Findings } from '../../../contract-tests/learning/learn.ts'
import type { RunResult } from '../../../contract-tests/report/result.ts'
import type { RecordedFixture } from '../../../contract-tests/traffic/fixture.ts'
import type { Finding, Violation } from '../../../contract-tests/traffic/violation.ts'
import type { JsonObject } from '../../schema/json.ts'
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
  | { id: number; kind: 'relate' }
  | { id: number; kind: 'finish'; asked: FinishRequest }

/** A finding that an exchange showed together with earlier ones. */
export interface Related {
  finding: Finding
  /** Id of the request, and when it came, in epoch milliseconds. */
  request: string
  at: number
}

/** The data that the end of a proxy needs. */
export interface FinishRequest {
  violations: readonly Violation[]
  unjudged: number
  startedAt: string
  durationMs: number
  /** Whether differences from the document are wanted, as an overlay. */
  learns: boolean
  /** A document that is compared with, and what was not known of it. */
  baseline: { document: JsonObject; unknown: readonly string[] } | undefined
  /** Whether a fixture is wanted. */
  records: boolean
}

/** Findings in the traffic. */
export interface TrafficReport {
  result: RunResult
  findings?: Findings
  /** The differences from the baseline. */
  changes?: Findings
  fixture?: RecordedFixture
}

/** Messages from the thread: first that it is ready, then one reply per job. */
export type JudgingAnswer =
  | { kind: 'ready' }
  | { kind: 'found'; id: number; findings: Finding[] }
  | { kind: 'related'; id: number; found: Related[] }
  | { kind: 'unjudged'; id: number; reason: string }
  | { kind: 'finished'; id: number; report: TrafficReport }
