import { startOfDay, weekday } from './dates.ts'
import { addNoise, easing, hashText, hex, mix, pick, unit } from './hash.ts'
import type { Platform } from './platforms.ts'
import { normalize } from './site.ts'

export type Sentiment = 'positive' | 'neutral' | 'negative'

/** All that is numeric about a mention. Counting and averaging need this much and no text. */
export interface MentionFacts {
  id: string
  /** Everything else about the mention follows from it. */
  hash: number
  platform: Platform
  day: number
  /** Epoch milliseconds, whole seconds. */
  detectedAt: number
  sentiment: Sentiment
  /** Hundredths from −100 to 100, so that sums are exact. */
  score: number
}

/** The mentions of one brand on one platform: how many there are on a day, and what they are like. */
export interface Stream {
  platform: Platform
  hash: number
  /** Mentions expected on an average day. */
  rate: number
  /** Shares of positive and of negative mentions, from 0 to 1. */
  positive: number
  negative: number
}

/** At most this many mentions a day on one platform. */
const MOST = 4
const WAVE = easing(60)

/** Fewer people ask at the weekend. Sunday first. */
const WEEK = [0.75, 1.05, 1.1, 1.1, 1.05, 1, 0.8] as const

export function streamOf(seed: number, brand: string, platform: Platform): Stream {
  const brandHash = hashText(normalize(brand), mix(seed, 4))
  const hash = hashText(platform.name, brandHash)
  // Brands differ in fame and reputation; platforms see the same brand a little differently.
  const fame = 0.5 + unit(mix(brandHash, 1))
  const repute = unit(mix(brandHash, 2)) + 0.3 * (unit(mix(hash, 2)) - 0.5)
  return {
    platform,
    hash,
    rate: platform.activity * fame * (0.7 + 0.6 * unit(mix(hash, 1))),
    positive: 0.4 + 0.24 * repute,
    negative: 0.2 - 0.12 * repute,
  }
}

/** How many mentions each of consecutive days has, 0 to 4. */
export function countsOn(stream: Stream, first: number, last: number): Uint8Array {
  const length = Math.max(0, last - first + 1)
  const waves = new Float64Array(length)
  addNoise(waves, first + (stream.hash & 63), mix(stream.hash, 3), WAVE, 0.45)

  const counts = new Uint8Array(length)
  for (let i = Math.max(0, stream.platform.since - first); i < length; i++) {
    const day = first + i
    const rate = stream.rate * (1 + (waves[i] as number)) * (WEEK[weekday(day)] as number)
    counts[i] = poisson(rate, unit(mix(mix(stream.hash, 4), day)))
  }
  return counts
}

/** How many events a Poisson process of this rate has when the dice show `chance`; at most 4. */
function poisson(rate: number, chance: number): number {
  let probability = Math.exp(-rate)
  let below = probability
  let count = 0
  while (count < MOST && chance >= below) {
    count++
    probability *= rate / count
    below += probability
  }
  return count
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

/** All about the mention with this number on a day but its text. */
export function mentionFacts(stream: Stream, day: number, index: number): MentionFacts {
  const hash = mentionHash(stream, day, index)
  const sentiment = sentimentOf(stream, hash)
  return {
    // Two independent hashes: 64 bits, so that identifiers do not collide within an account.
    id: `men_${hex(mix(stream.hash, mix(day, index)))}${hex(hash)}`,
    hash,
    platform: stream.platform,
    day,
    detectedAt: detectionTime(hash, day),
    sentiment,
    score: scoreOf(sentiment, hash),
  }
}

/** How many rivals the answer names beside the brand. */
const COMPANY = [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4] as const

/** Which of `available` rivals the answer names, as indexes in the order of naming; often the first. */
export function namedRivals(hash: number, available: number): number[] {
  const named: number[] = []
  const count = Math.min(pick(COMPANY, mix(hash, 5)), available)
  for (let n = 0; n < count; n++) {
    let index = Math.floor(unit(mix(hash, 6 + n)) ** 1.5 * available)
    while (named.includes(index)) index = (index + 1) % available
    named.push(index)
  }
  return named
}

/** The rank of the brand among the `rivals + 1` that are named; praise tends to come first. */
export function rankOf(facts: Pick<MentionFacts, 'hash' | 'sentiment'>, rivals: number): number {
  const lean = facts.sentiment === 'positive' ? 1.7 : facts.sentiment === 'neutral' ? 1.1 : 0.7
  return 1 + Math.floor(unit(mix(facts.hash, 12)) ** lean * (rivals + 1))
}
