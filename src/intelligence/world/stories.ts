import type { Campaign, Story } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { dayOf } from '../dates.ts'
import { byPlace, type Maps } from './owners.ts'
import type { Timeline } from './timeline.ts'
import { type Change, siteOf, statesOf } from './timelines.ts'

/** What happens to a site, as far as AI answers report it. */
export interface SiteStory extends Partial<Story> {
  /** Day numbers on which every answer names it: a triggered event made the first run of a campaign about it. */
  named?: readonly number[]
}

/** The same for equal stories. */
export function storyKey({ kind, date, named = [] }: SiteStory = {}): string {
  return `${kind} ${date} ${named}`
}

/** Timelines that are processed between two pauses. */
const AT_ONCE = 64

/** The timelines with stories after changes; the same set if nothing changed. */
export function* withStoriesAfter(
  withStories: ReadonlySet<Timeline>,
  changes: readonly Change[],
): Steps<ReadonlySet<Timeline>> {
  const version = new Set(withStories)
  for (const [n, { before, after }] of changes.entries()) {
    if (before) version.delete(before)
    if (after && statesOf(after).some(hasStory)) version.add(after)
    if (n % AT_ONCE === 0) yield
  }
  const isSame =
    version.size === withStories.size && [...version].every((each) => withStories.has(each))
  return isSame ? withStories : version
}

// By the set of timelines with stories.
const known = new WeakMap<ReadonlySet<Timeline>, ReadonlyMap<string, SiteStory>>()

/** Stories by domain. If several campaigns have one, the newest wins. */
export function storiesOf(
  withStories: ReadonlySet<Timeline>,
  maps: Maps,
): ReadonlyMap<string, SiteStory> {
  let stories = known.get(withStories)
  if (!stories) {
    stories = storiesIn([...withStories].sort((a, b) => byPlace(a, b, maps)))
    known.set(withStories, stories)
  }
  return stories
}

function storiesIn(timelines: readonly Timeline[]): Map<string, SiteStory> {
  const stories = new Map<string, SiteStory>()
  for (const campaign of timelines.flatMap(statesOf)) {
    if (!hasStory(campaign)) continue
    const { story, first_run } = campaign
    const known = stories.get(siteOf(campaign)) ?? {}
    const days = first_run === undefined ? [] : [dayOf(first_run)]
    const named = [...new Set([...(known.named ?? []), ...days])]
    stories.set(siteOf(campaign), { ...story, ...known, ...(named.length > 0 && { named }) })
  }
  return stories
}

function hasStory({ story, first_run }: Pick<Campaign, 'story' | 'first_run'>): boolean {
  return story !== undefined || first_run !== undefined
}
