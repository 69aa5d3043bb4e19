/** Who answered a request that an app made. */
export type Source = 'upstream' | 'sandbox' | 'cassette'

/** The kind of violation: a stated fact was contradicted, or an assumption differs. */
export type ViolationKind = 'contradicts_stated' | 'differs_from_assumption'

/** Who broke it: the client with its request, or the server with its response. */
export type Direction = 'request' | 'response'

/** The part of a violation that all its occurrences share. */
export interface ViolationCause {
  kind: ViolationKind
  direction: Direction
  /** operationId; undefined outside of the known operations. */
  operation?: string
  /** Id of the stated fact, such as `4.6`. */
  fact?: string
  /** Such as `§4`. */
  section: string
  statement: string
  method: string
  /** The template of the path, such as `/campaigns/{id}`. */
  path: string
}

/** One occurrence: what was expected there, and what came. */
export interface Finding extends ViolationCause {
  expected: string
  actual: string
}

/** A distinct violation, as `GET /_sandbox/violations` lists it. */
export interface Violation extends Finding {
  /** `vio_…`, the same for the same cause. */
  id: string
  count: number
  /** ISO 8601. */
  first_seen: string
  last_seen: string
  /** Ids of the last requests, at most ten. */
  requests: string[]
}
