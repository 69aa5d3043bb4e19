import { LRUCache } from 'lru-cache'
import { clientSubnet } from '../accounts/address.ts'
import type { Answer } from './account-state.ts'

/** The interval between checks of new credentials from a throttled address. */
export const CHECK_EVERY_MS = 1000
/** The number of keys and addresses that are remembered. */
const CAPACITY = 10_000

/**
 * Slows down guessing of credentials from an address whose quota for wrong credentials is used up. Accepting all
 * right credentials would allow fast guessing; refusing all would lock out everyone behind the address. So
 * credentials that were used from there before pass, and one new credential a second is checked; the others are
 * answered like wrong ones.
 */
export class CredentialThrottle {
  readonly #isUsedUp: (address: string, now: number) => Answer<boolean>
  /** By subnet, the time of its next check; by subnet and credential, nothing but that it was right. The latest ones. */
  readonly #seen: LRUCache<string, number>

  /** `isUsedUp`: whether an address has no quota for wrong credentials left at `now` (epoch ms). */
  constructor(isUsedUp: (address: string, now: number) => Answer<boolean>, capacity = CAPACITY) {
    this.#isUsedUp = isUsedUp
    this.#seen = new LRUCache({ max: capacity })
  }

  /**
   * Whether to check a credential (its hash) from `address`, at `now` (epoch ms). Call this before looking up the
   * credential, so that a throttled right credential takes the same time as a wrong one.
   */
  async allows(credential: string, address: string, now: number): Promise<boolean> {
    if (this.#seen.has(`${clientSubnet(address)} ${credential}`)) return true
    return !(await this.#isUsedUp(address, now)) || this.#takeTurn(address, now)
  }

  /** The credential was right. */
  noteSuccess(credential: string, address: string): void {
    this.#seen.set(`${clientSubnet(address)} ${credential}`, 0)
  }

  /** Whether it is time to check a new credential from the subnet of this address: once a second. */
  #takeTurn(address: string, now: number): boolean {
    const subnet = clientSubnet(address)
    const next = this.#seen.get(subnet)
    const isTaken = next === undefined || now >= next
    // If the time was set back, the wait begins again.
    if (isTaken || now < next - CHECK_EVERY_MS) this.#seen.set(subnet, now + CHECK_EVERY_MS)
    return isTaken
  }
}
