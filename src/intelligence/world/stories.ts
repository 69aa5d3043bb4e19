import type { Story } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { byPlace, type Maps } from './owners.ts'
import type { Timeline } from './timeline.ts'
import { type Change, siteOf, statesOf } from './timelines.ts'

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
    if (after && statesOf(after).some(({ story }) => story)) version.add(after)
    if (n % AT_ONCE === 0) yield
  }
  const isSame =
    version.size === withStories.size && [...version].every((each) => withStories.has(each))
  return isSame ? withStories : version
}

// By the set of timelines with stories.
const known = new WeakMap<ReadonlySet<Timeline>, ReadonlyMap<string, Story>>()

/** Stories by domain. If several campaigns have one, the newest wins. */
export function storiesOf(
  withStories: ReadonlySet<Timeline>,
  maps: Maps,
): ReadonlyMap<string, Story> {
  let stories = known.get(withStories)
  if (!stories) {
    stories = storiesIn([...withStories].sort((a, b) => byPlace(a, b, maps)))
    known.set(withStories, stories)
  }
  return stories
}

function storiesIn(timelines: readonly Timeline[]): Map<string, Story> {
  const stories = new Map<string, Story>()
  for (const campaign of timelines.flatMap(statesOf)) {
    const site = siteOf(campaign)
    if (campaign.story && !stories.has(site)) stories.set(site, campaign.story)
  }
  return stories
}
