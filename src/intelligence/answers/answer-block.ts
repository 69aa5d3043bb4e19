import type { Days } from '../period.ts'
import type { Timeline } from '../world/timeline.ts'
import {
  type Asked,
  answerHash,
  askedPlatform,
  type Contest,
  MOST_NAMED,
  nameBrands,
  PROMPTS,
} from './answer-facts.ts'
import { type Findings, type Found, isFound } from './findings.ts'
import { PLATFORMS } from './platforms.ts'
import { BLOCK_DAYS } from './renown.ts'

/** Days before the first platform have no answers. */
const FIRST_BLOCK = Math.floor(Math.min(...PLATFORMS.map(({ since }) => since)) / BLOCK_DAYS)

/** Platform, number of names, and index and score of each. */
const WIDTH = 2 + 2 * MOST_NAMED

/** A visible answer while it is counted: the numbers of `values` from `at`. */
export type Visit = (
  day: number,
  prompt: number,
  values: Int16Array,
  at: number,
  found: Found,
) => void

/**
 * The answers about the brands of a topic in a block of days, whoever found them. Those of a day are computed when they are
 * needed first.
 */
export class AnswerBlock {
  readonly #first: number
  readonly #prompts: readonly number[]
  readonly #contest: Contest
  readonly #values = new Int16Array(BLOCK_DAYS * PROMPTS * WIDTH).fill(-1)
  /** When the computed answers of each day were known. */
  readonly #moments: number[] = []

  constructor(number: number, prompts: readonly number[], contest: Contest) {
    this.#first = number * BLOCK_DAYS
    this.#prompts = prompts
    this.#contest = contest
  }

  /** Visits the answers of these days that some campaign, or this one, has found until `now`. */
  visit(
    days: Days,
    now: number,
    timeline: Timeline | undefined,
    findings: Findings,
    visit: Visit,
  ): void {
    const last = Math.min(days.last - this.#first, BLOCK_DAYS - 1)
    for (let day = Math.max(0, days.first - this.#first); day <= last; day++) {
      const found = findings.on(this.#first + day)
      if (found === undefined || !isFound(found, now, timeline)) continue
      this.#compute(day, found)
      for (let prompt = 0; prompt < PROMPTS; prompt++) {
        const at = offsetOf(day, prompt)
        if (this.#values[at] === -1) continue
        visit(this.#first + day, prompt, this.#values, at, found)
      }
    }
  }

  #compute(day: number, { moment: known }: Found): void {
    if (this.#moments[day] === known) return
    this.#moments[day] = known
    for (let prompt = 0; prompt < PROMPTS; prompt++) {
      const asked = this.#prompts[prompt] as number
      const platform = askedPlatform(asked, this.#first + day)
      if (platform === -1) continue
      const at = offsetOf(day, prompt)
      const hash = answerHash(asked, platform, this.#first + day)
      const moment: Asked = { platform, prompt, day, detectedAt: known }
      this.#values[at] = platform
      this.#values[at + 1] = nameBrands(hash, moment, this.#contest, this.#values, at + 2)
    }
  }
}

function offsetOf(day: number, prompt: number): number {
  return (day * PROMPTS + prompt) * WIDTH
}

/** Blocks that a period touches, without those before the first platform. */
export function blocksOf({ first, last }: Days): number[] {
  const from = Math.max(FIRST_BLOCK, Math.floor(first / BLOCK_DAYS))
  const count = first > last ? 0 : Math.floor(last / BLOCK_DAYS) - from + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => from + n)
}

export function namesIn(values: Int16Array, at: number): number {
  return values[at + 1] as number
}

export function nameAt(values: Int16Array, at: number, rank: number): number {
  return values[at + 2 + 2 * rank] as number
}

export function scoreAt(values: Int16Array, at: number, rank: number): number {
  return values[at + 3 + 2 * rank] as number
}

/** The rank, from 0, of the brand with this index; −1 if the answer does not name it. */
export function rankIn(values: Int16Array, at: number, brand: number): number {
  const names = namesIn(values, at)
  for (let n = 0; n < names; n++) if (nameAt(values, at, n) === brand) return n
  return -1
}
