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
  /** Address from which a credential was used last: nearly always the one of the next request. */
  readonly #last = new Map<string, string>()
  /** Credentials with the household from which they were used, the latest last. */
  readonly #familiar = new Set<string>()
  /** When the next new one is looked at, by household. */
  readonly #nextLook = new Map<string, number>()

  /** `isUsedUp`: whether the quota for wrong credentials of an address is, at `now` (epoch ms). */
  constructor(isUsedUp: (address: string, now: number) => boolean) {
    this.#isUsedUp = isUsedUp
  }

  /** Whether a credential that was found right may be answered so. */
  mayPass(credential: string, address: string, now: number): boolean {
    if (this.#last.get(credential) === address) return true
    const household = householdOf(address)
    const pair = `${household} ${credential}`
    if (!this.#familiar.has(pair) && this.#isUsedUp(address, now) && !this.look(address, now)) {
      return false
    }
    remember(this.#familiar, pair)
    this.#last.delete(credential)
    if (this.#last.size >= REMEMBERED) forgetOldest(this.#last)
    this.#last.set(credential, address)
    return true
  }

  /** Takes the turn of the one that is looked at; whether there was one. Wrong ones take it too. */
  look(address: string, now: number): boolean {
    const household = householdOf(address)
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
