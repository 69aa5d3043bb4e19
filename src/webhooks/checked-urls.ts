import type { AddressPolicy, AddressReach } from './address.ts'
import { addressReach, webhookUrlProblem } from './address-guard.ts'

/** Addresses that are remembered; beyond, the one that was checked first is forgotten. */
const MOST = 1_000

/** The address of a webhook, and what it may lead to. */
export type CheckedUrl =
  | { problem: string; url?: never; reach?: never }
  | { problem?: never; url: URL; reach: AddressReach }

/** Checks the text of addresses; the rules may have changed since they were set, by a start with other options. */
export class CheckedUrls {
  readonly #known = new Map<string, { policy: AddressPolicy; checked: CheckedUrl }>()

  /** The same for the same rules, so that an address is not parsed for each event. */
  check(text: string, policy: AddressPolicy): CheckedUrl {
    const known = this.#known.get(text)
    if (known && isSame(known.policy, policy)) return known.checked

    const checked = checkedUrl(text, policy)
    const [first] = this.#known.keys()
    if (this.#known.size >= MOST && first !== undefined) this.#known.delete(first)
    this.#known.set(text, { policy, checked })
    return checked
  }
}

function checkedUrl(text: string, policy: AddressPolicy): CheckedUrl {
  const problem = webhookUrlProblem(text, policy)
  if (problem !== undefined) return { problem }
  const url = new URL(text)
  return { url, reach: addressReach(url, policy) }
}

function isSame(one: AddressPolicy, other: AddressPolicy): boolean {
  return one.allowLoopback === other.allowLoopback && one.targets === other.targets
}
