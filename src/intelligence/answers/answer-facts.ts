import { mix, unit } from '../../text/hash.ts'
import type { Sentiment } from '../records.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { CERTAIN, type Course, type Renown } from './renown.ts'

/** The most brands that an answer names. */
export const MOST_NAMED = 6

/** Prompts of each keyword. */
export const PROMPTS = 2

/** Identifies the answer of a platform to a prompt on a day, and decides everything about it. */
export function answerHash(prompt: number, platform: number, day: number): number {
  return mix(mix(prompt, day), (PLATFORMS[platform] as Platform).number)
}

/** The platform, as an index of PLATFORMS, that a check asks on a day; −1 before any was released. */
export function askedPlatform(prompt: number, day: number): number {
  let left = unit(mix(mix(prompt, 9), day)) * activityOn(day)
  for (let p = 0; p < PLATFORMS.length; p++) {
    const { since, activity } = PLATFORMS[p] as Platform
    if (since > day) continue
    left -= activity
    if (left < 0) return p
  }
  return -1
}

const LAST_RELEASE = Math.max(...PLATFORMS.map(({ since }) => since))
const ALL_ACTIVITY = PLATFORMS.reduce((sum, { activity }) => sum + activity, 0)

function activityOn(day: number): number {
  if (day >= LAST_RELEASE) return ALL_ACTIVITY
  return PLATFORMS.reduce((sum, { since, activity }) => sum + (since <= day ? activity : 0), 0)
}

/** A brand that answers to a prompt can name. */
export interface Contender {
  renown: Renown
  /** Hash of its name, which distinguishes two brands of one site. */
  name: number
  /** Epoch milliseconds in which it is known by this name; the end is exclusive. */
  since: number
  until: number
  /** By prompt. */
  fit: readonly number[]
  /** Whether the prompts are about it: then every answer names it, and names it first. */
  isSubject: boolean
  /** Whether every answer names it on some days. */
  isOnceCertain: boolean
}

/** The moment of an answer; `day` counts from the first day of the block. */
export interface Asked {
  platform: number
  prompt: number
  day: number
  detectedAt: number
}

/** The brands of a topic, the strong ones of which answers name. */
export interface Contest {
  contenders: readonly Contender[]
  /** By contender. */
  courses: readonly Course[]
  /** Whether any contender is the subject of the prompts, or is named by every answer on some days. */
  hasCertain: boolean
}

/** Some platforms name more brands than others: the exponent of chance. */
const REACHES = PLATFORMS.map(({ activity }) => 1.25 - 0.45 * activity)

// The winners of one answer, which is done before the next one begins.
const winners = new Int32Array(MOST_NAMED)
const keys = new Float64Array(MOST_NAMED)
const scores = new Int32Array(MOST_NAMED)

/**
 * Writes the brands that an answer names to `named` from `at`, best first, as index of the contender and score in
 * hundredths; returns their number. Every brand has a race with chance, which strong ones win more often, and its result
 * does not depend on other brands. So an answer names the same brands when more become known later.
 */
export function nameBrands(
  hash: number,
  asked: Asked,
  { contenders, courses, hasCertain }: Contest,
  named: Int16Array,
  at: number,
): number {
  const { platform, prompt, day, detectedAt } = asked
  let room = Math.floor((MOST_NAMED + 1) * unit(mix(hash, 1)) ** (REACHES[platform] as number))
  if (
    hasCertain &&
    room === 0 &&
    contenders.some(
      (it, c) =>
        (it.isSubject || (courses[c] as Course).size[day] === CERTAIN) && isKnown(it, detectedAt),
    )
  ) {
    room = 1
  }
  let count = 0
  for (let c = 0; room > 0 && c < contenders.length; c++) {
    const contender = contenders[c] as Contender
    if (!isKnown(contender, detectedAt)) continue
    const { renown, name, fit, isSubject } = contender
    const size = (courses[c] as Course).size[day] as number
    if (size === 0 && !isSubject) continue
    const strength = size * (renown.platforms[platform] as number) * (fit[prompt] as number)
    const key = isSubject ? 0 : -Math.log(1 - unit(mix(hash, name))) / strength
    if (count === room && key >= (keys[count - 1] as number)) continue
    if (count < room) count++
    let place = count - 1
    for (; place > 0 && (keys[place - 1] as number) > key; place--) {
      keys[place] = keys[place - 1] as number
      winners[place] = winners[place - 1] as number
    }
    keys[place] = key
    winners[place] = c
  }
  rank(hash, asked, contenders, courses, count)
  for (let n = 0; n < count; n++) {
    named[at + 2 * n] = winners[n] as number
    named[at + 2 * n + 1] = scores[n] as number
  }
  return count
}

function isKnown({ since, until }: Contender, time: number): boolean {
  return since <= time && time < until
}

/** Brings the winners into their order in the answer: mostly as they won, but praise leads and complaint trails. */
function rank(
  hash: number,
  { platform, day }: Asked,
  contenders: readonly Contender[],
  courses: readonly Course[],
  count: number,
): void {
  for (let n = 0; n < count; n++) {
    const c = winners[n] as number
    const { renown, name } = contenders[c] as Contender
    const repute = renown.repute[platform] as number
    const tone = (courses[c] as Course).tone[day] as number
    const score = scoreOf(mix(mix(hash, name), 2), repute, tone)
    const key = (keys[n] as number) * Math.exp(-0.006 * score)
    let place = n
    for (; place > 0 && (keys[place - 1] as number) > key; place--) {
      keys[place] = keys[place - 1] as number
      winners[place] = winners[place - 1] as number
      scores[place] = scores[place - 1] as number
    }
    keys[place] = key
    winners[place] = c
    scores[place] = score
  }
}

/** Hundredths: positive from 25, negative to −25, neutral from −20 to 20. */
function scoreOf(hash: number, repute: number, tone: number): number {
  const positive = Math.max(0.08, 0.4 + 0.24 * repute + 0.7 * tone)
  const negative = Math.min(0.85, 0.2 - 0.12 * repute - tone)
  const chance = unit(mix(hash, 1))
  const strength = unit(mix(hash, 2))
  if (chance < 1 - negative && chance >= positive) return Math.round(-20 + 40 * strength)
  const size = 25 + Math.round(70 * Math.sqrt(strength))
  return chance < positive ? size : -size
}

/** The tone of a score in hundredths. */
export function sentimentOf(score: number): Sentiment {
  return score >= 25 ? 'positive' : score <= -25 ? 'negative' : 'neutral'
}
