import {
  current,
  enableMapSet,
  enablePatches,
  freeze,
  Immer,
  isDraft,
  isModified,
  type Patch,
} from 'immer'

enableMapSet()
enablePatches()

// Own instances, because any code could call setAutoFreeze of the shared one.
/** Freezes what it makes. */
const freezing = new Immer({ autoFreeze: true })
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

/** Mutates the draft of a state and returns a result. */
export type Change<S> = (draft: S) => unknown

/** The outcome of one change. */
export type Outcome =
  | { ok: true; result: unknown }
  /** `tentative`: the state had changes of the same group, which are not durable yet. */
  | { ok: false; error: unknown; tentative: boolean }

/** The state after the changes, and the outcome of each change. */
export interface Changed<S> {
  state: S
  outcomes: Outcome[]
  /** The differences from the state before, in the order of the changes. */
  patches: Patch[]
}

/**
 * Makes several changes of a state in order. One that throws leaves no trace.
 *
 * The changes share one draft. A draft cannot undo a single change. So if a change throws halfway, the draft
 * is dropped, the changes before it are made again, and the change runs again in its own draft. Its error
 * then has no cause in the sharing, such as a frozen object that another change of the group has inserted.
 */
export function makeChanges<S extends object>(base: S, changes: readonly Change<S>[]): Changed<S> {
  const outcomes: Outcome[] = []
  const patches: Patch[] = []
  let state = base

  while (outcomes.length < changes.length) {
    const rest = changes.slice(outcomes.length)
    const shared = tryTogether(state, rest, state !== base)

    if (shared.failedAt === undefined) {
      state = shared.state
      outcomes.push(...shared.outcomes)
      patches.push(...shared.patches)
    } else if (shared.failedAt === 0) {
      outcomes.push({ ok: false, error: shared.error, tentative: state !== base })
    } else {
      const before = makeChanges(state, rest.slice(0, shared.failedAt))
      state = before.state
      outcomes.push(...before.outcomes)
      patches.push(...before.patches)
    }
  }

  return { state, outcomes, patches }
}

type Shared<S> = ({ failedAt: undefined } & Changed<S>) | { failedAt: number; error: unknown }

function tryTogether<S extends object>(
  state: S,
  changes: readonly Change<S>[],
  tentative: boolean,
): Shared<S> {
  const draft = freezing.createDraft(state)
  const outcomes: Outcome[] = []

  for (const [index, change] of changes.entries()) {
    try {
      outcomes.push({ ok: true, result: settle(change(draft as S)) })
    } catch (error) {
      // The usual error, such as an unknown campaign, comes before any change.
      if (isModified(draft)) return { failedAt: index, error }

      outcomes.push({ ok: false, error, tentative })
    }
  }

  const patches: Patch[] = []
  const after = freezing.finishDraft(draft, (made) => patches.push(...made)) as S
  return { failedAt: undefined, state: after, outcomes, patches }
}

/**
 * The result, frozen. What is part of the draft, which later changes modify, is copied; a new object is not: a later change
 * of the group that modifies it gets a draft of its own, in which it is an unfrozen copy.
 */
function settle(result: unknown): unknown {
  if (isPromiseLike(result)) {
    throw new TypeError('A change must not be async: after its first await nothing is recorded.')
  }

  return freeze(holdsDraft(result) ? withoutDrafts(result) : result, true)
}

function holdsDraft(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isDraft(value)) return true
  if (Object.isFrozen(value)) return false
  if (Array.isArray(value)) return value.some(holdsDraft)
  return isPlainObject(value) && Object.values(value).some(holdsDraft)
}

function withoutDrafts(value: unknown): unknown {
  if (isDraft(value)) return current(value as object)
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return value.map(withoutDrafts)
  if (!isPlainObject(value)) return value

  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withoutDrafts(held)]))
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function isPromiseLike(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'
  )
}
