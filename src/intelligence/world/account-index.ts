import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import type { Steps } from '../../time/steps.ts'
import type { Timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.ts'
import { deletedTimelineOf, siteOf, statesOf, timelineOf } from './timelines.ts'

/** The brand of the first campaign that had a site of its own. */
export interface Owner {
  name: string
  /** Epoch milliseconds. */
  from: number
}

/** Timelines by a key of which a timeline may have several. */
type Lists = VersionedMap<TimelineList>

interface Content {
  campaigns: VersionedMap<Campaign>
  past: VersionedMap<CampaignHistory>
  keywords: Lists
  sites: Lists
  plotted: ReadonlySet<Timeline>
  renamed: Renamed
}

/** Timelines between two pauses, and keys. */
const AT_ONCE = 64

/**
 * The timelines of an account by keyword and by site, the deleted ones too. That of another version of its campaigns
 * follows from it by what changed, and shares the rest with it.
 */
export class AccountIndex {
  readonly #content: Content
  /** How many times sites had got another owner. */
  readonly version: number

  private constructor(content: Content) {
    this.#content = content
    this.version = content.renamed.version
  }

  /** The index of an account, made of the last one of its lineage. */
  static *steps(account: Pick<Account, 'campaigns' | 'past'>): Steps<AccountIndex> {
    const campaigns = VersionedMap.of(account.campaigns)
    const maps = { campaigns, past: VersionedMap.of(account.past) }
    for (;;) {
      const last = latest.get(campaigns.lineage)
      const before = last ? last.#content : nothing()
      if (last && isSame(before, maps)) return last
      const changes = yield* changesOf(before, maps)
      const content = {
        ...maps,
        keywords: yield* listsWith(before.keywords, changes, ({ keywords }) => keywords),
        sites: yield* listsWith(before.sites, changes, sitesOf),
        plotted: plottedWith(before.plotted, changes),
        renamed: before.renamed,
      }
      const renamed = last ? yield* renamedIn(before, content, changes) : []
      // Another one was made in a pause: the next one must follow from it, so that each knows what changed since any other.
      if (latest.get(campaigns.lineage) !== last) continue
      content.renamed.add(renamed)
      const index = new AccountIndex(content)
      latest.set(campaigns.lineage, index)
      return index
    }
  }

  /** The campaigns that have or had a normalized keyword. */
  watchers(normal: string): TimelineList | undefined {
    return this.#content.keywords.get(normal)
  }

  /** Of campaigns that began at the same time, the newest one. */
  owner(site: string): Owner | undefined {
    return ownerIn(this.#content, site)
  }

  /** The sites that got another owner between this version and another one; undefined if that is no longer known. */
  renamedSince(version: number): readonly string[] | undefined {
    return this.#content.renamed.between(version, this.version)
  }

  /** Timelines with a story: the newest first, then deleted ones. */
  get plotted(): readonly Timeline[] {
    const { plotted, campaigns, past } = this.#content
    return [...plotted].sort((a, b) => byPlace(a, b, { campaigns, past }))
  }
}

// By the lineage of the campaigns.
const latest = new WeakMap<object, AccountIndex>()

function nothing(): Content {
  return {
    campaigns: VersionedMap.of(new Map()),
    past: VersionedMap.of(new Map()),
    keywords: VersionedMap.of(new Map()),
    sites: VersionedMap.of(new Map()),
    plotted: new Set(),
    renamed: new Renamed(),
  }
}

type Maps = Pick<Content, 'campaigns' | 'past'>

function isSame(one: Maps, other: Maps): boolean {
  return one.campaigns === other.campaigns && one.past === other.past
}

interface Change {
  before: Timeline | undefined
  after: Timeline | undefined
}

function* changesOf(before: Maps, after: Maps): Steps<Change[]> {
  const changes = new Map<string, Change>()
  for (const ids of [
    after.campaigns.idsSince(before.campaigns),
    after.past.idsSince(before.past),
  ]) {
    for (const id of ids) {
      if (changes.has(id)) continue
      const change = { before: timelineIn(before, id), after: timelineIn(after, id) }
      if (change.before !== change.after) changes.set(id, change)
      if (changes.size % AT_ONCE === 0) yield
    }
  }
  return [...changes.values()]
}

function timelineIn({ campaigns, past }: Maps, id: string): Timeline | undefined {
  const [campaign, history] = [campaigns.get(id), past.get(id)]
  if (campaign) return timelineOf(campaign, history)
  return history && deletedTimelineOf(history)
}

function sitesOf(timeline: Timeline): string[] {
  return [...new Set(statesOf(timeline).map(siteOf))]
}

function* listsWith(
  lists: Lists,
  changes: readonly Change[],
  keysOf: (timeline: Timeline) => readonly string[],
): Steps<Lists> {
  const removed = yield* groupSteps(
    changes.flatMap(({ before }) => before ?? []),
    keysOf,
  )
  const added = yield* groupSteps(
    changes.flatMap(({ after }) => after ?? []),
    keysOf,
  )
  let version = lists
  let changed: [string, TimelineList | undefined][] = []
  for (const key of new Set([...removed.keys(), ...added.keys()])) {
    const list = lists.get(key)
    const newcomers = added.get(key) ?? []
    const after = list?.with(removed.get(key) ?? [], newcomers) ?? TimelineList.of(newcomers)
    changed.push([key, after.first && after])
    if (changed.length < AT_ONCE) continue
    version = version.with(changed)
    changed = []
    yield
  }
  return version.with(changed)
}

function* groupSteps(
  timelines: readonly Timeline[],
  keysOf: (timeline: Timeline) => readonly string[],
): Steps<Map<string, Timeline[]>> {
  const groups = new Map<string, Timeline[]>()
  for (const [n, timeline] of timelines.entries()) {
    for (const key of keysOf(timeline)) {
      const group = groups.get(key)
      if (group) group.push(timeline)
      else groups.set(key, [timeline])
    }
    if (n % AT_ONCE === 0) yield
  }
  return groups
}

function plottedWith(
  plotted: ReadonlySet<Timeline>,
  changes: readonly Change[],
): ReadonlySet<Timeline> {
  const isPlotted = (timeline: Timeline | undefined): timeline is Timeline =>
    timeline !== undefined && statesOf(timeline).some(({ story }) => story)
  const touched = changes.filter(({ before, after }) => isPlotted(before) || isPlotted(after))
  if (touched.length === 0) return plotted
  const version = new Set(plotted)
  for (const { before, after } of touched) {
    if (before) version.delete(before)
    if (isPlotted(after)) version.add(after)
  }
  return version
}

/** Existing campaigns before deleted ones, the newest first, and deleted ones in the order of their first changes. */
function byPlace(a: Timeline, b: Timeline, { campaigns, past }: Maps): number {
  if (a.isDeleted !== b.isDeleted) return Number(a.isDeleted) - Number(b.isDeleted)
  const placeIn = (map: VersionedMap<unknown>, { campaign }: Timeline) =>
    map.placeOf(campaign.id) as number
  return a.isDeleted
    ? placeIn(past, a) - placeIn(past, b)
    : placeIn(campaigns, b) - placeIn(campaigns, a)
}

// By the campaigns of a site: thousands of others may list it.
const owners = new WeakMap<TimelineList, Owner>()

function ownerIn(content: Content, site: string): Owner | undefined {
  const list = content.sites.get(site)
  const known = list && owners.get(list)
  if (!list || known) return known
  const owner = oldestIn(content, list, site)
  if (owner) owners.set(list, owner)
  return owner
}

function oldestIn(content: Content, list: TimelineList, site: string): Owner | undefined {
  let owner: (Owner & { timeline: Timeline }) | undefined
  for (const timeline of list) {
    // None of its states is older than itself.
    if (owner && timeline.begin > owner.from) break
    const phase = timeline.phases.find(({ campaign }) => siteOf(campaign) === site)
    if (!phase) continue
    const { from, campaign } = phase
    const isFirst = !owner || from < owner.from
    const isNewer = owner?.from === from && byPlace(timeline, owner.timeline, content) < 0
    if (isFirst || isNewer) owner = { name: campaign.brand, from, timeline }
  }
  return owner && { name: owner.name, from: owner.from }
}

/** The sites whose owner is another one than before. */
function* renamedIn(before: Content, after: Content, changes: readonly Change[]): Steps<string[]> {
  const timelines = changes.flatMap((change) => [change.before ?? [], change.after ?? []].flat())
  const renamed: string[] = []
  for (const site of (yield* groupSteps(timelines, sitesOf)).keys()) {
    if (!isSameOwner(ownerIn(before, site), ownerIn(after, site))) renamed.push(site)
    yield
  }
  return renamed
}

export function isSameOwner(one: Owner | undefined, other: Owner | undefined): boolean {
  return one?.name === other?.name && one?.from === other?.from
}

/** Noted sites that are kept; at most twice as many. */
const KEPT_SITES = 2_048

/** The sites that got another owner, by the number of the change. All versions of a lineage share it. */
class Renamed {
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
