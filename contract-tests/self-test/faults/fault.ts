import type { Mutation } from '../types.ts'

/** One bug in an otherwise conforming server. */
export interface Fault {
  /** A sentence: what the server does. */
  name: string
  /** Ids of the ledger. The suite names at least one of them. */
  facts: string[]
  /** The suite names no other fact. */
  only?: true
  mutation: Mutation
  /** The run needs a key of another account to see it. */
  needsOther?: true
}
