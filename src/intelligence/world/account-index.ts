import type { Account } from '../../accounts/account.ts'
import type { Story } from '../../accounts/campaign.ts'
import { VersionedMap } from '../../accounts/versioned-map.ts'
import type { Steps } from '../../time/steps.ts'
import { byPlace, isSameOwner, type Maps, type Owner, ownerIn, Renamed } from './owners.ts'
import type { Timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.ts'
import { deletedTimelineOf, siteOf, statesOf, timelineOf } from './timelines.ts'

/** Timelines by a key of which a timeline may have several. */
type Lists = VersionedMap<TimelineList>

interface Content extends Maps {
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
        plotted: yield* plottedWith(before.plotted, changes),
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

  /** The stories about sites, by domain; of several, that of the newest campaign. The same map as long as they are the same. */
  get stories(): ReadonlyMap<string, Story> {
    const { plotted } = this.#content
    let stories = storiesOf.get(plotted)
    if (!stories) {
      const timelines = [...plotted].sort((a, b) => byPlace(a, b, this.#content))
      stories = storiesIn(timelines)
      storiesOf.set(plotted, stories)
    }
    return stories
  }
}

// By the timelines that have stories.
const storiesOf = new WeakMap<ReadonlySet<Timeline>, ReadonlyMap<string, Story>>()

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
  for (const [n, { before, after }] of changes.entries()) {
    for (const key of before ? keysOf(before) : []) groupOf(key).removed.push(before as Timeline)
    for (const key of after ? keysOf(after) : []) groupOf(key).added.push(after as Timeline)
    if (n % AT_ONCE === 0) yield
  }
  return groups
}

function* plottedWith(
  plotted: ReadonlySet<Timeline>,
  changes: readonly Change[],
): Steps<ReadonlySet<Timeline>> {
  const version = new Set(plotted)
  for (const [n, { before, after }] of changes.entries()) {
    if (before) version.delete(before)
    if (after && statesOf(after).some(({ story }) => story)) version.add(after)
    if (n % AT_ONCE === 0) yield
  }
  const isSame = version.size === plotted.size && [...version].every((each) => plotted.has(each))
  return isSame ? plotted : version
}

function storiesIn(timelines: readonly Timeline[]): Map<string, Story> {
  const stories = new Map<string, Story>()
  for (const campaign of timelines.flatMap(statesOf)) {
    const site = siteOf(campaign)
    if (campaign.story && !stories.has(site)) stories.set(site, campaign.story)
  }
  return stories
}

/** The sites whose owner is another one than before. */
function* renamedIn(before: Content, after: Content, changes: readonly Change[]): Steps<string[]> {
  const renamed: string[] = []
  for (const site of (yield* groupSteps(changes, sitesOf)).keys()) {
    if (!isSameOwner(ownerIn(before, site), ownerIn(after, site))) renamed.push(site)
    yield
  }
  return renamed
}
