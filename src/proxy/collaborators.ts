import type { UpstreamChange, UpstreamState } from '../pipeline/upstream.ts'
import type { Captured, HeaderPair } from './captured.ts'
import type { Passage } from './passage.ts'

/** An answer of the upstream before it is passed on, or why there is none. */
export type Outcome =
  | { status: number; body: Uint8Array | undefined; headers: readonly HeaderPair[] }
  | { failure: NonNullable<Captured['failure']> }

/** Decides what the sandbox answers in place of the upstream; `hybrid.ts` has it. */
export interface Hybrid {
  /** Fault rules and delays. False if the request is answered or hung up; throws the error of a rule. */
  prepare(passage: Passage): Promise<boolean>
  /** Whether the sandbox answers. */
  takes(passage: Passage): boolean | Promise<boolean>
  /** Whether the sandbox answers after all, because the upstream lacks the operation. Nothing was sent to the client yet. */
  takesMissing(passage: Passage, outcome: Outcome): boolean
  /** Sees each exchange with the upstream when it is over. */
  observed(captured: Captured): void
  change(change: Pick<UpstreamChange, 'sandboxOperations' | 'sandboxMissing'>): void
  state(): Pick<UpstreamState, 'sandbox_operations' | 'sandbox_missing'>
}
