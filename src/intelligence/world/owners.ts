import type { Timeline } from './timeline.ts'
import { siteOf } from './timelines.ts'

/** The brand of the first campaign that had a site of its own. */
export interface Owner {
  name: string
  /** Epoch milliseconds. */
  from: number
}

/** The owners of sites. Of campaigns that had one since the same moment, the first of `timelines` owns it. */
export function ownersOf(timelines: readonly Timeline[]): Map<string, Owner> {
  const owners = new Map<string, Owner>()
  for (const { phases } of timelines) {
    for (const { campaign, from } of phases) {
      const site = siteOf(campaign)
      const known = owners.get(site)
      // If the clock was set back, a later state may have begun before its campaign.
      if (!known || from < known.from) owners.set(site, { name: campaign.brand, from })
    }
  }
  return owners
}
