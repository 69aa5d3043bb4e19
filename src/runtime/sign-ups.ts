import type { AccountHead } from '../accounts/account.ts'
import { clientSubnet } from '../accounts/address.ts'
import type { Limits } from '../openapi/provenance/sections.ts'
import { eachHead, type Store } from '../store/store.ts'
import type { Answer } from './account-state.ts'
import { type Quota, QuotaCounter } from './quota.ts'
import type { UsageCounter } from './usage.ts'

const REMEMBERED_ADDRESSES = 10_000

/** Counts sign-ups by address, and the accounts of visitors. */
export interface SignUps {
  /** Charges a sign-up to the address at `now` (epoch ms of the server's clock). */
  charge(address: string, now: number): Answer<Quota>
  /**
   * Reserves a place for a new account if visitors have fewer than `most`, counting those that are being created.
   * Resolves with a function that ends the reservation when the account exists or could not be created; with
   * undefined if there is no place.
   */
  reserve(most: number): Promise<(() => Answer<void>) | undefined>
  /** The ids of visitors' accounts without a request after `time` (epoch ms of the server's clock). */
  idleSince(time: number): AsyncIterable<string>
}

/** The sign-ups of this process, in memory. */
export class LocalSignUps implements SignUps {
  readonly #store: Store
  readonly #usage: Pick<UsageCounter, 'seenAt'>
  readonly #addresses = new QuotaCounter({ capacity: REMEMBERED_ADDRESSES })
  readonly #limits: Limits
  #underWay = 0

  /** `limits`: most sign-ups from one address. */
  constructor(store: Store, usage: Pick<UsageCounter, 'seenAt'>, limits: Limits) {
    this.#store = store
    this.#usage = usage
    this.#limits = limits
  }

  charge(address: string, now: number): Quota {
    return this.#addresses.charge(clientSubnet(address), this.#limits, now)
  }

  async reserve(most: number): Promise<(() => void) | undefined> {
    const release = () => {
      this.#underWay -= 1
    }
    this.#underWay += 1
    try {
      if ((await this.#count()) <= most) return release
    } catch (error) {
      release()
      throw error
    }
    release()
    return undefined
  }

  async *idleSince(time: number): AsyncGenerator<string, undefined> {
    for await (const account of this.#accounts()) {
      if ((await this.#usage.seenAt(account)) <= time) yield account.id
    }
  }

  /** The number of visitors' accounts, with those being created. */
  async #count(): Promise<number> {
    let count = this.#underWay
    for await (const _ of this.#accounts()) count += 1
    return count
  }

  async *#accounts(): AsyncGenerator<Readonly<AccountHead>, undefined> {
    for await (const account of eachHead(this.#store)) {
      if (account.origin?.made_by === 'signup') yield account
    }
  }
}
