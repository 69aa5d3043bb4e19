import type { Patch } from 'immer'
import type { Account } from '../accounts/account.ts'
import type { StoredChange } from './account-storage.ts'
import type { NewRows } from './events/event-log.ts'
import { type DeliveryLine, givenUpOf, HeldRows, type RowsChange } from './events/held-rows.ts'
import type { Slot } from './store.ts'
import { type Change, type Changed, makeChanges } from './transaction.ts'

/** A change of an account, and the events and deliveries that go with it. */
export interface Submitted {
  make: Change<Slot>
  adding?: { rows: NewRows; givenUp: number } | undefined
  /** The new states of deliveries, once the change is made. */
  changed?: () => readonly DeliveryLine[]
  /** Another account takes the place of the present one, whose events and deliveries go. */
  replaces?: boolean
}

/** Makes a group of changes of the account in a slot. */
export function makeSubmitted(slot: Slot, changes: readonly Submitted[]): Changed<Slot> {
  return makeChanges(
    slot,
    changes.map(({ make }) => make),
  )
}

/** What a group of changes has made of the account `before` and its rows, for the storage. */
export function storedChange(
  before: Account,
  { state: { account }, outcomes, patches }: Changed<Slot>,
  changes: readonly Submitted[],
  rows: HeldRows,
): StoredChange {
  const made = changes.filter((_, index) => {
    const outcome = outcomes[index]
    return outcome?.ok && outcome.result !== false
  })
  // What was added before goes with the account that was replaced.
  const replaced = made.findLastIndex(({ replaces }) => replaces)
  const present = made.slice(replaced + 1)
  const added = addedTogether(
    replaced < 0 ? rows : new HeldRows(rows.limits),
    present.flatMap(({ adding }) => adding ?? []),
  )
  const deliveries = [
    ...(added.deliveries ?? []),
    ...present.flatMap(({ changed }) => changed?.() ?? []),
  ]
  const within =
    account === undefined || account === before ? undefined : { account, ...changesWithin(patches) }
  return { ...within, ...added, ...(deliveries.length > 0 && { deliveries }) }
}

/** The patches of the account in a slot. If another account replaced it, none: then its events and deliveries go, too. */
function changesWithin(patches: Patch[]): Pick<StoredChange, 'patches' | 'replaces'> {
  if (patches.some(({ path }) => path.length === 1)) return { replaces: true }
  return { patches: patches.map((patch) => ({ ...patch, path: patch.path.slice(1) })) }
}

/** The change that adds the rows of several changes. Notes how many deliveries of each are given up. */
function addedTogether(
  rows: HeldRows,
  all: readonly { rows: NewRows; givenUp: number }[],
): RowsChange {
  if (all.length === 0) return {}
  const change = rows.adding({
    events: all.flatMap((each) => each.rows.events),
    deliveries: all.flatMap((each) => each.rows.deliveries),
    keepsAll: all.every((each) => each.rows.keepsAll),
  })
  for (const each of all) each.givenUp = givenUpOf(change, each.rows.deliveries)
  return change
}

export function isEmptyChange(change: StoredChange): boolean {
  return Object.values(change).every((member) => Array.isArray(member) && member.length === 0)
}
