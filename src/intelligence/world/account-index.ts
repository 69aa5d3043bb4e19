import type { Account } from '../../accounts/account.ts'
import type { Steps } from '../../time/steps.ts'
import { type Owner, ownersOf } from './owners.ts'
import { type SiteStory, storiesOf } from './stories.ts'
import type { Timeline } from './timeline.ts'
import { timelineOf } from './timelines.ts'

/** The timelines of an account by keyword, with the owners of sites and their stories. It includes deleted campaigns. */
export class AccountIndex {
  /** Stories by domain. */
  readonly stories: ReadonlyMap<string, SiteStory>
  readonly #watchers: ReadonlyMap<string, readonly Timeline[]>
  readonly #owners: ReadonlyMap<string, Owner>

  private constructor(
    watchers: ReadonlyMap<string, readonly Timeline[]>,
    owners: ReadonlyMap<string, Owner>,
    stories: ReadonlyMap<string, SiteStory>,
  ) {
    this.#watchers = watchers
    this.#owners = owners
    this.stories = stories
  }

  static *steps(account: Pick<Account, 'campaigns' | 'past'>): Steps<AccountIndex> {
    const timelines = yield* timelineSteps(account)
    const watchers = new Map<string, Timeline[]>()
    for (const timeline of timelines.toSorted(byAge)) {
      for (const normal of timeline.keywords) {
        const others = watchers.get(normal)
        if (others) others.push(timeline)
        else watchers.set(normal, [timeline])
      }
      yield
    }
    const owners = ownersOf(timelines)
    yield
    return new AccountIndex(watchers, owners, storiesOf(timelines))
  }

  /** The campaigns that have or had a keyword, which must be normalized; the oldest first. */
  watchers(normal: string): readonly Timeline[] {
    return this.#watchers.get(normal) ?? []
  }

  /** The brand that had a site first. */
  owner(site: string): Owner | undefined {
    return this.#owners.get(site)
  }
}

/** Existing campaigns, newest first; then deleted ones, in the order of their first change. */
function* timelineSteps({
  campaigns,
  past,
}: Pick<Account, 'campaigns' | 'past'>): Steps<Timeline[]> {
  const timelines: Timeline[] = []
  for (const campaign of [...campaigns.values()].reverse()) {
    timelines.push(timelineOf(campaign, past.get(campaign.id)))
    yield
  }
  for (const [id, history] of past) {
    if (!campaigns.has(id)) timelines.push(timelineOf(undefined, history))
  }
  return timelines
}

function byAge(a: Timeline, b: Timeline): number {
  return a.begin - b.begin || (a.campaign.id < b.campaign.id ? -1 : 1)
}
