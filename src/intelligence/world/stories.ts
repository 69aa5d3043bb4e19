import type { Campaign, Story } from '../../accounts/campaign.ts'
import { dayOf } from '../dates.ts'
import type { Timeline } from './timeline.ts'
import { siteOf } from './timelines.ts'

/** What happens to a site, as far as AI answers report it. */
export interface SiteStory extends Partial<Story> {
  /** Day numbers on which every answer names it: a triggered event made the first run of a campaign about it. */
  named?: readonly number[]
}

/** The same for equal stories. */
export function storyKey({ kind, date, named = [] }: SiteStory = {}): string {
  return `${kind} ${date} ${named}`
}

/** Stories by domain. If several campaigns have one, that of the first of `timelines` counts. */
export function storiesOf(timelines: readonly Timeline[]): Map<string, SiteStory> {
  const stories = new Map<string, SiteStory>()
  for (const { phases } of timelines) {
    for (const { campaign } of phases) {
      if (!hasStory(campaign)) continue
      const { story, first_run } = campaign
      const known = stories.get(siteOf(campaign)) ?? {}
      const days = first_run === undefined ? [] : [dayOf(first_run)]
      const named = [...new Set([...(known.named ?? []), ...days])]
      stories.set(siteOf(campaign), { ...story, ...known, ...(named.length > 0 && { named }) })
    }
  }
  return stories
}

function hasStory({ story, first_run }: Pick<Campaign, 'story' | 'first_run'>): boolean {
  return story !== undefined || first_run !== undefined
}
