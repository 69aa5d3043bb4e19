import type { AbortSignal } from '../../node-globals.ts'
import { percent } from '../figures.ts'
import { daysOf, horizon, type Period } from '../period.ts'
import type { Citation, CitationFigures } from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import type { Answer } from './answers.ts'
import { type Lists, SHORT_LISTS } from './chat.ts'
import { citationsOf } from './citations.ts'
import { mentionsIn, viewOf } from './mention.ts'
import { answersIn, answersOf } from './world-answers.ts'

interface Cited extends Omit<Citation, 'position'> {
  citations: number
}

/** The sources of the answers that a campaign found and that name its brand. */
export async function citationFigures(
  world: World,
  period: Period,
  timeline: Timeline,
  signal?: AbortSignal,
  lists = SHORT_LISTS,
): Promise<CitationFigures> {
  const sites = new Map<string, Cited>()
  const pages = new Map<string, Cited>()
  const byType = { own: 0, rival: 0, third_party: 0 }
  let total = 0
  const count = (list: Map<string, Cited>, key: string, { position: _, ...page }: Citation) => {
    const known = list.get(key)
    // As it was cited last: a site may have become a rival.
    list.set(key, { ...page, citations: (known?.citations ?? 0) + 1 })
  }
  const view = viewOf({ campaign: timeline })
  const until = { now: horizon(period), timeline }
  const add = (answer: Answer) => {
    for (const { brand } of mentionsIn(answer, view)) {
      for (const citation of citationsOf(answer, brand)) {
        count(sites, citation.domain, citation)
        count(pages, citation.url, citation)
        byType[citation.type]++
        total++
      }
    }
  }
  // Keyword by keyword: which citation of a page is the last one must not depend on how many keywords there are.
  for (const subject of await answersOf(world).subjects(timeline, signal)) {
    await answersIn(daysOf(period), [subject], until, add, signal)
  }
  return {
    total,
    by_type: byType,
    domains: mostCited(sites, lists).map(([domain, { type, citations }]) => ({
      domain,
      type,
      own: type === 'own',
      citations,
      share: percent(citations, total),
    })),
    pages: mostCited(pages, lists).map(([, page]) => page),
  }
}

function mostCited(cited: ReadonlyMap<string, Cited>, lists: Lists): [string, Cited][] {
  return [...cited]
    .sort(([a, most], [b, more]) => more.citations - most.citations || (a < b ? -1 : 1))
    .slice(0, lists.sources)
}
