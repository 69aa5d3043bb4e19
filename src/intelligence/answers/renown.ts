import { mix, noise, unit } from '../../text/hash.ts'
import type { SiteStory } from '../world/stories.ts'
import { PLATFORMS } from './platforms.ts'
import { effectOn } from './stories.ts'

/** The size of a brand that wins every race. */
export const CERTAIN = Number.POSITIVE_INFINITY

/** Days that are computed and kept together. */
export const BLOCK_DAYS = 32

/** How well chat platforms know a brand, and how they speak of it. */
export interface Renown {
  hash: number
  /** Its weight on each of PLATFORMS. */
  platforms: Float64Array
  /** The average opinion of platforms about it, from 0 to 1; each platform differs a little. */
  repute: Float64Array
  course(block: number): Course
}

/** A brand on each day of a block. */
export interface Course {
  /** Its size; 0 while nobody knows it, CERTAIN if every answer names it. */
  size: Float64Array
  /** As in `Effect`. */
  tone: Float64Array
  /** 1 on days when answers cite its site. */
  cited: Uint8Array
}

/** The renown of the brand with this hash. */
export function renownOf(hash: number, story: SiteStory | undefined): Renown {
  const reputation = unit(mix(hash, 2))
  const courses = new Map<number, Course>()
  return {
    hash,
    platforms: Float64Array.from(PLATFORMS, ({ number }) => {
      return Math.exp(0.35 * normal(mix(mix(hash, number), 1)))
    }),
    repute: Float64Array.from(PLATFORMS, ({ number }) => {
      return reputation + 0.3 * (unit(mix(mix(hash, number), 2)) - 0.5)
    }),
    course(block) {
      const known = courses.get(block)
      if (known) return known
      const course = courseIn(hash, block, story)
      courses.set(block, course)
      return course
    },
  }
}

/** How well a brand fits a prompt. */
export function affinity(brand: number, prompt: number): number {
  return Math.exp(0.45 * normal(mix(mix(brand, prompt), 3)))
}

function courseIn(hash: number, block: number, story: SiteStory | undefined): Course {
  const course: Course = {
    size: new Float64Array(BLOCK_DAYS),
    tone: new Float64Array(BLOCK_DAYS),
    cited: new Uint8Array(BLOCK_DAYS),
  }
  // Log-normal: most brands are small, and few are large.
  const base = 0.85 * normal(mix(hash, 5))
  for (let i = 0; i < BLOCK_DAYS; i++) {
    const day = block * BLOCK_DAYS + i
    const effect = effectOn(mix(hash, 6), day, story)
    const momentum = 0.4 * noise(mix(hash, 7), day, 90) + 0.2 * noise(mix(hash, 8), day, 24)
    const size = effect.known ? Math.exp(base + momentum + effect.size) : 0
    course.size[i] = effect.isNamed ? CERTAIN : size
    course.tone[i] = effect.tone
    course.cited[i] = effect.cited ? 1 : 0
  }
  return course
}

/** A normally distributed number from a hash (Box and Muller). */
function normal(hash: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - unit(mix(hash, 1))))
  return radius * Math.cos(2 * Math.PI * unit(mix(hash, 2)))
}
