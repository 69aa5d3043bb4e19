import type { Campaign } from '../../accounts/campaign.ts'
import type { Steps } from '../../time/steps.ts'
import { dayOf } from '../dates.ts'
import { percent } from '../figures.ts'
import { countDays, daysOf, horizon, type Period } from '../period.ts'
import type { Slice } from '../rankings/rankings.ts'
import type { CitationFigures, Mention, Sentiment } from '../records.ts'
import { slugOf } from '../site.ts'
import { mentionCitations, mentionText } from '../wording/mention-text.ts'
import {
  type BrandContext,
  completeContext,
  contextFor,
  type MentionContext,
  watchedSince,
} from './context.ts'
import {
  countsOn,
  detectionTime,
  type MentionFacts,
  mentionFacts,
  mentionHash,
  mentionId,
  type Stream,
  sentimentOf,
  streamsOf,
} from './mention-facts.ts'
import { selectPlatforms } from './platforms.ts'

export interface MentionQuery extends Period {
  brand: string
  /** From `watchedSince`: there are no mentions before this day. */
  since?: string | undefined
  /** Names that `findPlatform` knows; others match nothing. Absent or empty means all platforms. */
  platforms?: readonly string[] | undefined
  /** Only mentions of this tone. */
  sentiment?: Sentiment | undefined
  /** From `contextFor`; determines words, prompts and rivals, but not the number and time of mentions. */
  context?: MentionContext | undefined
}

/** The number of matching mentions; computes neither facts nor text. */
export function countMentions(seed: number, query: MentionQuery): number {
  return scan(seed, query).total
}

/** The number of matching mentions on each day of the period so far. */
export function mentionCounts(seed: number, query: MentionQuery): Uint8Array {
  return scan(seed, query).perDay
}

/** A page of the matching mentions, newest first; only these get their text. */
export function* mentionPageSteps(
  seed: number,
  query: MentionQuery,
  { offset, limit }: Slice,
): Steps<Mention[]> {
  const context = completeContext(seed, query.brand, query.context)
  const page: Mention[] = []
  if (limit <= 0) return page
  for (const facts of factsOf(seed, query, Math.max(0, offset))) {
    page.push(mentionOf(query.brand, context, facts))
    if (page.length >= limit) break
    yield
  }
  return page
}

/** Facts of the matching mentions, newest first, starting at `offset`. */
export function* factsOf(
  seed: number,
  query: MentionQuery,
  offset = 0,
): Generator<MentionFacts, undefined> {
  const { streams, counts, perDay, first, last, until } = scan(seed, query)
  let skip = offset
  for (let day = last; day >= first; day--) {
    const number = perDay[day - first] as number
    if (skip >= number) {
      skip -= number
      continue
    }
    const facts = factsOfDay(streams, counts, day, first).filter(
      ({ detectedAt, sentiment }) =>
        detectedAt <= until && (query.sentiment === undefined || sentiment === query.sentiment),
    )
    for (; skip < facts.length; skip++) yield facts[skip] as MentionFacts
    skip = 0
  }
}

/** Newest first. */
export function byTime(a: MentionFacts, b: MentionFacts): number {
  return b.detectedAt - a.detectedAt || a.hash - b.hash
}

function factsOfDay(
  streams: readonly Stream[],
  counts: readonly Uint8Array[],
  day: number,
  first: number,
): MentionFacts[] {
  const facts: MentionFacts[] = []
  streams.forEach((stream, s) => {
    const count = counts[s]?.[day - first] ?? 0
    for (let n = 0; n < count; n++) facts.push(mentionFacts(stream, day, n))
  })
  return facts.sort(byTime)
}

/**
 * Counts by platform and day. Individual mentions are examined only on the current day, which ends at the horizon,
 * and for a query by sentiment.
 */
function scan(seed: number, query: MentionQuery) {
  const { first, last } = daysOf(query)
  const until = horizon(query)
  const partial = Number.isFinite(until) ? dayOf(until) : Number.POSITIVE_INFINITY
  const streams = streamsOf(seed, query, selectPlatforms(query.platforms))
  const counts = streams.map((stream) => countsOn(stream, first, last))
  const perDay = new Uint8Array(countDays({ first, last }))
  let total = 0
  // From this day on, individual mentions are examined.
  const looked = query.sentiment === undefined ? Math.max(0, partial - first) : 0
  streams.forEach((stream, s) => {
    const ofStream = counts[s] as Uint8Array
    for (let i = 0; i < perDay.length; i++) {
      const all = ofStream[i] as number
      const count =
        i < looked || all === 0
          ? all
          : matching(stream, first + i, all, { until, sentiment: query.sentiment })
      perDay[i] = (perDay[i] as number) + count
      total += count
    }
  })
  return { streams, counts, perDay, total, first, last, until }
}

/** How many of a day's mentions are before the horizon and have the requested sentiment. */
function matching(
  stream: Stream,
  day: number,
  count: number,
  { until, sentiment }: { until: number; sentiment: Sentiment | undefined },
): number {
  let matches = 0
  for (let n = 0; n < count; n++) {
    const hash = mentionHash(stream, day, n)
    if (detectionTime(hash, day) > until) continue
    if (sentiment === undefined || sentimentOf(stream, hash) === sentiment) matches++
  }
  return matches
}

/** Makes the text of a mention. */
export function mentionOf(brand: string, context: BrandContext, facts: MentionFacts): Mention {
  const text = mentionText(brand, context, facts)
  const { platform } = facts.stream
  const id = mentionId(facts)
  return {
    id,
    brand,
    platform: platform.name,
    prompt: text.prompt,
    excerpt: text.excerpt,
    sentiment: facts.sentiment,
    sentiment_score: facts.score / 100 + 0,
    position: text.position,
    competitors_mentioned: text.competitors,
    citations: text.citations,
    detected_at: new Date(facts.detectedAt).toISOString(),
    url: platform.shareable
      ? `https://${slugOf(platform.name)}.example/share/${id.slice(4)}`
      : null,
  }
}

/** How many sites are listed; percentages are of all sites. */
const LISTED = 10

/** Counts the citations of the mentions in GET /chat/mentions; `account` as in `contextFor`. */
export function* citationSteps(
  seed: number,
  brand: string,
  account: readonly Campaign[],
  period: Period,
): Steps<CitationFigures> {
  const context = completeContext(seed, brand, contextFor(account, brand))
  const counts = new Map<string, number>()
  let total = 0
  for (const facts of factsOf(seed, { ...period, brand, since: watchedSince(account, brand) })) {
    yield
    for (const { domain } of mentionCitations(brand, context, facts)) {
      counts.set(domain, (counts.get(domain) ?? 0) + 1)
      total++
    }
  }
  return {
    total,
    domains: [...counts]
      .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
      .slice(0, LISTED)
      .map(([domain, citations]) => ({
        domain,
        own: domain === context.domain,
        citations,
        share: percent(citations, total),
      })),
  }
}
