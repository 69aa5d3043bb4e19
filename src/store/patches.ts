import { enableMapSet, enablePatches, Immer, type Patch } from 'immer'

enableMapSet()
enablePatches()

// Parsed text belongs to nobody else, so that what comes of it is frozen once, by its reader.
const thawed = new Immer({ autoFreeze: false })
const frozen = new Immer({ autoFreeze: true })

/** Patches can be written if none of them replaces a whole collection, which JSON cannot express. */
export function areWritable(patches: readonly Patch[]): boolean {
  return !patches.some(({ value }) => value instanceof Map)
}

/** The state after the patches, not frozen. Throws if they do not fit. */
export function applied<S extends object>(state: S, patches: readonly Patch[]): S {
  return thawed.applyPatches(state, patches)
}

/** Like `applied`, of a frozen state: the result is frozen, too, and shares all unchanged parts. */
export function appliedToFrozen<S extends object>(state: S, patches: readonly Patch[]): S {
  return frozen.applyPatches(state, patches)
}
