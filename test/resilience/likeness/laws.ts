import type { World } from './sandbox.ts'

/** Notes whether a law holds in one case. */
export type Note = (holds: boolean, what: () => string) => void
/** A name, the law in words, and its check. */
export type Law = readonly [
  name: string,
  what: string,
  check: (world: World, law: Note) => void | Promise<void>,
]

export const LAWS: readonly Law[] = []
