import { mix, noise, unit } from '../../text/hash.ts'
import { dayNumber } from '../dates.ts'
import type { SiteStory } from '../world/stories.ts'
import { PLATFORMS } from './platforms.ts'

/** The size of a brand that wins every race. */
export const CERTAIN = Number.POSITIVE_INFINITY

/**
 * How well AI platforms know a brand, and how they speak of it. Everything follows from a hash of its site and from its story.
 * The lists are in the order of PLATFORMS.
 */
export interface Renown {
  hash: number
  story: SiteStory | undefined
  /** The logarithm of its usual size. */
  base: number
  /** How large each platform makes it. */
  weights: readonly number[]
  /** The average opinion of each platform about it, from about 0 to 1. */
  repute: readonly number[]
  /** The standing that was asked for last: the keywords of a campaign share brands, and are looked up on the same day. */
  last: Standing | undefined
}

/** A brand on a day. */
export interface Standing {
  day: number
  /** Its size; 0 while nobody knows it, CERTAIN if every answer names it. */
  size: number
  /** Added to the chance of praise and taken from that of complaint; below 0 is worse. */
  tone: number
  /** Whether answers cite its own site. */
  isCited: boolean
}

export function renownOf(hash: number, story: SiteStory | undefined): Renown {
  const reputation = unit(mix(hash, 2))
  return {
    hash,
    story,
    // Log-normal: most brands are small, and few are large.
    base: 0.85 * normal(mix(hash, 5)),
    weights: PLATFORMS.map(({ number }) => Math.exp(0.35 * normal(mix(mix(hash, number), 1)))),
    repute: PLATFORMS.map(({ number }) => {
      return reputation + 0.3 * (unit(mix(mix(hash, number), 2)) - 0.5)
    }),
    last: undefined,
  }
}

/** How well a brand fits a prompt. */
export function affinity(brand: number, prompt: number): number {
  return Math.exp(0.45 * normal(mix(mix(brand, prompt), 3)))
}

export function standingOn(day: number, renown: Renown): Standing {
  if (renown.last?.day !== day) renown.last = newStanding(day, renown)
  return renown.last as Standing
}

function newStanding(day: number, { hash, story, base }: Renown): Standing {
  const momentum = 0.4 * noise(mix(hash, 7), day, 90) + 0.2 * noise(mix(hash, 8), day, 24)
  const effect = effectOn(mix(hash, 6), day, story)
  const size = effect.known ? Math.exp(base + momentum + effect.size) : 0
  return { day, size: effect.isNamed ? CERTAIN : size, tone: effect.tone, isCited: effect.cited }
}

/** A normally distributed number from a hash (Box and Muller). */
function normal(hash: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - unit(mix(hash, 1))))
  return radius * Math.cos(2 * Math.PI * unit(mix(hash, 2)))
}

/** The effect of stories on a brand on a day. */
export interface Effect {
  /** Added to the logarithm of its strength. */
  size: number
  /** Added to the chance of praise and taken from that of complaint; below 0 is worse. */
  tone: number
  /** Whether answers cite its own site. */
  cited: boolean
  /** Whether answers can name it. */
  known: boolean
  /** Whether every answer does. */
  isNamed: boolean
}

const CRISIS = { every: 400, chance: 0.45, least: 30, most: 50 } as const
const CITATION_LOSS = { every: 330, chance: 0.4, least: 50, most: 70 } as const
/** A brand grows or shrinks to another size in these days, and keeps it until the next time. */
const SHIFT = { every: 300, ramp: 90 } as const

/** The effects of everything that happens to a brand, on one day. Each follows from the hash and a block of time. */
export function effectOn(hash: number, day: number, story: SiteStory | undefined): Effect {
  const crisis = severity(mix(hash, 1), day)
  const effect: Effect = {
    // People ask about a scandal.
    size: sizeOn(mix(hash, 3), day) + 0.25 * crisis,
    tone: -0.5 * crisis,
    cited: spell(mix(hash, 2), day, CITATION_LOSS) === undefined,
    known: true,
    isNamed: story?.named?.includes(day) ?? false,
  }
  if (story) apply(story, day, effect)
  return effect
}

/** From 0 to 1: a crisis breaks within days and is forgotten over weeks. */
function severity(hash: number, day: number): number {
  const at = spell(hash, day, CRISIS)
  if (at === undefined) return 0
  return Math.min(1, at.day / 4) * Math.min(1, (at.length - at.day) / 12) * (0.7 + 0.3 * at.chance)
}

/** A spell of days that a block of time may have; undefined on days without. It never leaves its block. */
function spell(
  hash: number,
  day: number,
  { every, chance, least, most }: typeof CRISIS | typeof CITATION_LOSS,
): { day: number; length: number; chance: number } | undefined {
  const shifted = day + Math.floor(unit(mix(hash, 7)) * every)
  const block = mix(hash, Math.floor(shifted / every))
  if (unit(block) >= chance) return undefined
  const length = least + Math.floor(unit(mix(block, 1)) * (most - least + 1))
  const start = Math.floor(unit(mix(block, 2)) * (every - length))
  const since = (shifted % every) - start
  if (since < 0 || since >= length) return undefined
  return { day: since, length, chance: unit(mix(block, 3)) }
}

/** The level of a brand, which most blocks of time leave as it is. */
function sizeOn(hash: number, day: number): number {
  const shifted = day + Math.floor(unit(mix(hash, 7)) * SHIFT.every)
  const block = Math.floor(shifted / SHIFT.every)
  const start = Math.floor(unit(mix(mix(hash, block), 2)) * (SHIFT.every - SHIFT.ramp))
  const passed = ((shifted % SHIFT.every) - start) / SHIFT.ramp
  return between(levelIn(hash, block - 1), levelIn(hash, block), passed)
}

function levelIn(hash: number, block: number): number {
  const chance = unit(mix(mix(hash, block), 1))
  if (chance < 0.3) return 0.7 + 2 * chance
  return chance > 0.8 ? -0.8 : 0
}

/** The story of a campaign, which is that of its rankings, too. */
function apply({ kind, date }: SiteStory, day: number, effect: Effect): void {
  if (date === undefined) return
  const passed = day - dayNumber(date)
  if (kind === 'launch') {
    effect.known = passed >= 0
    effect.size += between(-1.6, 0.4, passed / 120)
  } else if (kind === 'rise') {
    effect.size += between(-0.6, 0.6, passed / 90 + 1)
  } else if (kind === 'fall') {
    effect.size += between(0.5, -0.9, passed / 40)
    effect.tone += between(0, -0.2, passed / 40)
  }
}

/** From one value to another, smoothly, while `progress` goes from 0 to 1. */
function between(from: number, to: number, progress: number): number {
  const t = Math.min(1, Math.max(0, progress))
  return from + (to - from) * t * t * (3 - 2 * t)
}
