import type { Steps } from '../../time/steps.ts'
import type { Topic } from '../world/rivalry.ts'
import { type Check, hasKeyword, type Timeline } from '../world/timeline.ts'
import type { TimelineList } from '../world/timeline-list.ts'
import { BLOCK_DAYS } from './standing.ts'

/** Who found the answers of a topic on a day. */
export interface Found {
  /** The first campaign that asked, which may be deleted. */
  finder: Timeline
  /** Time from which the answers are known, epoch milliseconds. */
  at: number
  /** The same as a moment (`momentOf`): which brands were known, and by which names. */
  moment: number
  /** The existing campaigns that asked, the first one first. A campaign that is younger than the answers is none. */
  by: readonly Finding[]
}

export interface Finding {
  timeline: Timeline
  check: Check
  /** The findings of a day with this check alone, which most topics of a campaign share. */
  alone?: Found
}

export function isFound({ by }: Found, now: number, timeline: Timeline | undefined): boolean {
  return by.some((it) => it.check.at <= now && (timeline === undefined || it.timeline === timeline))
}

/** Whether a check of these keywords looked up the topic. */
export function covers({ only, phase }: Check, keyword: string): boolean {
  return only ? only.has(keyword) : hasKeyword(phase.campaign, keyword)
}

/** The checks of campaigns on each day of a block. */
export type Checks = (timeline: Timeline, block: number) => readonly (readonly Finding[])[]

/** Who found the answers of a topic on each day. Found out when it is needed first. */
export class Findings {
  readonly #normal: string
  readonly #watchers: TimelineList
  readonly #checksOf: Checks
  readonly #isInOrder: boolean
  readonly #days = new Map<number, Found | undefined>()

  /** `before`: those of other watchers of the same keyword, in as much as the others do not matter. */
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
    for (const chunk of this.#watchers.chunks) this.#look(search, chunk, day)
    return this.#note(day, search)
  }

  /** Like `on`, with pauses. */
  *steps(day: number): Steps<void> {
    if (this.#days.has(day)) return
    const search = new Search()
    for (const chunk of this.#watchers.chunks) {
      this.#look(search, chunk, day)
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

  #look(search: Search, chunk: readonly Timeline[], day: number): void {
    const block = Math.floor(day / BLOCK_DAYS)
    for (const timeline of chunk) {
      // Who came after the answers were known did not find them: thousands of newcomers keep no checks.
      if (this.#isInOrder && timeline.begin > search.known) return
      const checks = this.#checksOf(timeline, block)[day - block * BLOCK_DAYS]
      const first = checks?.find(({ check }) => covers(check, this.#normal))
      if (!first) continue
      search.found.push(first)
      search.known = Math.min(search.known, knownSince(first))
    }
  }

  #note(day: number, search: Search): Found | undefined {
    const found = foundBy(search.found)
    this.#days.set(day, found)
    return found
  }
}

class Search {
  readonly found: Finding[] = []
  /** From when on the answers are known, epoch milliseconds. */
  known = Number.POSITIVE_INFINITY
}

const forward = new WeakMap<readonly Timeline[], boolean>()

/** Whether no state began before its campaign, as one does after a clock was set back: then it may find earlier answers. */
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

/** If a clock was set back, a check may be earlier than the change that it follows. */
function isInOrder(chunk: readonly Timeline[]): boolean {
  let known = ordered.get(chunk)
  if (known === undefined) {
    known = chunk.every(({ history }) => history?.states.every(({ lag = 0 }) => lag === 0) ?? true)
    ordered.set(chunk, known)
  }
  return known
}

/** From when on the answers of a check are known. */
function knownSince({ check: { at, phase } }: Finding): number {
  return Math.max(at, phase.from)
}

function foundBy(found: Finding[]): Found | undefined {
  // Changes at one time follow each other. The sort is stable, and watchers come by seniority.
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
