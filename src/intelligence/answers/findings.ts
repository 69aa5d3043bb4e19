import { inOneGo, type Steps } from '../../time/steps.ts'
import { hasKeyword } from '../world/keywords.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'

/** The campaigns that found the answers of a topic on a day. */
export interface Found {
  /** The first campaign that asked, which may be deleted. */
  finder: Timeline
  /** The time of the first check, epoch milliseconds. */
  at: number
  /** When the answers became known. It decides which brands they can name, and by which names. */
  moment: number
  /** The existing campaigns that asked, in order. A campaign that is younger than the answers did not find them. */
  by: readonly Finding[]
}

export interface Finding {
  timeline: Timeline
  check: Check
  /** Cached: the result for a day on which only this check asked. Most topics of a campaign share it. */
  alone?: Found | undefined
}

/** Whether a campaign found it. A timeline may have been made again, but its campaign is the same object. */
export function isBy({ timeline }: Finding, { campaign }: Timeline): boolean {
  return timeline.campaign === campaign
}

export function isFound({ by }: Found, now: number, timeline: Timeline | undefined): boolean {
  return by.some((it) => it.check.at <= now && (timeline === undefined || isBy(it, timeline)))
}

/** Whether a check looked up a keyword. */
export function covers({ only, phase }: Check, keyword: string): boolean {
  return only ? only.has(keyword) : hasKeyword(phase, keyword)
}

/** Campaigns that are looked at between two pauses. */
const AT_ONCE = 64

/** The checks of campaigns on a day. */
export type Checks = (timeline: Timeline, day: number) => readonly Finding[]

/** The campaigns that found the answers of a topic on each day. A day is computed on first use. */
export class Findings {
  readonly #normal: string
  readonly #watchers: readonly Timeline[]
  readonly #checksOf: Checks
  readonly #isInOrder: boolean
  readonly #days = new Map<number, Found | undefined>()

  constructor({ normal, watchers }: Pick<Topic, 'normal' | 'watchers'>, checksOf: Checks) {
    this.#normal = normal
    this.#watchers = watchers
    this.#checksOf = checksOf
    this.#isInOrder = watchers.every(isInOrder)
  }

  on(day: number): Found | undefined {
    if (!this.#days.has(day)) inOneGo(this.steps(day))
    return this.#days.get(day)
  }

  /** Like `on`, with pauses. */
  *steps(day: number): Steps<void> {
    if (this.#days.has(day)) return
    const found: Finding[] = []
    // When the answers became known.
    let known = Number.POSITIVE_INFINITY
    for (const [n, timeline] of this.#watchers.entries()) {
      // Campaigns that began after the answers were known did not find them.
      if (this.#isInOrder && timeline.begin > known) break
      const checks = this.#checksOf(timeline, day)
      const first = checks.find(({ check }) => covers(check, this.#normal))
      if (first) {
        found.push(first)
        known = Math.min(known, knownSince(first))
      }
      // The checks of a campaign that was changed often take a millisecond.
      if (timeline.history || n % AT_ONCE === 0) yield
    }
    this.#days.set(day, foundBy(found))
  }

  forget(): void {
    this.#days.clear()
  }
}

/** False if a check may be earlier than the change before it, as after a clock was set back. */
function isInOrder({ history }: Timeline): boolean {
  return history?.states.every(({ lag = 0 }) => lag === 0) ?? true
}

/** When the answers of a check became known. */
function knownSince({ check: { at, phase } }: Finding): number {
  return Math.max(at, phase.from)
}

function foundBy(found: Finding[]): Found | undefined {
  // Checks at the same time go by the start of their phase, then by seniority, because the sort is stable.
  const [first, second] = found.sort(
    (a, b) => a.check.at - b.check.at || a.check.phase.from - b.check.phase.from,
  )
  if (!first) return undefined
  if (second) return foundFirst(first, found)
  first.alone ??= foundFirst(first, found)
  return first.alone
}

function foundFirst(first: Finding, found: readonly Finding[]): Found {
  const { at } = first.check
  const moment = knownSince(first)
  return {
    finder: first.timeline,
    at,
    moment,
    by: found.filter(({ timeline, check }) => !timeline.isDeleted && check.phase.from <= moment),
  }
}
