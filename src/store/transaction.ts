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

/** Mutates the draft of a state; what it returns is the answer to whoever asked for the change. */
export type Change<S> = (draft: S) => unknown

/** What became of one change. */
export type Outcome =
  | { ok: true; result: unknown }
  /** `tentative`: it judged a state that holds changes of its group, which are not durable yet. */
  | { ok: false; error: unknown; tentative: boolean }

/** A state with the changes made in order, and the outcome of each; `state` itself is not touched. */
export interface Applied<S> {
  state: S
  outcomes: Outcome[]
  /** What tells the state from the one before, in the order in which it came to be. */
  patches: Patch[]
}

enableMapSet()
enablePatches()

// An instance of our own, because setAutoFreeze of the shared one would reach us from anywhere.
const immer = new Immer({ autoFreeze: true })

/**
 * Makes several changes of a state in order. One that throws leaves no trace.
 *
 * They share one draft, because each draft copies every record it writes to, and copying one of
 * 10,000 campaigns takes about as long as 20 changes should. A draft can't take back what one
 * change did to it, so when a change throws halfway, the draft is dropped, those before it are
 * made again without it, and it is given another try in a draft of its own: then its error is
 * not an artefact of sharing, such as finding a frozen object that a neighbour has just inserted.
 */
export function applyChanges<S extends object>(base: S, changes: readonly Change<S>[]): Applied<S> {
  const outcomes: Outcome[] = []
  const patches: Patch[] = []
  let state = base

  while (outcomes.length < changes.length) {
    const rest = changes.slice(outcomes.length)
    const shared = tryTogether(state, rest)

    if (shared.failedAt === undefined) {
      state = shared.state
      outcomes.push(...shared.outcomes)
      patches.push(...shared.patches)
    } else if (shared.failedAt === 0) {
      outcomes.push({ ok: false, error: shared.error, tentative: state !== base })
    } else {
      const before = applyChanges(state, rest.slice(0, shared.failedAt))
      state = before.state
      outcomes.push(...before.outcomes)
      patches.push(...before.patches)
    }
  }

  return { state, outcomes, patches }
}

type Shared<S> = ({ failedAt: undefined } & Applied<S>) | { failedAt: number; error: unknown }

function tryTogether<S extends object>(state: S, changes: readonly Change<S>[]): Shared<S> {
  const draft = immer.createDraft(state)
  const outcomes: Outcome[] = []

  for (const [index, change] of changes.entries()) {
    try {
      outcomes.push({ ok: true, result: settle(change(draft as S)) })
    } catch (error) {
      // The usual refusal, such as a campaign that does not exist, comes before any change.
      if (isModified(draft)) return { failedAt: index, error }

      outcomes.push({ ok: false, error, tentative: false })
    }
  }

  const patches: Patch[] = []
  const after = immer.finishDraft(draft, (made) => patches.push(...made)) as S
  return { failedAt: undefined, state: after, outcomes, patches }
}

/** The result as it is now: the draft it may be part of is about to be changed by others. */
function settle(result: unknown): unknown {
  if (isPromiseLike(result)) {
    throw new TypeError('A change must not be async: after its first await nothing is recorded.')
  }

  return freeze(withoutDrafts(result), true)
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
