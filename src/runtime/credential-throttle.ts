import { clientSubnet } from '../accounts/address.ts'
import type { Answer } from './account-state.ts'

/** The interval between checks of new credentials from a throttled address. */
export const CHECK_EVERY_MS = 1000
/** The number of keys and addresses that are remembered. */
const CAPACITY = 100_000

/**
 * Slows down guessing of credentials from an address whose quota for wrong credentials is used up. Accepting all
 * right credentials would allow fast guessing; refusing all would lock out everyone behind the address. So
 * credentials that were used from there before pass, and one new credential a second is checked; the others are
 * answered like wrong ones.
 */
export interface CredentialThrottle {
  /**
   * Whether to check a credential (its hash) from `address`, at `now` (epoch ms). Call this before looking up the
   * credential, so that a throttled right credential takes the same time as a wrong one.
   */
  allows(credential: string, address: string, now: number): Answer<boolean>
  /** The credential was right. */
  noteSuccess(credential: string, address: string): void
}

/** The right credentials that this process has seen, by address: a bounded number, the latest. */
export class Familiarity {
  readonly #capacity: number
  /** The last address of a right credential, which the next request nearly always has. */
  readonly #last = new Map<string, string>()
  /** Subnets with their right credentials. */
  readonly #subnets = new Map<string, true>()

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** Whether the credential was last used from this address. */
  isLast(credential: string, address: string): boolean {
    return this.#last.get(credential) === address
  }

  /** Whether the credential was used from the subnet of this address. */
  has(credential: string, address: string): boolean {
    return this.#subnets.has(`${clientSubnet(address)} ${credential}`)
  }

  note(credential: string, address: string): void {
    if (this.isLast(credential, address)) return
    remember(this.#subnets, `${clientSubnet(address)} ${credential}`, true, this.#capacity)
    remember(this.#last, credential, address, this.#capacity)
  }
}

/** Adds an entry as the latest; removes the oldest if there are too many. */
function remember<T>(known: Map<string, T>, key: string, value: T, capacity: number): void {
  known.delete(key)
  if (known.size >= capacity) known.delete(known.keys().next().value as string)
  known.set(key, value)
}

/** Lets one new credential a second be checked from each subnet. */
export class Turns {
  readonly #capacity: number
  /** Time of the next check, by subnet. */
  readonly #next = new Map<string, number>()

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  take(address: string, now: number): boolean {
    const subnet = clientSubnet(address)
    const next = this.#next.get(subnet)
    const isTaken = next === undefined || now >= next
    // If the time was set back, the wait begins again.
    if (isTaken || now < next - CHECK_EVERY_MS) {
      remember(this.#next, subnet, now + CHECK_EVERY_MS, this.#capacity)
    }
    return isTaken
  }
}

/** The credentials and addresses that this process has seen. */
export class LocalCredentialThrottle implements CredentialThrottle {
  readonly #isUsedUp: (address: string, now: number) => boolean
  readonly #familiarity: Familiarity
  readonly #turns: Turns

  /** `isUsedUp`: whether an address has no quota for wrong credentials left at `now` (epoch ms). */
  constructor(isUsedUp: (address: string, now: number) => boolean, capacity = CAPACITY) {
    this.#isUsedUp = isUsedUp
    this.#familiarity = new Familiarity(capacity)
    this.#turns = new Turns(capacity)
  }

  allows(credential: string, address: string, now: number): boolean {
    if (this.#familiarity.isLast(credential, address)) return true
    if (!this.#isUsedUp(address, now)) return true
    return this.#familiarity.has(credential, address) || this.#turns.take(address, now)
  }

  noteSuccess(credential: string, address: string): void {
    this.#familiarity.note(credential, address)
  }
}
