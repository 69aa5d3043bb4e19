import type { Mutation } from '../../contract-tests/self-test/server.ts'
import { VARIATIONS } from '../../contract-tests/self-test/variations.ts'

/** Servers whose replicas are compared with them, by a sentence each. */
export const ORIGINALS: [name: string, mutation?: Mutation][] = [
  ['The plainest server'],
  ...VARIATIONS.filter(
    ({ mutation }) =>
      (mutation.settings?.mainLimit ?? 1000) >= 1000 && (mutation.settings?.mainUsed ?? 0) === 0,
  ).map(({ name, mutation }): [string, Mutation] => [name, mutation]),
]
