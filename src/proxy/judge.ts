import type { RunResult } from '../../contract-tests/report/result.ts'
import type { ViolationFilter } from '../pipeline/upstream.ts'
import type { Finding, Violation } from '../schema/traffic.ts'
import type { Captured } from './captured.ts'

/** The findings in one exchange. */
export interface Verdict {
  /** Ids of the violations, each once. */
  violations: readonly string[]
  /** Why the exchange was not judged. */
  unjudged?: string
}

/** Judges what passes; `judging/judge-worker.ts` does it in a worker thread. */
export interface Judge {
  /** Gets ready, so that the first exchange need not wait. Called when the proxy listens. */
  start?(): void
  /** Judges both directions of an exchange, and keeps what it found. Undefined if it came too fast; never rejects. */
  judge(captured: Captured): Promise<Verdict | undefined>
  /** The problems of a request that was not sent yet. Keeps nothing. Never rejects. */
  judgeRequest(captured: Captured): Promise<readonly Finding[]>
  violations(filter?: ViolationFilter): readonly Violation[]
  /** Forgets all violations, and returns their number. */
  clear(): number
  /** Findings in the traffic; present after `close`, if a report was asked for. */
  readonly report?: RunResult | undefined
  /** Finishes what was passed to it. May be called twice. */
  close(): Promise<void>
}

/** Called when a violation was found, the first time or again. */
export type OnViolation = (violation: Violation) => void
