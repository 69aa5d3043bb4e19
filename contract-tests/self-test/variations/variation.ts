import type { Mutation } from '../types.ts'

/** A server that keeps every sentence of the specification, in another way than the plainest. */
export interface Variation {
  /** A sentence: what the server does. */
  name: string
  mutation: Mutation
}
