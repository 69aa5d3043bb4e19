import type { Patch } from 'immer'
import type { Account } from '../../accounts/account.ts'
import { foreignCredentialMessage } from '../../store/credentials.ts'
import { answer, Groups, type Waiting } from '../../store/groups.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import { ifPresent, type Slot } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { type Changed, makeChanges } from '../../store/transaction.ts'
import { isUniqueViolation } from '../database-error.ts'
import { type Sql, sql } from '../sql.ts'
import type { Held } from './account-cache.ts'
import { rowChanges, writeChange } from './account-change.ts'
import type { AccountReader } from './account-reader.ts'
import { findCredential, type Transactions, versionRow } from './account-statements.ts'
import { storable } from './storable-text.ts'
import { changeOf, type Planning, wake } from './waking.ts'
import { deleteAccount, insertAccount, replaceAccount } from './whole-accounts.ts'

interface Submitted {
  make: (slot: Slot) => unknown
  terms: ChangeTerms
}

type Group = readonly Waiting<Submitted>[]

export interface ChangeTerms {
  /** Whether the change adds, replaces or removes the account. */
  isOfWhole?: boolean
  /** Runs the work of the change in a transaction that has more to do. */
  transaction?: ((work: (sql: Sql) => Promise<Made>) => Promise<Made>) | undefined
}

export interface WriterParts {
  database: Transactions
  reader: AccountReader
  secrets: SecretBox
  planning: Planning | undefined
  drop: (accountId: string) => void
}

/** How often a group is made again after a row appeared that it did not know. */
const TRIES = 4

/**
 * Makes the changes of one account, in the order of the calls. Changes that wait for an earlier write are written
 * together. First they are made from what this replica holds, and written if nobody else has changed the account since;
 * otherwise again, while the account is locked for others.
 */
export class AccountWriter {
  readonly #id: string
  readonly #parts: WriterParts
  readonly #groups = new Groups<Submitted>((group) => this.#write(group))

  constructor(accountId: string, parts: WriterParts) {
    this.#id = accountId
    this.#parts = parts
  }

  get isIdle(): boolean {
    return this.#groups.isIdle
  }

  /** Resolves when no change is waiting or being written. */
  idle(): Promise<void> {
    return this.#groups.idle()
  }

  submit<T>(change: (slot: Slot) => T, terms: ChangeTerms): Promise<T> {
    return this.#groups.submit({ make: change, terms }) as Promise<T>
  }

  async #write(group: Group): Promise<void> {
    if (group.length > 1 && group.some(({ change }) => change.terms.transaction)) {
      for (const each of group) await this.#write([each])
      return
    }
    try {
      const { outcomes } = await this.#written(group)
      answer(group, outcomes)
    } catch (error) {
      const isForeign = isUniqueViolation(error) && constraintOf(error) === CREDENTIALS
      if (isForeign && group.length > 1) {
        // Only one of them has the token of another account.
        for (const each of group) await this.#write([each])
        return
      }
      const reason = isForeign ? await this.#foreignCredential(error) : error
      for (const { reject } of group) reject(reason)
    }
  }

  async #written(group: Group): Promise<Changed<Slot>> {
    const { database, planning, reader } = this.#parts
    const [transaction] = group.flatMap(({ change }) => change.terms.transaction ?? [])
    let isLocked = transaction !== undefined || group.some(({ change }) => change.terms.isOfWhole)
    for (let tries = 1; ; tries++) {
      try {
        // Loading a large account takes longer than others can wait for its lock.
        if (isLocked && !reader.guess(this.#id)) await ifPresent(reader.whole(this.#id, database))
        const work = (sql: Sql) => this.#locked(group, sql)
        const made = isLocked
          ? await (transaction ? transaction(work) : database.transaction(work))
          : await this.#ifUnchanged(group)
        if (made) {
          made.keep()
          if (made.delay !== undefined) planning?.notePlanned(this.#id, made.delay)
          return made.changed
        }
      } catch (error) {
        const isFinal = !isUniqueViolation(error) || constraintOf(error) === CREDENTIALS
        if (isFinal || tries === TRIES) throw error
        // An account was just added.
      }
      isLocked = true
    }
  }

  /** Undefined if the account was changed since. */
  async #ifUnchanged(group: Group): Promise<Made | undefined> {
    const { reader, database } = this.#parts
    const guess = reader.guess(this.#id)
    const base = guess ?? (await reader.whole(this.#id, database))
    const changed = makeChanges<Slot>({ account: base.state }, changesOf(group))
    if (changed.patches.length > 0) {
      const saved = await this.#save(base, changed, database)
      return saved && { changed, ...saved }
    }
    if (!guess) return { changed, keep }
    // Results and errors count only if they are about the present state.
    const row = await versionRow(this.#id, base, database)
    const isPresent = row?.incarnation === base.incarnation && row.revision === base.revision
    return isPresent ? { changed, keep } : undefined
  }

  async #locked(group: Group, sql: Sql): Promise<Made> {
    const { reader, planning, drop, secrets } = this.#parts
    const isPresent = await lockAccount(this.#id, sql)
    const base = isPresent ? await reader.whole(this.#id, sql) : undefined
    const changed = makeChanges<Slot>({ account: base?.state }, changesOf(group))
    const { account } = changed.state
    if (base && !account) {
      await deleteAccount(this.#id, sql)
      return { changed, keep: () => drop(this.#id) }
    }
    if (account && (!base || isReplaced(changed.patches))) {
      const held = await (base ? replaceAccount : insertAccount)(account, secrets, sql)
      const delay = await wake(account, planning, sql)
      return { changed, keep: () => reader.keepWhole(this.#id, held), delay }
    }
    if (!base || changed.patches.length === 0) return { changed, keep }
    const kept = await this.#save(base, changed, sql)
    if (!kept) throw new Error(`A change of ${this.#id} was lost, although it was locked.`)
    return { changed, ...kept }
  }

  /** Writes a change of the account that `base` holds; undefined if the account was changed since. */
  async #save(
    base: Held<Account>,
    changed: Changed<Slot>,
    db: Sql,
  ): Promise<Omit<Made, 'changed'> | undefined> {
    const { reader, planning, secrets } = this.#parts
    const after = changed.state.account as Account
    const patches = changed.patches.map((patch) => ({ ...patch, path: patch.path.slice(1) }))
    const changes = rowChanges(base.state, after, patches)
    const delay = planning?.after(changeOf(base.state, after, changes))
    const version = await writeChange(db, base, { after, patches, changes, delay, secrets })
    if (!version) return undefined
    const present = { ...base, ...version, state: after }
    return { keep: () => reader.keepWhole(this.#id, present), delay }
  }

  async #foreignCredential(error: unknown): Promise<StoreError> {
    const [, hash = ''] = /=\((.*)\)/.exec(String(Reflect.get(error as object, 'detail'))) ?? []
    const taken = await findCredential(hash, this.#parts.database)
    const unknown = { accountId: 'another account', keyId: 'a key' }
    return new StoreError(foreignCredentialMessage(this.#id, taken ?? unknown), { cause: error })
  }
}

/** Locks an account for others. Resolves with whether there is one. */
export async function lockAccount(accountId: string, db: Sql): Promise<boolean> {
  const found = await db.query(sql`
    SELECT FROM sandbox.account WHERE id = ${storable(accountId)} FOR UPDATE`)
  return found.length > 0
}

/** The changes of a group, and how to remember them once they are durable. */
export interface Made {
  changed: Changed<Slot>
  keep: () => void
  /** Milliseconds until the account has to be looked at because of them. */
  delay?: number | undefined
}

const CREDENTIALS = 'credential_pkey'

function keep(): void {}

/** The changes of a group that shares a state of the account. */
function changesOf(group: Group): Submitted['make'][] {
  return group.map(({ change }) => change.make)
}

/** Whether another account took the place of the account in a slot. */
function isReplaced(patches: readonly Patch[]): boolean {
  return patches.some(({ path }) => path.length === 1)
}

function constraintOf(error: unknown): unknown {
  return Reflect.get(error as object, 'constraint')
}
