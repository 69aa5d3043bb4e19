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

interface Sized {
  /** Length of its JSON when it was measured. */
  size: number
  /** Length of what was added since. */
  growth: number
}

/** A state of an account, or of a part of it. */
export interface Held<State extends object> extends Version, Sized {
  state: State
}

/** Characters that change before a small account is measured again. */
const LEAST_MEASURED = 64 * 1024

/** Memory that a state takes, for each character of its JSON. */
const BYTES_OF_CHARACTER = 3

/**
 * The accounts that a replica holds: heads, and whole accounts. They are dropped when they take more than `limit` bytes,
 * those first that were not used for longest. One account that is larger than that is held in addition: otherwise it
 * would be loaded for each of its changes.
 */
export class AccountCache {
  readonly heads: Shelf<AccountHead>
  readonly wholes: Shelf<Account>
  readonly rows: KnownRows
  readonly #budget: Budget

  constructor(limit: number) {
    this.#budget = new Budget(limit)
    this.heads = new Shelf('head', this.#budget)
    this.wholes = new Shelf('whole', this.#budget)
    this.rows = new KnownRows(this.#budget)
  }

  clear(): void {
    this.#budget.clear()
  }

  drop(accountId: string): void {
    this.heads.drop(accountId)
    this.wholes.drop(accountId)
  }
}

/** The cached values of one kind. */
export class Shelf<State extends object> {
  readonly #kind: string
  readonly #budget: Budget

  constructor(kind: string, budget: Budget) {
    this.#kind = kind
    this.#budget = budget
  }

  get(accountId: string): Held<State> | undefined {
    return this.#budget.get(this.#key(accountId)) as Held<State> | undefined
  }

  /** Keeps a state, unless a later one is held. */
  keep(accountId: string, held: Held<State>): void {
    const present = this.get(accountId)
    if (present && isLater(present, held)) return
    // Most changes replace something, so that the sum is too much after a while.
    const isDue = held.growth > Math.max(held.size, LEAST_MEASURED)
    const measured = isDue ? { ...held, size: lengthOf(held.state), growth: 0 } : held
    this.#budget.set(this.#key(accountId), measured)
  }

  drop(accountId: string): void {
    this.#budget.delete(this.#key(accountId))
  }

  #key(accountId: string): string {
    return `${this.#kind} ${accountId}`
  }
}

/** Rows of lists that were parsed before: as long as a row stays the same, so does its object, and what follows from it. */
export class KnownRows {
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** The object of a row's text, parsed by `parse` unless it is known. */
  parsed<T extends object>(key: string, text: string, parse: (text: string) => T): T {
    const known = this.#budget.get(`row ${key}`) as ParsedRow<T> | undefined
    if (known?.text === text) return known.value
    const row = { text, value: parse(text), size: text.length, growth: text.length }
    this.#budget.set(`row ${key}`, row)
    return row.value
  }
}

interface ParsedRow<T extends object> extends Sized {
  text: string
  value: T
}

/** Whether `a` is a later state of the same account than `b`. */
export function isLater(a: Version, b: Version): boolean {
  if (a.incarnation !== b.incarnation) return a.incarnation > b.incarnation
  return a.revision > b.revision
}

/** The states that were used last, up to a number of bytes. */
class Budget {
  readonly #limit: number
  /** The one that was used last is the last. */
  readonly #held = new Map<string, Sized>()
  #large: { key: string; held: Sized } | undefined
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Sized | undefined {
    if (this.#large?.key === key) return this.#large.held
    const held = this.#held.get(key)
    if (!held) return undefined
    this.#held.delete(key)
    this.#held.set(key, held)
    return held
  }

  set(key: string, held: Sized): void {
    this.delete(key)
    if (bytesOf(held) > this.#limit) {
      if (this.#limit > 0) this.#large = { key, held }
      return
    }
    this.#held.set(key, held)
    this.#bytes += bytesOf(held)
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#limit) break
      this.delete(oldest)
    }
  }

  clear(): void {
    this.#held.clear()
    this.#bytes = 0
  }

  delete(key: string): void {
    if (this.#large?.key === key) this.#large = undefined
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    this.#bytes -= bytesOf(held)
  }
}

function bytesOf({ size, growth }: Sized): number {
  return (size + growth) * BYTES_OF_CHARACTER
}
