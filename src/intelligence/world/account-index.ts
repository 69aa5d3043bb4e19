import type { Campaign } from '../../accounts/campaign.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import type { Steps } from '../../time/steps.ts'
import { isSameOwner, type Maps, type Owner, OwnerChanges, ownerIn } from './owners.ts'
import { type SiteStory, storiesOf, withStoriesAfter } from './stories.ts'
import type { Timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.ts'
import { type Change, siteOf, statesOf, timelineOf } from './timelines.ts'

/** Timelines by key. A timeline may have several keys. */
type Lists = VersionedMap<TimelineList>

/**
 * Null for a campaign of other versions of the lineage. It keeps its place: when these are asked again, a removed entry
 * would have the map copied.
 */
type Timelines = VersionedMap<Timeline | null>

interface Content extends Maps {
  /** By the id of the campaign. A WeakMap would hold up the server: V8 clears its whole table while nothing else runs. */
  timelines: Timelines
  keywords: Lists
  sites: Lists
  withStories: ReadonlySet<Timeline>
  ownerChanges: OwnerChanges
}

/** Timelines or keys that are processed between two pauses. */
const AT_ONCE = 64

/**
 * The timelines of an account by keyword and by site, including deleted campaigns. When campaigns change, the next index
 * is derived from the last one: it updates what changed and shares the rest.
 */
export class AccountIndex {
  readonly #content: Content
  /** The number of owner changes so far. */
  readonly version: number

  private constructor(content: Content) {
    this.#content = content
    this.version = content.ownerChanges.version
  }

  /** The index of an account, derived from the last one of its lineage. */
  static *steps(maps: Maps): Steps<AccountIndex> {
    const { lineage } = maps.campaigns
    for (;;) {
      const last = latest.get(lineage)
      const before = last ? last.#content : emptyContent()
      if (last && isSame(before, maps)) return last
      const changes = yield* changesOf(before, maps)
      const content = {
        ...maps,
        timelines: yield* timelinesWith(before.timelines, changes),
        keywords: yield* listsWith(before.keywords, changes, ({ keywords }) => keywords),
        sites: yield* listsWith(before.sites, changes, sitesOf),
        withStories: yield* withStoriesAfter(before.withStories, changes),
        ownerChanges: before.ownerChanges,
      }
      const changed = last ? yield* ownerChangesOf(before, content, changes) : []
      // Another index was added during a pause. Start again from it: a lineage has one history of owner changes.
      if (latest.get(lineage) !== last) continue
      content.ownerChanges.add(changed)
      const index = new AccountIndex(content)
      latest.set(lineage, index)
      return index
    }
  }

  /** The timeline of an existing campaign: that of the latest index, if it has the same state. */
  static timelineOf({ campaigns, past }: Maps, campaign: Campaign): Timeline {
    const history = past.get(campaign.id)
    const known = latest.get(campaigns.lineage)?.timeline(campaign.id)
    return known?.isOf(campaign, history) ? known : timelineOf(campaign, history)
  }

  /** The timeline of a campaign, which may be deleted. */
  timeline(id: string): Timeline | undefined {
    return this.#content.timelines.get(id) ?? undefined
  }

  /** The campaigns that have or had a keyword, which must be normalized. */
  watchers(normal: string): TimelineList {
    // A list of its own: a shared empty list would be one lineage for all accounts.
    return this.#content.keywords.get(normal) ?? TimelineList.of([])
  }

  /** The owner of a site. Of campaigns that began at the same time, the newest one owns it. */
  owner(site: string): Owner | undefined {
    return ownerIn(this.#content, site)
  }

  /** The sites whose owner changed between another version and this one; undefined if the changes are no longer known. */
  ownerChangesSince(version: number): readonly string[] | undefined {
    return this.#content.ownerChanges.between(version, this.version)
  }

  /** Stories by domain. If several campaigns have one, the newest wins. Unchanged stories give the same map. */
  get stories(): ReadonlyMap<string, SiteStory> {
    return storiesOf(this.#content.withStories, this.#content)
  }
}

// By the lineage of the campaigns.
const latest = new WeakMap<object, AccountIndex>()

function emptyContent(): Content {
  return {
    campaigns: VersionedMap.of(new Map()),
    past: VersionedMap.of(new Map()),
    timelines: VersionedMap.of(new Map()),
    keywords: VersionedMap.of(new Map()),
    sites: VersionedMap.of(new Map()),
    withStories: new Set(),
    ownerChanges: new OwnerChanges(),
  }
}

function isSame(one: Maps, other: Maps): boolean {
  return one.campaigns === other.campaigns && one.past === other.past
}

function* changesOf(before: Content, after: Maps): Steps<Change[]> {
  const changes = new Map<string, Change>()
  for (const ids of [
    after.campaigns.idsSince(before.campaigns),
    after.past.idsSince(before.past),
  ]) {
    for (const id of ids) {
      if (changes.has(id)) continue
      const known = before.timelines.get(id) ?? undefined
      const timeline = timelineIn(after, id, known)
      if (timeline !== known) changes.set(id, { before: known, after: timeline })
      if (changes.size % AT_ONCE === 0) yield
    }
  }
  return [...changes.values()]
}

function timelineIn(
  { campaigns, past }: Maps,
  id: string,
  known: Timeline | undefined,
): Timeline | undefined {
  const [campaign, history] = [campaigns.get(id), past.get(id)]
  if (known?.isOf(campaign, history)) return known
  if (campaign) return timelineOf(campaign, history)
  return history && timelineOf(undefined, history)
}

function* timelinesWith(timelines: Timelines, changes: readonly Change[]): Steps<Timelines> {
  let version = timelines
  let changed: [string, Timeline | null][] = []
  for (const { before, after = null } of changes) {
    const { campaign } = after ?? (before as Timeline)
    changed.push([campaign.id, after])
    if (changed.length < AT_ONCE) continue
    version = version.with(changed)
    changed = []
    yield
  }
  return version.with(changed)
}

function sitesOf(timeline: Timeline): string[] {
  return [...new Set(statesOf(timeline).map(siteOf))]
}

type KeysOf = (timeline: Timeline) => readonly string[]

function* listsWith(lists: Lists, changes: readonly Change[], keysOf: KeysOf): Steps<Lists> {
  const groups = yield* groupSteps(changes, keysOf)
  let version = lists
  let changed: [string, TimelineList | undefined][] = []
  let work = 0
  for (const [key, { removed, added }] of groups) {
    const after = lists.get(key)?.with(removed, added) ?? TimelineList.of(added)
    changed.push([key, after.first && after])
    work += removed.length + added.length
    if (work < AT_ONCE) continue
    version = version.with(changed)
    changed = []
    work = 0
    yield
  }
  return version.with(changed)
}

interface Group {
  removed: Timeline[]
  added: Timeline[]
}

function* groupSteps(changes: readonly Change[], keysOf: KeysOf): Steps<Map<string, Group>> {
  const groups = new Map<string, Group>()
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { removed: [], added: [] }
    groups.set(key, group)
    return group
  }
  let work = 0
  for (const { before, after } of changes) {
    const [old, current] = [before ? keysOf(before) : [], after ? keysOf(after) : []]
    for (const key of old) groupOf(key).removed.push(before as Timeline)
    for (const key of current) groupOf(key).added.push(after as Timeline)
    work += old.length + current.length
    if (work < AT_ONCE) continue
    work = 0
    yield
  }
  return groups
}

/** The sites whose owner changed. */
function* ownerChangesOf(
  before: Content,
  after: Content,
  changes: readonly Change[],
): Steps<string[]> {
  const changed: string[] = []
  for (const site of (yield* groupSteps(changes, sitesOf)).keys()) {
    if (!isSameOwner(ownerIn(before, site), ownerIn(after, site))) changed.push(site)
    yield
  }
  return changed
}
