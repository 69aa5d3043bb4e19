import type { Campaign, PastState } from '../../src/accounts/campaign.ts'
import type { Topic } from '../../src/intelligence/world/rivalry.ts'
import { World } from '../../src/intelligence/world/world.ts'

/** A campaign that was created on 2025-01-01 at noon, with the given parts. */
export function campaignOf(parts: Partial<Campaign> = {}): Campaign {
  const created_at = parts.created_at ?? '2025-01-01T12:00:00.000Z'
  return {
    id: 'cmp_a',
    name: 'Northwheel',
    type: 'serp',
    keywords: ['electric bike'],
    frequency: 'daily',
    settings: {},
    brand: 'Northwheel',
    domain: 'northwheel.example',
    competitors: ['pedalhaus.example'],
    status: 'active',
    created_at,
    updated_at: created_at,
    tracked_since: created_at.slice(0, 10),
    ...parts,
  }
}

/** The world of an account with these campaigns, oldest first, and their earlier states. */
export function worldWith(
  campaigns: readonly Campaign[],
  { seed = 1, past = {} }: { seed?: number; past?: Record<string, PastState[]> } = {},
): World {
  return new World({
    seed,
    campaigns: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    past: new Map(Object.entries(past).map(([id, states]) => [id, { states }])),
  })
}

/** The topics of all existing campaigns. */
export function topicsOf(world: World): Topic[] {
  const keywords = new Set(world.timelines.flatMap((timeline) => timeline.keywords))
  return [...keywords].map((normal) => world.topic(normal))
}
