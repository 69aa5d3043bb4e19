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

/** Existing campaigns before deleted ones, the newest first, and deleted ones in the order of their first changes. */
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

// By chunk of the campaigns of a site, of which there may be thousands.
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
    // Without a history, it needs no phases.
    if (!history) return [{ name: campaign.brand, from: begin, timeline }]
    // If the clock was set back, a later state may have begun before its campaign.
    return timeline.phases
      .filter((phase) => siteOf(phase.campaign) === site)
      .map(({ campaign: { brand }, from }) => ({ name: brand, from, timeline }))
  })
}

/** The oldest one, if there is any; of those that began at the same time, the one of the newest campaign. */
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

/** Noted sites that are kept; at most twice as many. */
const KEPT_SITES = 2_048

/** The sites that got another owner, by the number of the change. All versions of a lineage share it. */
export class Renamed {
  #sites: string[] = []
  #forgotten = 0

  get version(): number {
    return this.#forgotten + this.#sites.length
  }

  add(sites: readonly string[]): void {
    this.#sites = this.#sites.concat(sites)
    if (this.#sites.length < 2 * KEPT_SITES) return
    const forgotten = this.#sites.length - KEPT_SITES
    this.#sites = this.#sites.slice(forgotten)
    this.#forgotten += forgotten
  }

  between(one: number, other: number): readonly string[] | undefined {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    if (from < this.#forgotten) return undefined
    return this.#sites.slice(from - this.#forgotten, to - this.#forgotten)
  }
}
