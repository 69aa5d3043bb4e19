import type { Steps } from '../../time/steps.ts'
import { dayOf } from '../dates.ts'
import { type Check, isSameCheck } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { pageOn } from './pages.ts'
import { factsOf, type KeywordFacts, ownPlaces } from './position-rows.ts'
import { NO_ROW, UNRANKED } from './positions.ts'
import { type Before, Selection, Trail } from './trail.ts'

/** A row of a check. Most rows are only compared with the last run, so other members are computed on access. */
export class CheckedRow {
  readonly position: number | null
  /** The previous row of the keyword; null if there is none. `day` is a day number. */
  readonly previous: { day: number; position: number | null } | null
  readonly #facts: KeywordFacts
  readonly #day: number

  constructor(facts: KeywordFacts, day: number, position: number, before: Before) {
    this.position = position === UNRANKED ? null : position
    const { day: dayBefore, position: then } = before
    this.previous = then === NO_ROW ? null : { day: dayBefore, position: then || null }
    this.#facts = facts
    this.#day = day
  }

  get keyword(): string {
    return this.#facts.keyword
  }

  get url(): string | null {
    const facts = this.#facts
    return this.position === null ? null : facts.page(pageOn(facts.track, this.#day)).url
  }

  get search_volume(): number | null {
    return this.#facts.demand.volume
  }
}

/** Days of positions that are computed at once. */
const RUNS_AHEAD = 64

/** Reads the rows of consecutive checks, in the order of the campaign's keywords. */
export class CheckReader {
  readonly #world: World
  readonly #timeline: Timeline
  readonly #selection: Selection
  readonly #place: (check: Check, k: number) => number
  #trail: Trail
  #last: Check | undefined

  /** `ahead`: days of positions that are computed at once. */
  constructor(world: World, timeline: Timeline, ahead = RUNS_AHEAD) {
    this.#world = world
    this.#timeline = timeline
    this.#selection = new Selection(world.seed, {})
    this.#place = ownPlaces(world, ahead)
    this.#trail = new Trail(world, timeline)
  }

  read(check: Check): CheckedRow[] {
    const trail = this.#trailFor(check)
    const facts = factsOf(this.#world.seed, check.phase.campaign)
    const rows = this.#selection.of(check).map((k) => this.#row(check, k, facts, trail))
    this.#last = check
    this.#trail = trail
    return rows
  }

  /** Like `read`, with pauses. */
  *steps(check: Check): Steps<CheckedRow[]> {
    const trail = this.#trailFor(check)
    // The trail is incomplete until the end. A read during a pause must not continue it.
    this.#last = undefined
    for (const normal of check.phase.keywords) {
      yield* this.#world.contestantSteps(check.phase, normal)
      yield
    }
    yield* trail.lookUpSteps(check)
    const facts = factsOf(this.#world.seed, check.phase.campaign)
    const rows: CheckedRow[] = []
    for (const k of this.#selection.of(check)) {
      rows.push(this.#row(check, k, facts, trail))
      yield
    }
    this.#last = check
    this.#trail = trail
    return rows
  }

  /** Continues the last trail if it ends right before this check. A trail only knows the rows that were read. */
  #trailFor(check: Check): Trail {
    const last = this.#last
    const isNext = last !== undefined && isSameCheck(checkBefore(this.#timeline, check.at), last)
    return isNext ? this.#trail : new Trail(this.#world, this.#timeline)
  }

  #row(check: Check, k: number, facts: readonly KeywordFacts[], trail: Trail): CheckedRow {
    const position = this.#place(check, k)
    const before = trail.before(check, k)
    trail.record(check, k, position)
    return new CheckedRow(facts[k] as KeywordFacts, check.day, position, before)
  }
}

/** The last check before a time, within `RUNS_AHEAD` days. */
function checkBefore(timeline: Timeline, time: number): Check | undefined {
  const last = dayOf(time)
  const within = (days: number) => timeline.checks({ first: last - days, last }, time - 1).at(-1)
  // Most campaigns run daily.
  return within(1) ?? within(RUNS_AHEAD)
}
