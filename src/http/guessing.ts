import { householdOf } from '../accounts/address.ts'

/** How often a credential that is new to a throttled address is looked at. */
export const LOOK_EVERY_MS = 1000
const REMEMBERED = 100_000

/**
 * What becomes of credentials from an address whose quota for wrong ones is used up. To answer right ones alone
 * would tell them from wrong ones as fast as anybody can ask; to refuse all would lock out everybody behind the
 * address. So credentials that were used from there before pass, and of those that are new there one a second
 * is looked at; the others are answered as wrong ones are.
 */
export class Guessing {
  readonly #isUsedUp: (address: string, now: number) => boolean
  /** Address from which a right credential was used last, by its hash: nearly always the one of the next request. */
  readonly #last = new Map<string, string>()
  /** Hashes of right credentials with the household from which they were used, the latest last. */
  readonly #familiar = new Set<string>()
  /** When the next new one is looked at, by household. */
  readonly #nextLook = new Map<string, number>()

  /** `isUsedUp`: whether the quota for wrong credentials of an address is, at `now` (epoch ms). */
  constructor(isUsedUp: (address: string, now: number) => boolean) {
    this.#isUsedUp = isUsedUp
  }

  /**
   * Whether a credential from `address` is looked at, at `now` (epoch ms). Asked before anything is known of it,
   * so that a right one that has to wait takes the time of a wrong one.
   */
  isLookedAt(credential: string, address: string, now: number): boolean {
    if (this.#last.get(credential) === address) return true
    if (!this.#isUsedUp(address, now)) return true
    const household = householdOf(address)
    return this.#familiar.has(`${household} ${credential}`) || this.#takeTurn(household, now)
  }

  /** The credential was found right. */
  note(credential: string, address: string): void {
    if (this.#last.get(credential) === address) return
    remember(this.#familiar, `${householdOf(address)} ${credential}`)
    this.#last.delete(credential)
    if (this.#last.size >= REMEMBERED) forgetOldest(this.#last)
    this.#last.set(credential, address)
  }

  #takeTurn(household: string, now: number): boolean {
    const next = this.#nextLook.get(household)
    // The clock may have been set back.
    if (next !== undefined && now < next && now >= next - LOOK_EVERY_MS) return false
    this.#nextLook.delete(household)
    if (this.#nextLook.size >= REMEMBERED) forgetOldest(this.#nextLook)
    this.#nextLook.set(household, now + LOOK_EVERY_MS)
    return true
  }
}

function remember(known: Set<string>, value: string): void {
  known.delete(value)
  if (known.size >= REMEMBERED) known.delete(known.values().next().value as string)
  known.add(value)
}

function forgetOldest(known: Map<string, unknown>): void {
  known.delete(known.keys().next().value as string)
}
