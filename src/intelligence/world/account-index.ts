import type { Account } from '../../accounts/account.ts'
import { group } from './group.ts'
import { type Owner, ownersOf } from './owners.ts'
import { type SiteStory, storiesOf } from './stories.ts'
import type { Timeline } from './timeline.ts'
import { timelineOf } from './timelines.ts'

/** The timelines of an account by keyword, with the owners of sites and their stories. It includes deleted campaigns. */
export class AccountIndex {
  /** Stories by domain. */
  readonly stories: ReadonlyMap<string, SiteStory>
  /** In the order of their first change. */
  readonly deleted: readonly Timeline[]
  readonly #watchers: ReadonlyMap<string, readonly Timeline[]>
  readonly #owners: ReadonlyMap<string, Owner>

  constructor(account: Pick<Account, 'campaigns' | 'past'>) {
    const timelines = timelinesOf(account)
    this.#watchers = group(timelines.toSorted(byAge), ({ keywords }) => keywords)
    this.#owners = ownersOf(timelines)
    this.stories = storiesOf(timelines)
    this.deleted = timelines.filter(({ isDeleted }) => isDeleted)
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
function timelinesOf({ campaigns, past }: Pick<Account, 'campaigns' | 'past'>): Timeline[] {
  const timelines = Array.from(campaigns.values(), (campaign) =>
    timelineOf(campaign, past.get(campaign.id)),
  ).reverse()
  for (const [id, history] of past) {
    if (!campaigns.has(id)) timelines.push(timelineOf(undefined, history))
  }
  return timelines
}

function byAge(a: Timeline, b: Timeline): number {
  return a.begin - b.begin || (a.campaign.id < b.campaign.id ? -1 : 1)
}
