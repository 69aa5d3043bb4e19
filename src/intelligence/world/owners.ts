import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { VersionedMap } from '../../accounts/versioned-map.ts'
import type { Timeline } from './timeline.ts'
import type { TimelineList } from './timeline-list.ts'
import { siteOf } from './timelines.ts'

/** The brand of the first campaign that had a site of its own. */
export interface Owner {
  name: string
  /** Epoch milliseconds. */
  from: number
}

export interface Maps {
  campaigns: VersionedMap<Campaign>
  past: VersionedMap<CampaignHistory>
}

interface Sites extends Maps {
  sites: VersionedMap<TimelineList>
}

/** Existing campaigns first, newest first; then deleted campaigns, in the order of their first change. */
export function byPlace(a: Timeline, b: Timeline, { campaigns, past }: Maps): number {
  if (a.isDeleted !== b.isDeleted) return Number(a.isDeleted) - Number(b.isDeleted)
  const placeIn = (map: VersionedMap<unknown>, { campaign }: Timeline) =>
    map.placeOf(campaign.id) as number
  return a.isDeleted
    ? placeIn(past, a) - placeIn(past, b)
    : placeIn(campaigns, b) - placeIn(campaigns, a)
}

interface Holder extends Owner {
  timeline: Timeline
}

// By chunk, because a site may have thousands of campaigns.
const holders = new WeakMap<readonly Timeline[], readonly Holder[]>()

export function ownerIn(content: Sites, site: string): Owner | undefined {
  const { chunks = [] } = content.sites.get(site) ?? {}
  const candidates = chunks.flatMap((chunk) => {
    const known = holders.get(chunk) ?? oldestOf(holdersIn(chunk, site), content)
    holders.set(chunk, known)
    return known
  })
  const [owner] = oldestOf(candidates, content)
  return owner && { name: owner.name, from: owner.from }
}

function holdersIn(timelines: readonly Timeline[], site: string): Holder[] {
  return timelines.flatMap((timeline): Holder[] => {
    const { campaign, begin, history } = timeline
    // A campaign without a history has one phase. Skip building it.
    if (!history) return [{ name: campaign.brand, from: begin, timeline }]
    // If the clock was set back, a later state may have begun before its campaign.
    return timeline.phases
      .filter((phase) => siteOf(phase.campaign) === site)
      .map(({ campaign: { brand }, from }) => ({ name: brand, from, timeline }))
  })
}

/** The oldest holder, in an array, or none. Of holders that began at the same time, the newest campaign wins. */
function oldestOf(all: readonly Holder[], content: Sites): Holder[] {
  let oldest: Holder | undefined
  for (const each of all) {
    const isOlder =
      !oldest ||
      each.from < oldest.from ||
      (each.from === oldest.from && byPlace(each.timeline, oldest.timeline, content) < 0)
    if (isOlder) oldest = each
  }
  return oldest ? [oldest] : []
}

export function isSameOwner(one: Owner | undefined, other: Owner | undefined): boolean {
  return one?.name === other?.name && one?.from === other?.from
}

/** Owner changes that are kept; up to twice as many before old ones are dropped. */
const KEPT_SITES = 2_048

/** The log of owner changes, which all versions of a lineage share. A version is a position in it. */
export class OwnerChanges {
  #sites: string[] = []
  #dropped = 0

  get version(): number {
    return this.#dropped + this.#sites.length
  }

  add(sites: readonly string[]): void {
    this.#sites = this.#sites.concat(sites)
    if (this.#sites.length < 2 * KEPT_SITES) return
    const dropped = this.#sites.length - KEPT_SITES
    this.#sites = this.#sites.slice(dropped)
    this.#dropped += dropped
  }

  /** The sites that changed between two versions, in any order; undefined if the log no longer has them. */
  between(one: number, other: number): readonly string[] | undefined {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    if (from < this.#dropped) return undefined
    return this.#sites.slice(from - this.#dropped, to - this.#dropped)
  }
}
