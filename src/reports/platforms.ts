import type { Campaign } from '../accounts/campaign.ts'
import { rivalsOf } from '../intelligence/brands.ts'
import { watchedSince } from '../intelligence/context.ts'
import { percent } from '../intelligence/figures.ts'
import { namedRivals } from '../intelligence/mention-facts.ts'
import type { PlatformRecord } from '../intelligence/mention-tally.ts'
import { factsOf } from '../intelligence/mentions.ts'
import type { Period } from '../intelligence/period.ts'

/** What one chat platform says of a brand, and how much it says of others beside it. */
export interface PlatformStanding extends PlatformRecord {
  /** Percent of the brand names in its answers that are the brand's; null without mentions. */
  share_of_voice: number | null
}

export interface Standings {
  /** As in PlatformStanding, over all platforms. */
  share_of_voice: number | null
  by_platform: PlatformStanding[]
}

/**
 * How a brand stands on each platform of `records`, which are those of its analytics. `account` is all
 * campaigns of the account: what they tell about the brand decides whom answers name beside it.
 */
export function platformStandings(
  seed: number,
  brand: string,
  period: Period,
  { account, records }: { account: readonly Campaign[]; records: readonly PlatformRecord[] },
): Standings {
  const available = rivalsOf(seed, { brand, campaigns: [...account] }).length
  const rivals = new Map<string, number>()
  for (const { stream, hash } of factsOf(seed, {
    ...period,
    brand,
    since: watchedSince(account, brand),
  })) {
    const { name } = stream.platform
    rivals.set(name, (rivals.get(name) ?? 0) + namedRivals(hash, available).length)
  }
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0)
  return {
    share_of_voice: shareOf(sum(records.map(({ mentions }) => mentions)), sum(rivals.values())),
    by_platform: records.map((record) => ({
      ...record,
      share_of_voice: shareOf(record.mentions, rivals.get(record.platform) ?? 0),
    })),
  }
}

function shareOf(own: number, others: number): number | null {
  return own === 0 ? null : percent(own, own + others)
}
