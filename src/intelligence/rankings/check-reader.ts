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
    if (!this.#follows(check)) this.#reader = new RowReader(this.#world, this.#timeline)
    this.#last = check
    return this.#reader.read(check, ALL_KEYWORDS(check))
  }

  /** Whether a check comes right after the last one that was read. */
  #follows({ day, at }: Check): boolean {
    const last = this.#last
    if (!last) return false
    const since = this.#timeline.checks({ first: last.day, last: day }, at - 1)
    return isSameCheck(since.at(-1), last)
  }
}
