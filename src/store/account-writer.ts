import type { Patch } from 'immer'
import type { Account } from '../accounts/account.ts'
import type { AccountStorage, StoredChange } from './account-storage.ts'
import type { EventLogLimits, NewRows } from './events/event-log.ts'
import { type DeliveryLine, givenUpOf, HeldRows, type RowsChange } from './events/held-rows.ts'
import { answer, Groups, type Waiting } from './groups.ts'
import type { Slot } from './store.ts'
import { type Change, type Changed, makeChanges, type Outcome } from './transaction.ts'

/** A change of an account, and the events and deliveries that go with it. */
export interface Submitted {
  make: Change<Slot>
  adding?: { rows: NewRows; givenUp: number } | undefined
  /** The new states of deliveries, once the change is made. */
  changed?: () => readonly DeliveryLine[]
  /** Another account takes the place of the present one, whose events and deliveries go. */
  replaces?: boolean
}

interface WriterParts {
  storage: AccountStorage
  limits: Partial<EventLogLimits> | undefined
  /** Runs when another state of the account is durable, before the promises of its changes resolve. */
  committed(before: Account | undefined, after: Account | undefined): void
  /** Runs when the account, its events or its deliveries changed. */
  touched(): void
}

/**
 * One account with its events and deliveries, and their changes: those that wait for a write are made in order, and then
 * written together.
 */
export class AccountWriter {
  readonly #id: string
  readonly #parts: WriterParts
  readonly #groups = new Groups<Submitted>((group) => this.#write(group))
  #slot: Slot
  #rows: HeldRows

  constructor(
    accountId: string,
    { slot, rows }: { slot: Slot; rows?: HeldRows | undefined },
    parts: WriterParts,
  ) {
    this.#id = accountId
    this.#slot = slot
    this.#rows = rows ?? new HeldRows(parts.limits)
    this.#parts = parts
  }

  /** The last durable state; undefined before the account is added, and after it is removed. */
  get account(): Account | undefined {
    return this.#slot.account
  }

  get rows(): HeldRows {
    return this.#rows
  }

  get isIdle(): boolean {
    return this.#groups.isIdle
  }

  /** Resolves when no change is waiting or being written. */
  idle(): Promise<void> {
    return this.#groups.idle()
  }

  /** Rejects with the error of the change or of its write; then the change is undone. */
  submit(change: Submitted): Promise<unknown> {
    return this.#groups.submit(change)
  }

  /** Changes events and deliveries at once: what is decided about them is about their present state. Throws a StoreError. */
  changeRows(change: RowsChange): void {
    if (!isEmpty(change)) this.#append(change)
  }

  async #write(group: readonly Waiting<Submitted>[]): Promise<void> {
    const before = this.#slot
    const changes = group.map(({ change }) => change)
    let made: Changed<Slot> | undefined
    try {
      made = makeChanges(
        before,
        changes.map(({ make }) => make),
      )
      await this.#persist(made, changes)
    } catch (failure) {
      for (const [index, { reject }] of group.entries()) {
        reject(reasonAfterFailure(made?.outcomes[index], failure))
      }
      return
    }
    if (made.state !== before) {
      this.#slot = made.state
      this.#parts.committed(before.account, made.state.account)
      this.#parts.touched()
    }
    answer(group, made.outcomes)
  }

  async #persist(made: Changed<Slot>, changes: readonly Submitted[]): Promise<void> {
    const { storage, limits } = this.#parts
    const { account } = made.state
    const before = this.account
    if (before && account) {
      const change = storedChange(before, made, changes, this.#rows)
      if (!isEmpty(change)) this.#append(change)
    } else if (account) await storage.add(account, this.#rows)
    else if (before) {
      await storage.remove(this.#id)
      this.#rows = new HeldRows(limits)
    }
  }

  #append(change: StoredChange): void {
    this.#parts.storage.append(this.#id, change)
    this.#rows.apply(change)
    this.#parts.touched()
  }
}

/** The error of a change is final, unless the change was made after others that were undone. */
function reasonAfterFailure(outcome: Outcome | undefined, failure: unknown): unknown {
  return outcome?.ok === false && !outcome.tentative ? outcome.error : failure
}

/** What a group of changes has made of the account `before` and its rows, for the storage. */
function storedChange(
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

function isEmpty(change: StoredChange): boolean {
  return Object.values(change).every((member) => Array.isArray(member) && member.length === 0)
}
