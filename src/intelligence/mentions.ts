import type { BrandContext, MentionContext } from './context.ts'
import { completeContext } from './context.ts'
import { dayOf } from './dates.ts'
import { hex, mix } from './hash.ts'
import {
  countsOn,
  detectionTime,
  type MentionFacts,
  mentionFacts,
  mentionHash,
  type Sentiment,
  type Stream,
  streamOf,
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
  /** Names that `findPlatform` knows; others match nothing. All platforms when absent or empty. */
  platforms?: readonly string[] | undefined
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
export function mentionsPage(
  seed: number,
  query: MentionQuery,
  { offset, limit }: Slice,
): Mention[] {
  const context = completeContext(seed, query.brand, query.context)
  const page: Mention[] = []
  if (limit <= 0) return page
  for (const facts of factsOf(seed, query, Math.max(0, offset))) {
    page.push(mentionOf(query.brand, context, facts))
    if (page.length >= limit) break
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
    const facts = factsOfDay(streams, counts, day, first).filter((one) => one.detectedAt <= until)
    for (; skip < facts.length; skip++) yield facts[skip] as MentionFacts
    skip = 0
  }
}

function factsOfDay(
  streams: readonly Stream[],
  counts: readonly Uint8Array[],
  day: number,
  first: number,
): MentionFacts[] {
  return streams
    .flatMap((stream, s) =>
      Array.from({ length: counts[s]?.[day - first] ?? 0 }, (_, n) => mentionFacts(stream, day, n)),
    )
    .sort((a, b) => b.detectedAt - a.detectedAt || (a.id < b.id ? -1 : 1))
}

/** Counts by platform and day, of which those of the current day are cut off at the horizon. */
function scan(seed: number, query: MentionQuery) {
  const { first, last } = daysOf(query)
  const until = horizon(query)
  const streams = selectPlatforms(query.platforms).map((it) => streamOf(seed, query.brand, it))
  const counts = streams.map((stream) => countsOn(stream, first, last))
  const perDay = new Uint8Array(countDays({ first, last }))
  let total = 0
  for (let i = 0; i < perDay.length; i++) {
    const partial = Number.isFinite(until) && first + i >= dayOf(until)
    for (let s = 0; s < counts.length; s++) {
      const stream = streams[s] as Stream
      const count = counts[s]?.[i] as number
      perDay[i] = (perDay[i] as number) + (partial ? detected(stream, first + i, count, until) : count)
    }
    total += perDay[i] as number
  }
  return { streams, counts, perDay, total, first, last, until }
}

/** How many of a day's mentions lie before the horizon. */
function detected(stream: Stream, day: number, count: number, until: number): number {
  let seen = 0
  for (let n = 0; n < count; n++) {
    if (detectionTime(mentionHash(stream, day, n), day) <= until) seen++
  }
  return seen
}

function mentionOf(brand: string, context: BrandContext, facts: MentionFacts): Mention {
  const text = mentionText(brand, context, facts)
  const { platform, hash } = facts
  return {
    id: facts.id,
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
      ? `https://${slugOf(platform.name)}.example/share/${facts.id.slice(4)}${hex(mix(hash, 60))}`
      : null,
  }
}
