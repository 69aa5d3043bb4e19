import type { AccountHead } from '../accounts/account.ts'
import { type World, worldOf } from '../intelligence/world/world.ts'
import type { CampaignState, Store } from '../store/store.ts'

/** Campaigns that a dashboard covers: the newest ones, so that its time does not grow with the account. */
export const MOST_COVERED = 1_000

/** The world that a dashboard shows. */
export interface Covered {
  world: World
  /** Present if the account has more campaigns than are covered. */
  beyond?: { campaigns: number; active_campaigns: number }
}

/**
 * The world of the newest campaigns of an account, up to MOST_COVERED. Of a larger account it is as if the others did not
 * exist: what competes for a keyword would otherwise take all of them.
 */
export async function coveredWorld(
  { id, seed }: Pick<AccountHead, 'id' | 'seed'>,
  store: Store,
): Promise<Covered> {
  const campaigns = await store.campaignCount(id)
  if (campaigns <= MOST_COVERED) return { world: worldOf(await store.read(id)) }
  const { items } = await store.readCampaigns(id, { limit: MOST_COVERED, offset: 0 })
  const active = await store.readCampaigns(id, { status: 'active', limit: 1, offset: 0 })
  return {
    world: worldWith(items, seed),
    beyond: { campaigns, active_campaigns: active.total },
  }
}

function worldWith(items: readonly CampaignState[], seed: number): World {
  const oldestFirst = items.toReversed()
  const past = oldestFirst.flatMap(({ campaign, history }) =>
    history ? [[campaign.id, history] as const] : [],
  )
  return worldOf({
    seed,
    campaigns: new Map(oldestFirst.map(({ campaign }) => [campaign.id, campaign])),
    past: new Map(past),
  })
}
