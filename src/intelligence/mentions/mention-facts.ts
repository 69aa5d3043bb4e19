import { normalize } from '../../accounts/normalize.ts'
import { dayNumber, startOfDay, weekday } from '../dates.ts'
import { hashText, hex, mix, noise, pick, unit } from '../hash.ts'
import type { Sentiment } from '../records.ts'
import type { Platform } from './platforms.ts'

/** The numeric part of a mention, which is enough to count and average. */
export interface MentionFacts {
  /** Determines everything else about the mention. */
  hash: number
  stream: Stream
  day: number
  /** Epoch milliseconds, whole seconds. */
  detectedAt: number
  sentiment: Sentiment
  /** Hundredths from −100 to 100, so that sums are exact. */
  score: number
}

/** The mentions of one brand on one platform: their frequency and tone. */
export interface Stream {
  platform: Platform
  /** Day number of the first day that has mentions. */
  since: number
  hash: number
  /** Interest in the brand, the same on all platforms. */
  brand: number
  /** Mentions expected on an average day. */
  rate: number
  /** Shares of positive and of negative mentions, from 0 to 1. */
  positive: number
  negative: number
}

/** Fewer people ask at the weekend. Sunday comes first. */
const WEEK = [0.75, 1.05, 1.1, 1.1, 1.05, 1, 0.8] as const

/**
 * The streams of a brand, regardless of its case and spacing; `since` is the first day on which it was watched, if
 * any.
 */
export function streamsOf(
  seed: number,
  { brand, since }: { brand: string; since?: string | undefined },
  platforms: readonly Platform[],
): readonly Stream[] {
  const watched = since === undefined ? Number.NEGATIVE_INFINITY : dayNumber(since)
  const brandHash = hashText(normalize(brand), mix(seed, 4))
  // Brands differ in fame and reputation, and platforms vary them a little.
  const fame = 0.5 + unit(mix(brandHash, 1))
  const reputation = unit(mix(brandHash, 2))
  return platforms.map((platform) => {
    const hash = mix(brandHash, platform.number)
    const repute = reputation + 0.3 * (unit(mix(hash, 2)) - 0.5)
    return {
      platform,
      since: Math.max(platform.since, watched),
      hash,
      brand: mix(brandHash, 3),
      rate: platform.activity * fame * (0.7 + 0.6 * unit(mix(hash, 1))),
      positive: 0.4 + 0.24 * repute,
      negative: 0.2 - 0.12 * repute,
    }
  })
}

/** The number of mentions on each of consecutive days, 0 to 4. */
export function countsOn(stream: Stream, first: number, last: number): Uint8Array {
  const counts = new Uint8Array(Math.max(0, last - first + 1))
  const dice = mix(stream.hash, 3)
  const start = Math.max(first, stream.since)
  let dayOfWeek = weekday(start)
  let sunday = start - dayOfWeek
  let rate = rateIn(stream, sunday)
  for (let day = start; day <= last; day++) {
    counts[day - first] = successes(mix(dice, day), 64 * rate * (WEEK[dayOfWeek] as number))
    if (++dayOfWeek === 7) {
      dayOfWeek = 0
      sunday += 7
      rate = rateIn(stream, sunday)
    }
  }
  return counts
}

/** Interest changes over weeks, so it is computed once a week. */
function rateIn(stream: Stream, sunday: number): number {
  const own = 0.3 * noise(mix(stream.hash, 4), sunday, 56)
  return stream.rate * (1 + own + 0.4 * noise(stream.brand, sunday, 70))
}

/**
 * Four throws of a 256-sided die in one hash: how many are below `limit`. This is nearly a Poisson distribution at a
 * fraction of its cost, and never more than four. It adds up sign bits, because branches on dice are unpredictable.
 */
function successes(hash: number, limit: number): number {
  const below = Math.ceil(limit) | 0
  return (
    (((hash & 0xff) - below) >>> 31) +
    ((((hash >>> 8) & 0xff) - below) >>> 31) +
    ((((hash >>> 16) & 0xff) - below) >>> 31) +
    (((hash >>> 24) - below) >>> 31)
  )
}

/** The hash of the mention with this number on a day. */
export function mentionHash(stream: Stream, day: number, index: number): number {
  return mix(mix(stream.hash, day), 16 + index)
}

export function detectionTime(hash: number, day: number): number {
  return startOfDay(day) + Math.floor(unit(mix(hash, 1)) * 86_400) * 1000
}

export function sentimentOf(stream: Stream, hash: number): Sentiment {
  const chance = unit(mix(hash, 2))
  return chance < stream.positive
    ? 'positive'
    : chance < 1 - stream.negative
      ? 'neutral'
      : 'negative'
}

/** Hundredths: positive from 25, negative to −25, neutral in between. */
export function scoreOf(sentiment: Sentiment, hash: number): number {
  const strength = unit(mix(hash, 3))
  if (sentiment === 'neutral') return Math.round(-20 + 40 * strength)
  const size = 25 + Math.round(70 * Math.sqrt(strength))
  return sentiment === 'positive' ? size : -size
}

/** Everything about the mention with this number on a day except its text. */
export function mentionFacts(stream: Stream, day: number, index: number): MentionFacts {
  const hash = mentionHash(stream, day, index)
  const sentiment = sentimentOf(stream, hash)
  return {
    hash,
    stream,
    day,
    detectedAt: detectionTime(hash, day),
    sentiment,
    score: scoreOf(sentiment, hash),
  }
}

/** Two hashes, 64 bits, so that identifiers do not collide within an account. */
export function mentionId({ stream, day, hash }: MentionFacts): string {
  return `men_${hex(mix(stream.hash, mix(day, hash)))}${hex(hash)}`
}

/** How many rivals an answer names in addition to the brand. */
const COMPANY = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4] as const

/** The rivals that the answer names, of `available`, as indexes in order; early ones are more frequent. */
export function namedRivals(hash: number, available: number): number[] {
  const named: number[] = []
  named.length = nameRivals(hash, available, named)
  return named
}

/** As `namedRivals`, into the caller's list, which may be longer; returns their number. */
export function nameRivals(hash: number, available: number, named: number[]): number {
  const count = Math.min(pick(COMPANY, mix(hash, 5)), available)
  let taken = 0
  for (let n = 0; n < count; n++) {
    const chance = unit(mix(hash, 6 + n))
    let index = Math.floor(chance * (0.4 + 0.6 * chance) * available)
    // Beyond 32 rivals two share a bit, which only moves the choice on once more.
    while (taken & (1 << index)) index = index + 1 === available ? 0 : index + 1
    taken |= 1 << index
    named[n] = index
  }
  return count
}

/** The rank of the brand among `rivals + 1` named brands; praise tends to come first. */
export function rankOf(sentiment: Sentiment, hash: number, rivals: number): number {
  const chance = unit(mix(hash, 12))
  const leaning =
    sentiment === 'positive'
      ? chance * (0.3 + 0.7 * chance)
      : sentiment === 'neutral'
        ? chance
        : Math.sqrt(chance)
  return 1 + Math.floor(leaning * (rivals + 1))
}
