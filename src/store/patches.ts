import { enableMapSet, enablePatches, Immer, type Patch } from 'immer'

enableMapSet()
enablePatches()

// Own instances, because any code could call setAutoFreeze of the shared one.
/** Freezes what it makes. */
export const freezing = new Immer({ autoFreeze: true })
/** Freezes nothing: the reader of a file does that, when it has checked the whole. */
const notFreezing = new Immer({ autoFreeze: false })

/** Patches can be written if none of them replaces a whole collection, which JSON cannot express. */
export function areWritable(patches: readonly Patch[]): boolean {
  return !patches.some(({ value }) => value instanceof Map)
}

/** The state after the patches, not frozen. Throws if they do not fit. */
export function withPatches<S extends object>(state: S, patches: readonly Patch[]): S {
  return notFreezing.applyPatches(state, patches)
}

/** Like `withPatches`, of a frozen state: the result is frozen, too, and shares all unchanged parts. */
export function frozenWithPatches<S extends object>(state: S, patches: readonly Patch[]): S {
  return freezing.applyPatches(state, patches)
}
