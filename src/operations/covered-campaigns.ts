import type { Account, AccountHead } from '../accounts/account.ts'
import { type World, worldOf } from '../intelligence/world/world.ts'
import type { Store } from '../store/store.ts'

/** Campaigns that a dashboard covers: the newest ones, so that its time does not grow with the account. */
export const MOST_COVERED = 1_000

/** The world that a dashboard shows. */
export interface Covered {
  world: World
  /** Present if the account has more campaigns than are covered. */
  beyond?: { campaigns: number; active_campaigns: number }
}

// Kept with the campaigns, as the world of an account is: a dashboard is often loaded again.
const covered = new WeakMap<Account['campaigns'], Covered & Pick<Account, 'past'>>()

/**
 * The world of the newest campaigns of an account, up to MOST_COVERED. Of a larger account it is as if the others did not
 * exist: what competes for a keyword would otherwise take all of them.
 */
export async function coveredWorld(
  { id }: Pick<AccountHead, 'id'>,
  store: Pick<Store, 'read'>,
): Promise<Covered> {
  const account = await store.read(id)
  const { seed, campaigns, past } = account
  if (campaigns.size <= MOST_COVERED) return { world: worldOf(account) }
  const known = covered.get(campaigns)
  if (known?.past === past && known.world.seed === seed) return known
  const newest = new Map([...campaigns].slice(-MOST_COVERED))
  const active = [...campaigns.values()].filter(({ status }) => status === 'active')
  const made = {
    past,
    world: worldOf({
      seed,
      campaigns: newest,
      past: new Map([...past].filter(([id]) => newest.has(id))),
    }),
    beyond: { campaigns: campaigns.size, active_campaigns: active.length },
  }
  covered.set(campaigns, made)
  return made
}
