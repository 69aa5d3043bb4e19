import type { Campaign, Story } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { hashText, mix } from '../../text/hash.ts'
import type { Steps } from '../../time/steps.ts'
import type { Kind } from '../wording/frames/nouns.ts'
import { kindOf } from '../wording/kinds.ts'
import { bySeniority, type Contestant, contestant, type Entry, nameSteps } from './contestants.ts'
import { type Fields, INVENTED, kindOfPhase, pageOf, unlistedOf } from './fields.ts'
import { group } from './group.ts'
import { inventedBrands } from './invented-brands.ts'
import { hasKeyword } from './keywords.ts'
import { isSameOwner, type Owner } from './owners.ts'
import type { Phase, Unlisted } from './phases.ts'
import type { Timeline } from './timeline.ts'
import type { TimelineList } from './timeline-list.ts'
import { siteOf } from './timelines.ts'

/** A keyword as the subject of prompts. */
export interface Topic {
  normal: string
  /** As the first campaign spells it. */
  keyword: string
  kind: Kind
  /** Location of the first campaign. */
  location: string
  /** Campaigns that have or had the keyword, deleted ones too, oldest first. */
  watchers: TimelineList
  /** The brands that answers can name: own brands, rivals and invented ones, the longest known first. */
  brands: readonly Contestant[]
}

/** Phases that are processed between two pauses. */
const AT_ONCE = 64

/** The sites that compete for a keyword. Worlds share it as long as these sites stay the same. */
export class Rivalry {
  readonly #normal: string
  readonly #seed: number
  /** The phases that add sites, oldest first. */
  readonly #phases: readonly Phase[]
  /** The owners of the sites that the phases list as competitors. */
  readonly #owners: ReadonlyMap<string, Owner | undefined>
  readonly #pages = new Map<string, readonly Contestant[]>()
  #byPage: ReadonlyMap<string, readonly Phase[]> | undefined
  #topic: Topic | undefined
  /** The last versions of the watchers and of the index for which this rivalry was found valid. */
  #watchers: TimelineList
  #version: number

  private constructor(
    normal: string,
    phases: readonly Phase[],
    watchers: TimelineList,
    fields: Fields,
  ) {
    this.#normal = normal
    this.#seed = fields.seed
    this.#phases = phases
    this.#watchers = watchers
    this.#version = fields.index.version
    this.#owners = new Map(phases.flatMap((phase) => [...fields.ownersFor(phase)]))
  }

  /** The rivalry of a keyword's watchers. Reuses the last one of their lineage if it is still valid. */
  static *steps(normal: string, watchers: TimelineList, fields: Fields): Steps<Rivalry> {
    const known = latest.get(watchers.lineage)
    if (known && known.#watchers === watchers && known.#hasOwners(fields)) return known
    const phases = yield* phaseSteps(normal, watchers, fields.seed)
    if (known && isSame(known.#phases, phases) && known.#hasOwners(fields)) {
      known.#watchers = watchers
      return known
    }
    for (const phase of phases) {
      // Fills the cache of `fields`, so that the constructor, which cannot pause, only reads it.
      fields.ownersFor(phase)
      yield
    }
    const rivalry = new Rivalry(normal, phases, watchers, fields)
    latest.set(watchers.lineage, rivalry)
    return rivalry
  }

  /** Whether the listed sites still have the owners that gave rivals their names. */
  #hasOwners({ seed, index }: Fields): boolean {
    if (seed !== this.#seed) return false
    const sites = index.ownerChangesSince(this.#version) ?? this.#owners.keys()
    for (const site of sites) {
      if (!this.#owners.has(site)) continue
      if (!isSameOwner(this.#owners.get(site), index.owner(site))) return false
    }
    this.#version = index.version
    return true
  }

  /** The sites on the results page of a campaign's location, device and search engine, most senior first. */
  contestants(campaign: Campaign, fields: Fields): readonly Contestant[] {
    const page = pageOf(campaign)
    let found = this.#pages.get(page)
    if (!found) {
      this.#byPage ??= group(this.#phases, (phase) => [pageOf(phase.campaign)])
      const phases = this.#byPage.get(page) ?? []
      found = withStories(bySeniority(phases.flatMap((phase) => fields.entries(phase))), phases)
      this.#pages.set(page, found)
    }
    return found
  }

  *topicSteps(watchers: TimelineList, fields: Fields): Steps<Topic> {
    if (this.#topic?.watchers === watchers) return this.#topic
    const topic = this.#topic ?? (yield* this.#newTopic(watchers, fields))
    this.#topic = { ...topic, watchers }
    return this.#topic
  }

  *#newTopic(watchers: TimelineList, fields: Fields): Steps<Topic> {
    const [normal, seed, phases] = [this.#normal, this.#seed, this.#phases]
    // The oldest phase names the topic.
    const oldest = phases[0] as Phase
    const { campaign, from } = oldest
    const kind = kindOf(normal) ?? kindOfPhase(oldest)
    const hash = hashText(normal, mix(seed, 13))
    const entries: Entry[] = []
    for (const [n, phase] of phases.entries()) {
      entries.push(...fields.entries(phase))
      if (n % AT_ONCE === 0) yield
    }
    for (const brand of inventedBrands(seed, kind, hash, INVENTED)) {
      entries.push({ ...contestant(brand, from), isOwn: false })
    }
    return {
      normal,
      keyword: campaign.keywords.find((keyword) => normalize(keyword) === normal) as string,
      kind,
      location: campaign.settings?.location ?? '',
      watchers,
      brands: yield* nameSteps(entries),
    }
  }
}

// By the lineage of the watchers.
const latest = new WeakMap<object, Rivalry>()

/**
 * The phases that have a keyword, oldest first. Of unchanged campaigns without a story that have the same sites on the
 * same page, only the oldest counts: the others add nothing, and there may be thousands.
 */
function* phaseSteps(normal: string, watchers: TimelineList, seed: number): Steps<Phase[]> {
  const candidates: Timeline[] = []
  for (const chunk of watchers.chunks) {
    if (!distinctIn.has(chunk)) {
      distinctIn.set(chunk, distinctSites(chunk, seed))
      yield
    }
    candidates.push(...(distinctIn.get(chunk) as readonly Timeline[]))
  }
  yield
  const found: Phase[] = []
  for (const { phases } of distinctSites(candidates, seed)) {
    found.push(...phases.filter((phase) => hasKeyword(phase, normal)))
    if (phases.length > 1) yield
  }
  return found.sort((a, b) => a.from - b.from || (a.campaign.id < b.campaign.id ? -1 : 1))
}

function isSame(one: readonly Phase[], other: readonly Phase[]): boolean {
  return one.length === other.length && one.every((each, n) => each === other[n])
}

// By chunk of watchers.
const distinctIn = new WeakMap<readonly Timeline[], readonly Timeline[]>()

/** The timelines whose sites or page differ from those of all earlier timelines. */
function distinctSites(timelines: readonly Timeline[], seed: number): Timeline[] {
  const known = new Set<Unlisted>()
  return timelines.filter((timeline) => {
    const { campaign, history } = timeline
    if (history || campaign.story || campaign.competitors.length > 0) return true
    const [phase] = timeline.phases as [Phase]
    const unlisted = unlistedOf(seed, phase)
    if (known.has(unlisted)) return false
    known.add(unlisted)
    return true
  })
}

/** A story belongs to its site, so it also applies where rivals list the site. */
function withStories(sites: readonly Contestant[], phases: readonly Phase[]): Contestant[] {
  const stories = new Map<string, Story>()
  // Newest first, so that the oldest story of a site replaces the others.
  for (const { campaign } of phases.toReversed()) {
    if (campaign.story) stories.set(siteOf(campaign), campaign.story)
  }
  return sites.map((site) => {
    const story = stories.get(site.domain)
    return story ? { ...site, story } : site
  })
}
