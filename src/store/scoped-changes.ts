import type { Patch } from 'immer'
import type { Account } from '../accounts/account.ts'
import { VersionedMap } from '../accounts/versioned-map.ts'
import { appliedToFrozen } from './patches.ts'
import { sharedScope } from './shared-scope.ts'
import type { UpdateScope } from './store.ts'
import { type Applied, applyChanges } from './transaction.ts'

/** A container for an account, so that adding and removing it are ordinary changes. */
export interface Slot {
  account: Account | undefined
}

export interface ScopedChange {
  make(slot: Slot): unknown
  /** Undefined for the whole account. */
  scope: UpdateScope | undefined
}

/** The collections of an account that grow with its campaigns, by campaign id. */
const COLLECTIONS = ['campaigns', 'lastRuns', 'past'] as const

/**
 * As `applyChanges`. A draft copies each collection that is changed, so changes with a scope get an account of the
 * entries in their scope alone: a change of one campaign takes as little time among 100,000 as among ten. A change
 * without a scope is made apart from the others of its group, which would otherwise copy all campaigns.
 */
export function applyScoped(base: Slot, group: readonly ScopedChange[]): Applied<Slot> {
  let all: Applied<Slot> = { state: base, outcomes: [], patches: [] }
  for (const changes of runsOf(group)) all = joined(base, all, applyAlike(all.state, changes))
  return all
}

/** The changes in order, in runs that all have a scope, or all have none. */
function runsOf(group: readonly ScopedChange[]): ScopedChange[][] {
  const runs: ScopedChange[][] = []
  for (const change of group) {
    const run = runs.at(-1)
    const isAlike = (run?.[0]?.scope === undefined) === (change.scope === undefined)
    if (run && isAlike) run.push(change)
    else runs.push([change])
  }
  return runs
}

/** `before`, the changes applied to `base`, joined with `next`, those applied afterwards. */
function joined(base: Slot, before: Applied<Slot>, next: Applied<Slot>): Applied<Slot> {
  const outcomes =
    before.state === base
      ? next.outcomes
      : next.outcomes.map((outcome) => (outcome.ok ? outcome : { ...outcome, tentative: true }))
  return {
    state: next.state,
    outcomes: [...before.outcomes, ...outcomes],
    patches: [...before.patches, ...next.patches],
  }
}

/** Applies changes that all have a scope, or all have none. */
function applyAlike(base: Slot, group: readonly ScopedChange[]): Applied<Slot> {
  const changes = group.map(({ make }) => make)
  const { account } = base
  const scope = sharedScope(group.map((each) => each.scope))
  if (!account || !scope) return versioned(base, applyChanges(base, changes))

  const part = partOf(account, scope)
  const applied = applyChanges<Slot>(Object.freeze({ account: part }), changes)
  const after = applied.state.account
  if (after === part) return { ...applied, state: base }
  // Without a scope they would have seen the entry.
  const isTaken = COLLECTIONS.some((name) =>
    [...(after?.[name].keys() ?? [])].some((id) => !part[name].has(id) && account[name].has(id)),
  )
  if (!after || isTaken) return versioned(base, applyChanges(base, changes))
  return { ...applied, state: Object.freeze({ account: merged(account, part, after) }) }
}

/**
 * The account after patches; frozen. Its collections are versions of those before, so it takes as little time as a change
 * with a scope. Throws if the patches do not fit, or replace a whole collection.
 */
export function patched(account: Account, patches: readonly Patch[]): Account {
  const ids = COLLECTIONS.flatMap((name) => {
    const touched = touchedIds(patches, [name])
    if (!touched) throw new Error(`A patch replaces ${name} as a whole.`)
    return touched
  })
  const part = partOf(account, { campaigns: [...new Set(ids)] })
  return merged(account, part, appliedToFrozen(part, patches))
}

/** The account with the entries in a scope alone. */
function partOf(account: Account, { campaigns, deleted = false }: UpdateScope): Account {
  const ids = typeof campaigns === 'function' ? campaigns(account) : campaigns
  const past = deleted
    ? [...ids, ...[...account.past.keys()].filter((id) => !account.campaigns.has(id))]
    : ids
  return Object.freeze({
    ...account,
    campaigns: entriesOf(account.campaigns, ids),
    lastRuns: entriesOf(account.lastRuns, ids),
    past: entriesOf(account.past, past),
  })
}

function entriesOf<V>(all: ReadonlyMap<string, V>, ids: readonly string[]): Map<string, V> {
  const entries = new Map<string, V>()
  for (const id of ids) {
    const value = all.get(id)
    if (value !== undefined) entries.set(id, value)
  }
  return Object.freeze(entries)
}

/** The account whose part was changed to `after`. */
function merged(account: Account, part: Account, after: Account): Account {
  return Object.freeze({
    ...after,
    campaigns: mergedMap(account.campaigns, part.campaigns, after.campaigns),
    lastRuns: mergedMap(account.lastRuns, part.lastRuns, after.lastRuns),
    past: mergedMap(account.past, part.past, after.past),
  })
}

function mergedMap<V>(
  all: Map<string, V>,
  part: ReadonlyMap<string, V>,
  after: ReadonlyMap<string, V>,
): Map<string, V> {
  if (after === part) return all
  const changes: [string, V | undefined][] = []
  for (const [id, value] of after) if (part.get(id) !== value) changes.push([id, value])
  for (const id of part.keys()) if (!after.has(id)) changes.push([id, undefined])
  return VersionedMap.of(all).with(changes)
}

/** With collections that are versions of those before the changes. */
export function versioned(base: Slot, applied: Applied<Slot>): Applied<Slot> {
  const { account } = applied.state
  if (!account || COLLECTIONS.every((name) => account[name] instanceof VersionedMap)) return applied
  const next = <V>(name: string, before: Map<string, V> | undefined, after: Map<string, V>) => {
    const ids = touchedIds(applied.patches, ['account', name])
    if (after instanceof VersionedMap || !before || !ids) return VersionedMap.of(after)
    return VersionedMap.of(before).with(ids.map((id) => [id, after.get(id)]))
  }
  const maps = {
    campaigns: next('campaigns', base.account?.campaigns, account.campaigns),
    lastRuns: next('lastRuns', base.account?.lastRuns, account.lastRuns),
    past: next('past', base.account?.past, account.past),
  }
  return { ...applied, state: Object.freeze({ account: Object.freeze({ ...account, ...maps }) }) }
}

/** The entries that patches change in the collection at a path, each once; undefined if they replace all of it. */
function touchedIds(
  patches: readonly Patch[],
  collection: readonly string[],
): string[] | undefined {
  const ids = new Set<string>()
  for (const { path } of patches) {
    const shared = Math.min(path.length, collection.length)
    if (collection.slice(0, shared).some((each, index) => each !== path[index])) continue
    if (path.length <= collection.length) return undefined
    ids.add(String(path[collection.length]))
  }
  return [...ids]
}
