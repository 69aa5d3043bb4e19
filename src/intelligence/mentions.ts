import { inOneGo, type Steps } from '../time/steps.ts'
import type { BrandContext, MentionContext } from './context.ts'
import { completeContext } from './context.ts'
import { dayOf } from './dates.ts'
import {
  countsOn,
  detectionTime,
  type MentionFacts,
  mentionFacts,
  mentionHash,
  mentionId,
  type Sentiment,
  type Stream,
  sentimentOf,
  streamsOf,
} from './mention-facts.ts'
import { type Citation, mentionText } from './mention-text.ts'
import { countDays, daysOf, horizon, type Period } from './period.ts'
import { selectPlatforms } from './platforms.ts'
import type { Slice } from './rankings.ts'
import { slugOf } from './site.ts'

/** An answer of a chat platform that names a brand (§2 gives the query; the fields are assumed). */
export interface Mention {
  /** `men_…` */
  id: string
  brand: string
  /** Canonical name, as in PLATFORMS. */
  platform: string
  /** What the platform was asked. */
  prompt: string
  /** The passage of the answer that names the brand. */
  excerpt: string
  sentiment: Sentiment
  /** −1 to 1; above 0.2 exactly when the sentiment is positive, below −0.2 when it is negative. */
  sentiment_score: number
  /** 1-based rank of the brand among the brands that the answer names. */
  position: number
  /** Names of the others, in the order in which they are named. */
  competitors_mentioned: string[]
  citations: Citation[]
  /** ISO 8601, UTC. */
  detected_at: string
  /** Where the answer can be read; null on platforms whose answers have no address. */
  url: string | null
}

export interface MentionQuery extends Period {
  brand: string
  /** From `watchedSince`: there are no mentions before this day. */
  since?: string | undefined
  /** Names that `findPlatform` knows; others match nothing. All platforms when absent or empty. */
  platforms?: readonly string[] | undefined
  /** Only mentions of this tone. */
  sentiment?: Sentiment | undefined
  /** From `contextFor`; decides words, prompts and rivals, but neither number nor time of mentions. */
  context?: MentionContext | undefined
}

/** All mentions of a period, newest first. */
export function mentions(seed: number, query: MentionQuery): Mention[] {
  return [...mentionRows(seed, query)]
}

/** As `mentions`, one at a time, for exports that must not be held in memory. */
export function* mentionRows(seed: number, query: MentionQuery): Generator<Mention, undefined> {
  const context = completeContext(seed, query.brand, query.context)
  for (const facts of factsOf(seed, query)) yield mentionOf(query.brand, context, facts)
}

/** How many mentions a question has; neither facts nor text are computed. */
export function countMentions(seed: number, query: MentionQuery): number {
  return scan(seed, query).total
}

/** How many mentions each day of the period has that has happened. */
export function mentionCounts(seed: number, query: MentionQuery): Uint8Array {
  return scan(seed, query).perDay
}

/** A slice of `mentions`; text is made for the mentions of the slice only. */
export function mentionsPage(seed: number, query: MentionQuery, slice: Slice): Mention[] {
  return inOneGo(mentionPageSteps(seed, query, slice))
}

/** `mentionsPage` in steps. */
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

/** Facts of the mentions of a question, newest first, from the one at `offset` on. */
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
 * Counts by platform and day. Where every mention of a day counts, none is looked at: only the current
 * day is cut off at the horizon, and only a question for one tone has to tell the tone of each.
 */
function scan(seed: number, query: MentionQuery) {
  const { first, last } = daysOf(query)
  const until = horizon(query)
  const partial = Number.isFinite(until) ? dayOf(until) : Number.POSITIVE_INFINITY
  const streams = streamsOf(seed, query, selectPlatforms(query.platforms))
  const counts = streams.map((stream) => countsOn(stream, first, last))
  const perDay = new Uint8Array(countDays({ first, last }))
  let total = 0
  // From this day on each mention has to be looked at.
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

/** How many of a day's mentions lie before the horizon and have the tone that is asked for. */
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

/** Puts a mention in words. */
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
