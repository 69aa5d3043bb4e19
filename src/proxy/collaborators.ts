import type { UpstreamChange, UpstreamState } from '../pipeline/upstream.ts'
import type { Captured, CapturedMessage, HeaderPair } from './captured.ts'
import type { Passage } from './passage.ts'

/** A request whose body was read whole; undefined if it is larger than 1 MB. */
export type CapturedRequest = Pick<Captured, 'id' | 'method' | 'target' | 'apiPath'> & {
  request: CapturedMessage
}

/** An answer from a cassette; its body is decoded or not, as its headers say. */
export interface Recorded {
  status: number
  statusMessage: string
  headers: readonly HeaderPair[]
  body: Uint8Array
  trailers?: readonly HeaderPair[]
}

/** Records and replays; `cassette/` has it. */
export interface Cassettes {
  /** Whether answers are looked up, and whether exchanges are recorded, in the present mode. */
  readonly replays: boolean
  readonly records: boolean
  /** The recorded answer; undefined to ask the upstream. Throws an ApiError where only a recording may answer. */
  answer(request: CapturedRequest): Promise<Recorded | undefined>
  /** Returns at once and never throws. */
  record(captured: Captured): void
  /** Rejects with an ApiError. */
  change(change: Pick<UpstreamChange, 'mode' | 'cassette'>): Promise<void>
  state(): Pick<UpstreamState, 'mode' | 'cassette' | 'recorded' | 'replayed'>
  close(): Promise<void>
}

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
