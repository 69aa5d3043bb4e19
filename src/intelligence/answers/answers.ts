import { hex, mix, unit } from '../../text/hash.ts'
import type { Sentiment } from '../records.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Phase } from '../world/phases.ts'
import type { Topic } from '../world/rivalry.ts'
import { foundAt } from '../world/spans.ts'
import type { Found } from './findings.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { CERTAIN, type Renown, type Standing, standingOn } from './renown.ts'

/*
 * How an answer of an AI platform comes to be, and why it names a brand.
 *
 * 1. A keyword is the subject of two prompts ("Which e-bikes would you recommend?"; wording/prompts.ts).
 * 2. On each day on which a run of a campaign looks up the keyword, each prompt goes to one platform: `askedPlatform`. Google AI
 *    Overviews answer only while the results page of the keyword has one.
 * 3. All campaigns with the keyword find the same answer. It became known when the first of them asked (findings.ts).
 * 4. How many brands it names is chance; some platforms name more than others: `roomOf`.
 * 5. Which ones is a race of all brands that were known by then: own brands of campaigns, their competitors, and a few invented
 *    ones (world/rivalry.ts). Each draws a time. A brand that is large on that day, that the platform likes, and that fits the prompt
 *    draws a short one more often (renown.ts). The first ones are named: `winnersOf`.
 * 6. What it says about each is praise or complaint, by the brand's reputation and what happens to it: `scoreOf`. Praised ones move
 *    up: `Answer.named`.
 * 7. Its sources follow from these facts (citations.ts), and so does its text (wording/answer-text.ts).
 *
 * For example: Pedalhaus and Veloworks draw 0.4 and 0.9, Spokely draws 2.1, and there is room for two. Pedalhaus leads, unless the answer
 * complains about it (0.4 becomes 0.57 at a score of −60) and praises Veloworks (0.9 becomes 0.55 at a score of 82).
 *
 * The draw of a brand does not depend on the others, so an answer names the same brands when more become known later. Nothing is stored:
 * each number follows from the account's seed, the prompt, the day, the platform and the brand.
 * A mention is an answer as seen from one brand that it names (mention.ts).
 */

/** A keyword, its prompts, and the brands that answers to them can name. */
export interface Subject {
  topic: Topic
  /** Of the account. */
  seed: number
  /** Whether it asks for knowledge. */
  isInformational: boolean
  /** A hash of each of its two prompts. */
  prompts: readonly number[]
  /** The seed of the identifiers of its answers. */
  identity: number
  brands: readonly SubjectBrand[]
  /** Whether results pages of the keyword have an AI overview on a day. */
  hasOverview(day: number): boolean
  /** The answers of the day that was asked for last, if several campaigns have the keyword. */
  last?: SubjectDay
}

/** The answers to the prompts of a subject on a day, and who found them. */
export interface SubjectDay {
  day: number
  found: Found | undefined
  answers: readonly Answer[]
}

export interface SubjectBrand extends Omit<Contestant, 'story' | 'listed'> {
  /** Its index in the brands of its subject. */
  number: number
  /** The normalized name. */
  key: string
  /** A hash of the name and the site, which distinguishes two brands of one site. */
  id: number
  renown: Renown
  /** How well it fits each prompt. */
  fit: readonly number[]
  /** Whether the prompts are about it: then every answer names it, and names it first. */
  isSubject: boolean
  /** Whether they ask if it is any good. */
  isDoubted: boolean
  /** When it was the own brand of an existing campaign. */
  ownSpans: readonly Pick<Phase, 'from' | 'until'>[]
}

/** Where, when and by whom an answer was found. */
interface Asked {
  subject: Subject
  /** 0 or 1. */
  prompt: number
  platform: Platform
  /** Day number. */
  day: number
  found: Found
}

/** What a platform answers to a prompt on a day. */
export class Answer {
  readonly subject: Subject
  /** Decides everything about it. */
  readonly hash: number
  /** 0 or 1. */
  readonly prompt: number
  readonly platform: Platform
  /** Day number. */
  readonly day: number
  readonly found: Found
  /** The brands that it names. */
  readonly winners: readonly Winner[]

  constructor({ subject, prompt, platform, day, found }: Asked) {
    this.subject = subject
    this.prompt = prompt
    this.platform = platform
    this.day = day
    this.found = found
    this.hash = mix(mix(this.stream, day), platform.number)
    this.winners = winnersOf(this)
  }

  /** When it was found, epoch milliseconds. */
  get detectedAt(): number {
    return foundAt(this.found.check, this.hash)
  }

  /** Follows from the prompt. */
  get stream(): number {
    return this.subject.prompts[this.prompt] as number
  }

  /** The brands in their order in the answer: mostly as they won, but praise leads and complaint trails. */
  get named(): NamedBrand[] {
    const named: NamedBrand[] = []
    for (const winner of this.winners) {
      const { brand, time, standing } = winner
      const score = scoreOf(mix(mix(this.hash, brand.id), 2), winner, this.platform)
      const { isCited } = standing
      insert(named, { brand, score, isCited, time: time * Math.exp(-0.006 * score) })
    }
    return named
  }
}

export interface NamedBrand {
  brand: SubjectBrand
  /** Hundredths from −100 to 100, so that sums are exact. */
  score: number
  /** Whether answers cite its site on this day. */
  isCited: boolean
  /** Its time in the race, shorter with praise and longer with complaint. */
  time: number
}

/** The prompts of each keyword. */
export const PROMPTS = [0, 1] as const

/** The most brands that an answer names. */
const MOST_NAMED = 6

/** The answers to the prompts of a subject; none before the first platform was released. */
export function answersTo(subject: Subject, day: number, found: Found): Answer[] {
  return PROMPTS.flatMap((prompt) => {
    const platform = askedPlatform(subject, subject.prompts[prompt] as number, day)
    return platform ? new Answer({ subject, prompt, platform, day, found }) : []
  })
}

/** The platform that is asked on a day; undefined before any was released. */
function askedPlatform(
  { hasOverview }: Subject,
  prompt: number,
  day: number,
): Platform | undefined {
  const asked = drawPlatform(mix(mix(prompt, 9), day), day, true)
  if (!asked?.isOverview || hasOverview(day)) return asked
  return drawPlatform(mix(mix(prompt, 10), day), day, false)
}

/** A released platform, which may be that of results pages. */
function drawPlatform(hash: number, day: number, withOverview: boolean): Platform | undefined {
  const canBe = ({ since, isOverview }: Platform) => since <= day && (withOverview || !isOverview)
  let all = 0
  for (const platform of PLATFORMS) if (canBe(platform)) all += platform.activity
  let left = unit(hash) * all
  for (const platform of PLATFORMS) {
    if (!canBe(platform)) continue
    left -= platform.activity
    if (left < 0) return platform
  }
  return undefined
}

function isKnown({ since, until }: SubjectBrand, { moment }: Found): boolean {
  return since <= moment && moment < until
}

const NOBODY: readonly Winner[] = []

/** A brand that an answer names. */
export interface Winner {
  brand: SubjectBrand
  standing: Standing
  /** The time that it drew. */
  time: number
}

/** The brands that an answer names, the quickest first. */
function winnersOf({ subject, hash, prompt, platform, day, found }: Answer): readonly Winner[] {
  const { brands } = subject
  let room = roomOf(hash, platform, subject.isInformational)
  if (room === 0 && brands.some((it) => isKnown(it, found) && isCertain(it, day))) room = 1
  if (room === 0) return NOBODY
  const first: Winner[] = []
  for (const brand of brands) {
    if (!isKnown(brand, found)) continue
    const { renown, fit, isSubject, id } = brand
    const standing = standingOn(day, renown)
    const weight = renown.weights[platform.index] as number
    const strength = standing.size * weight * (fit[prompt] as number)
    if (strength === 0 && !isSubject) continue
    const time = isSubject ? 0 : -Math.log(1 - unit(mix(hash, id))) / strength
    if (first.length < room || (first[room - 1] as Winner).time > time) {
      if (first.length === room) first.pop()
      insert(first, { brand, standing, time })
    }
  }
  return first
}

/** Adds an entry to a list that is in the order of times, after those of the same time. */
function insert<Entry extends { time: number }>(list: Entry[], entry: Entry): void {
  let place = list.length
  for (; place > 0 && (list[place - 1] as Entry).time > entry.time; place--) {
    list[place] = list[place - 1] as Entry
  }
  list[place] = entry
}

/** Whether every answer names it. */
function isCertain({ isSubject, renown }: SubjectBrand, day: number): boolean {
  return isSubject || standingOn(day, renown).size === CERTAIN
}

/** How many brands an answer names at most. A question for knowledge brings some up now and then. */
function roomOf(hash: number, { activity }: Platform, isInformational: boolean): number {
  if (isInformational) return unit(mix(hash, 1)) < 0.75 ? 0 : 2
  return Math.floor((MOST_NAMED + 1) * unit(mix(hash, 1)) ** (1.25 - 0.45 * activity))
}

/**
 * Hundredths: positive from 25, negative to −25, neutral from −20 to 20. Answers hardly ever criticize (BrightEdge, 2026), but for a
 * brand in a crisis or in decline, or when they are asked whether it is any good.
 */
function scoreOf(hash: number, { brand, standing: { tone } }: Winner, platform: Platform): number {
  const { candour, reserve } = platform
  const repute = brand.renown.repute[platform.index] as number
  const doubt = brand.isDoubted ? 0.14 : 0
  const negative = Math.min(0.8, candour * (0.055 - 0.04 * repute) + doubt - 0.45 * tone)
  const neutral = reserve * (0.47 - 0.18 * repute) - 0.3 * tone
  const positive = Math.max(0.08, 1 - negative - neutral)
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

/** Two hashes, 64 bits, so that identifiers do not collide within an account. */
function idOf({ subject, hash, prompt, platform, day }: Answer): readonly [number, number] {
  return [hash, mix(mix(subject.identity, prompt), mix(day, platform.number))]
}

/** The identifier of an answer, without its prefix. */
export function answerId(answer: Answer): string {
  const [high, low] = idOf(answer)
  return hex(high) + hex(low)
}

/** The identifier of a mention: of an answer and a brand. */
export function mentionId(answer: Answer, { id }: SubjectBrand): string {
  const [high, low] = idOf(answer)
  return `men_${hex(mix(high, id))}${hex(mix(low, id))}`
}
