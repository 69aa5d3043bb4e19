import type { Patch } from 'immer'
import type { Account, AccountHead } from '../../accounts/account.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import type { Owner } from '../../store/store.ts'
import { UnknownAccountError } from '../../store/store-error.ts'
import { frozenWithPatches } from '../../store/transaction.ts'
import type { Sql } from '../sql.ts'
import { type AccountCache, type Held, isLater, type Shelf, type Version } from './account-cache.ts'
import { headFrom, isMap, openedRows, wholeFrom } from './account-rows.ts'
import {
  headRows,
  ownerRow,
  type Transactions,
  type VersionRow,
  versionRow,
  wholeRows,
} from './account-statements.ts'

/** Credentials whose accounts are remembered. */
const MOST_OWNERS = 10_000

/**
 * Reads accounts, as of the moment of the call or later. What is held of an account is brought up to date with the
 * changes that are missing, so that unchanged parts stay the same objects.
 */
export class AccountReader {
  readonly #cache: AccountCache
  readonly #secrets: SecretBox
  readonly #clockRevisions = new WeakMap<object, number>()
  /** The accounts that credentials opened last, by their hashes: a guess. */
  readonly #owners = new Map<string, string>()
  /** Whole accounts that are being loaded. */
  readonly #loading = new Map<string, Promise<Held<Account> | undefined>>()

  constructor(cache: AccountCache, secrets: SecretBox) {
    this.#cache = cache
    this.#secrets = secrets
  }

  async head(id: string, sql: Sql): Promise<Held<AccountHead>> {
    const known = this.#cache.heads.get(id)
    return this.headAt(id, await this.#present(id, known, sql), sql)
  }

  /** The head of the version that a row describes, or a later one. */
  async headAt(id: string, row: VersionRow, sql: Sql): Promise<Held<AccountHead>> {
    const held = this.#upToDate(id, this.#cache.heads, row, HEAD)
    if (held) return held
    const found = await headRows(id, sql)
    if (!found) throw new UnknownAccountError(id)
    const { value, entries, ...version } = openedRows(id, found, this.#secrets)
    return this.keepHead(id, { ...version, state: headFrom(value, entries) })
  }

  /** A credential and the head of its account, by one query. */
  async owner(hash: string, sql: Sql): Promise<Owner | undefined> {
    const before = this.#owners.get(hash)
    const known = before === undefined ? undefined : this.#cache.heads.get(before)
    const found = await ownerRow(hash, known, sql)
    if (!found) return undefined
    const { credential, row } = found
    if (this.#owners.size >= MOST_OWNERS) this.#owners.clear()
    this.#owners.set(hash, credential.accountId)
    // So that a change by this request begins with the present state.
    this.#upToDate(credential.accountId, this.#cache.wholes, row, WHOLE)
    return { credential, head: (await this.headAt(credential.accountId, row, sql)).state }
  }

  async whole(id: string, sql: Transactions | Sql): Promise<Held<Account>> {
    const known = this.#cache.wholes.get(id)
    const row = await this.#present(id, known, sql)
    const held = this.#upToDate(id, this.#cache.wholes, row, WHOLE)
    if (held) return held
    for (;;) {
      const loaded = await this.#loaded(id, sql)
      if (!loaded) throw new UnknownAccountError(id)
      if (!isLater(versionOf(row), loaded)) return loaded
    }
  }

  /** The whole account as this replica held it last, which may be outdated. */
  guess(id: string): Held<Account> | undefined {
    return this.#cache.wholes.get(id)
  }

  keepHead(id: string, held: Held<AccountHead>): Held<AccountHead> {
    this.#clockRevisions.set(held.state, held.clockRevision)
    this.#cache.heads.keep(id, held)
    return held
  }

  keepWhole(id: string, held: Held<Account>): Held<Account> {
    this.#clockRevisions.set(held.state, held.clockRevision)
    this.#cache.wholes.keep(id, held)
    return held
  }

  clockRevisionOf(head: Readonly<AccountHead>): number | undefined {
    return this.#clockRevisions.get(head)
  }

  async #present(id: string, known: Version | undefined, sql: Sql): Promise<VersionRow> {
    const row = await versionRow(id, known, sql)
    if (row) return row
    this.#cache.drop(id)
    throw new UnknownAccountError(id)
  }

  #upToDate<State extends AccountHead>(
    id: string,
    shelf: Shelf<State>,
    row: VersionRow,
    part: Part<State>,
  ): Held<State> | undefined {
    const held = shelf.get(id)
    if (!held || held.incarnation < row.incarnation) return undefined
    if (!isLater(versionOf(row), held)) return held
    const present = this.#after(id, held, row, part)
    if (present) shelf.keep(id, present)
    return present
  }

  /** A state with the changes since, as the version that a row describes; undefined if they are not known. */
  #after<State extends object>(
    id: string,
    held: Held<State>,
    row: VersionRow,
    { isWanted, patched }: Part<State>,
  ): Held<State> | undefined {
    if (held.incarnation !== row.incarnation) return undefined
    if (held.revision === row.revision) return held
    const { known, revision, patches } = row
    const kept = JSON.parse(patches ?? '[]') as Patch[][]
    // Some may not be kept any more.
    if (known > held.revision || known + kept.length !== revision) return undefined
    const missing = kept.slice(held.revision - known)
    const wanted = missing.map((each) => this.#secrets.openedPatches(id, each.filter(isWanted)))
    try {
      // One revision at a time: an entry that one removes and a later one adds again moves to the end, as its row does.
      const state = wanted.reduce(patched, held.state)
      this.#clockRevisions.set(state, row.clock_revision)
      const growth = held.growth + (patches?.length ?? 0)
      return { ...versionOf(row), state, size: held.size, growth }
    } catch {
      // Immer refuses some names, such as `constructor`, in patches.
      return undefined
    }
  }

  /** Loads a whole account, at most once at a time. */
  #loaded(id: string, sql: Transactions | Sql): Promise<Held<Account> | undefined> {
    // Within a transaction, another one cannot be waited for.
    if (!('transaction' in sql)) return this.#load(id, sql)
    const loading = this.#loading.get(id) ?? this.#load(id, sql)
    this.#loading.set(id, loading)
    return loading.finally(() => {
      if (this.#loading.get(id) === loading) this.#loading.delete(id)
    })
  }

  async #load(id: string, sql: Sql): Promise<Held<Account> | undefined> {
    const found = await wholeRows(id, sql)
    if (!found) return undefined
    const { value, entries, ...version } = openedRows(id, found, this.#secrets)
    return this.keepWhole(id, { ...version, state: await wholeFrom(value, entries) })
  }
}

function versionOf({ incarnation, revision, clock_revision, campaigns }: VersionRow): Version {
  return { incarnation, revision, clockRevision: clock_revision, campaigns }
}

/** Which patches of an account concern a part of it, and the part with them. */
interface Part<State> {
  isWanted(patch: Patch): boolean
  patched(state: State, patches: readonly Patch[]): State
}

const HEAD: Part<AccountHead> = {
  isWanted: ({ path }) => !isMap(String(path[0])),
  patched: frozenWithPatches,
}

const WHOLE: Part<Account> = { isWanted: () => true, patched: frozenWithPatches }
