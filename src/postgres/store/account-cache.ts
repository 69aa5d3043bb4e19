import { LRUCache } from 'lru-cache'
import type { Account, AccountHead } from '../../accounts/account.ts'
import { lengthOf } from './account-rows.ts'

/** Which state of an account it is. */
export interface Version {
  /** Another one after each replacement of the whole account; later ones are larger. */
  incarnation: number
  revision: number
  clockRevision: number
  /** Number of campaigns. */
  campaigns: number
}

/** A state of an account, or of a part of it. */
export interface Held<State extends object> extends Version {
  state: State
  /** Length of its JSON when it was measured. */
  size: number
  /** Length of what was added since. */
  growth: number
}

/** Characters that change before a small account is measured again. */
const LEAST_MEASURED = 64 * 1024

/** Memory that a state takes, for each character of its JSON. */
const BYTES_OF_CHARACTER = 3

/** The cached states of accounts of one kind. */
export class Shelf<State extends object> {
  readonly #kind: string
  readonly #cache: AccountCache

  constructor(kind: string, cache: AccountCache) {
    this.#kind = kind
    this.#cache = cache
  }

  get(accountId: string): Held<State> | undefined {
    return this.#cache.get(`${this.#kind} ${accountId}`)
  }

  /** Keeps a state, unless a later one is held. */
  keep(accountId: string, held: Held<State>): void {
    const present = this.get(accountId)
    if (present && isLater(present, held)) return
    // Most changes replace something, so that the sum is too much after a while.
    const isDue = held.growth > Math.max(held.size, LEAST_MEASURED)
    const measured = isDue ? { ...held, size: lengthOf(held.state), growth: 0 } : held
    this.#cache.set(`${this.#kind} ${accountId}`, measured, measured.size + measured.growth)
  }

  drop(accountId: string): void {
    this.#cache.delete(`${this.#kind} ${accountId}`)
  }
}

/**
 * What a replica holds of accounts: heads, whole accounts, and events. They are dropped when they take more than `limit`
 * bytes, those first that were not used for longest. One that is larger than that is held in addition: otherwise it would
 * be loaded for each of its changes.
 */
export class AccountCache {
  readonly heads = new Shelf<AccountHead>('head', this)
  readonly wholes = new Shelf<Account>('whole', this)
  readonly #limit: number
  readonly #held: LRUCache<string, object>
  #large: { key: string; held: object } | undefined

  constructor(limit = 256 * 1024 * 1024) {
    this.#limit = limit
    this.#held = new LRUCache({ maxSize: Math.max(1, limit) })
  }

  get<T extends object>(key: string): T | undefined {
    if (this.#large?.key === key) return this.#large.held as T
    return this.#held.get(key) as T | undefined
  }

  /** `length`: characters of its JSON. */
  set(key: string, held: object, length: number): void {
    this.delete(key)
    const size = length * BYTES_OF_CHARACTER + 1
    if (size <= this.#limit) this.#held.set(key, held, { size })
    else if (this.#limit > 0) this.#large = { key, held }
  }

  delete(key: string): void {
    if (this.#large?.key === key) this.#large = undefined
    this.#held.delete(key)
  }

  drop(accountId: string): void {
    this.heads.drop(accountId)
    this.wholes.drop(accountId)
  }

  clear(): void {
    this.#large = undefined
    this.#held.clear()
  }
}

/** Whether `a` is a later state of the same account than `b`. */
export function isLater(a: Version, b: Version): boolean {
  if (a.incarnation !== b.incarnation) return a.incarnation > b.incarnation
  return a.revision > b.revision
}
