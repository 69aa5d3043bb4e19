import type { Steps } from '../../time/steps.ts'
import { hasKeyword } from '../world/keywords.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { TimelineList } from '../world/timeline-list.ts'

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

/** The checks of campaigns on a day. */
export type Checks = (timeline: Timeline, day: number) => readonly Finding[]

/** The campaigns that found the answers of a topic on each day. A day is computed on first use. */
export class Findings {
  readonly #normal: string
  readonly #watchers: TimelineList
  readonly #checksOf: Checks
  readonly #isInOrder: boolean
  readonly #days = new Map<number, Found | undefined>()

  /** `before`: the findings of an earlier list of watchers. Results that no differing watcher can change are reused. */
  constructor(
    { normal, watchers }: Pick<Topic, 'normal' | 'watchers'>,
    checksOf: Checks,
    before?: Findings,
  ) {
    this.#normal = normal
    this.#watchers = watchers
    this.#checksOf = checksOf
    this.#isInOrder = watchers.chunks.every(isInOrder)
    if (before) this.#takeFrom(before)
  }

  on(day: number): Found | undefined {
    const known = this.#days.get(day)
    if (known || this.#days.has(day)) return known
    const search = new Search()
    for (const chunk of this.#watchers.chunks) {
      for (const timeline of chunk) if (!this.#look(search, timeline, day)) break
    }
    return this.#note(day, search)
  }

  /** Like `on`, with pauses. */
  *steps(day: number): Steps<void> {
    if (this.#days.has(day)) return
    const search = new Search()
    for (const chunk of this.#watchers.chunks) {
      for (const timeline of chunk) {
        if (!this.#look(search, timeline, day)) break
        // The checks of a campaign that was changed often take a millisecond.
        if (timeline.history) yield
      }
      yield
    }
    this.#note(day, search)
  }

  #takeFrom(before: Findings): void {
    if (![before, this].every((each) => each.#watchers.chunks.every(isForward))) return
    const same = this.#watchers.differsFrom(before.#watchers)
    for (const [day, found] of before.#days) {
      if (found && found.moment < same) this.#days.set(day, found)
    }
  }

  forget(): void {
    this.#days.clear()
  }

  /** Adds what a campaign found on a day. Returns false if neither it nor a younger one can have found the answers. */
  #look(search: Search, timeline: Timeline, day: number): boolean {
    // Campaigns that began after the answers were known did not find them. Stop, so that thousands of them cache no checks.
    if (this.#isInOrder && timeline.begin > search.known) return false
    const checks = this.#checksOf(timeline, day)
    const first = checks.find(({ check }) => covers(check, this.#normal))
    if (first) {
      search.found.push(first)
      search.known = Math.min(search.known, knownSince(first))
    }
    return true
  }

  #note(day: number, search: Search): Found | undefined {
    const found = foundBy(search.found)
    this.#days.set(day, found)
    return found
  }
}

class Search {
  readonly found: Finding[] = []
  /** When the answers became known, epoch milliseconds. */
  known = Number.POSITIVE_INFINITY
}

const forward = new WeakMap<readonly Timeline[], boolean>()

/** False if a state began before its campaign, as after a clock was set back: then it may find earlier answers. */
function isForward(chunk: readonly Timeline[]): boolean {
  let known = forward.get(chunk)
  if (known === undefined) {
    known =
      isInOrder(chunk) &&
      chunk.every(({ begin, history }) => history?.states.every((it) => it.until >= begin) ?? true)
    forward.set(chunk, known)
  }
  return known
}

const ordered = new WeakMap<readonly Timeline[], boolean>()

/** False if a check may be earlier than the change before it, as after a clock was set back. */
function isInOrder(chunk: readonly Timeline[]): boolean {
  let known = ordered.get(chunk)
  if (known === undefined) {
    known = chunk.every(({ history }) => history?.states.every(({ lag = 0 }) => lag === 0) ?? true)
    ordered.set(chunk, known)
  }
  return known
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
