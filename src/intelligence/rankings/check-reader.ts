import type { Steps } from '../../time/steps.ts'
import { dayOf } from '../dates.ts'
import { type Check, isSameCheck } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { ALL_KEYWORDS, type Row, RowReader } from './rows.ts'

/** Reads the rows of checks in any order; of checks that follow each other, the rows before are known. */
export class CheckReader {
  readonly #world: World
  readonly #timeline: Timeline
  #reader: RowReader
  #last: Check | undefined

  constructor(world: World, timeline: Timeline) {
    this.#world = world
    this.#timeline = timeline
    this.#reader = new RowReader(world, timeline)
  }

  read(check: Check): Row[] {
    const rows = this.#readerFor(check).read(check, ALL_KEYWORDS(check))
    this.#last = check
    return rows
  }

  /** Like `read`, with pauses. */
  *steps(check: Check): Steps<Row[]> {
    const reader = this.#readerFor(check)
    // A read during a pause must not continue with this reader.
    this.#last = undefined
    this.#reader = new RowReader(this.#world, this.#timeline)
    const rows = yield* reader.readSteps(check)
    this.#reader = reader
    this.#last = check
    return rows
  }

  /** Continues with the last reader if it ends right before this check. */
  #readerFor(check: Check): RowReader {
    const last = this.#last
    const follows = last !== undefined && isSameCheck(checkBefore(this.#timeline, check.at), last)
    if (!follows) this.#reader = new RowReader(this.#world, this.#timeline)
    return this.#reader
  }
}

/** Longer than the time between two runs of a campaign. */
const LOOK_BACK_DAYS = 32

/** The last check before a time, if it is not long ago. */
function checkBefore(timeline: Timeline, time: number): Check | undefined {
  const last = dayOf(time)
  return timeline.checks({ first: last - LOOK_BACK_DAYS, last }, time - 1).at(-1)
}
