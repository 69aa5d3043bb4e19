import { normalize } from '../../accounts/normalize.ts'
import { inOneGo, type Steps } from '../../time/steps.ts'
import { dayOf, startOfDay } from '../dates.ts'
import type { Period } from '../period.ts'
import type { Phase } from '../world/phases.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { NO_ROW } from './positions.ts'
import { Standings } from './standings.ts'
import { keywordsOf } from './tracks.ts'

export interface RankingQuery extends Period {
  /** Only these keywords, in any case; untracked ones match nothing. */
  keywords?: readonly string[] | undefined
}

/** The row before, of the same keyword. */
export interface Before {
  /** NO_ROW if there is none. */
  position: number
  day: number
}

const NOTHING: Before = { position: NO_ROW, day: Number.NaN }

/** Which keywords of a check have rows, by their index in its phase. */
export class Selection {
  readonly #seed: number
  readonly #wanted: ReadonlySet<string> | undefined
  readonly #known = new Map<Phase, readonly number[]>()

  constructor(seed: number, { keywords }: Pick<RankingQuery, 'keywords'>) {
    this.#seed = seed
    this.#wanted = keywords && new Set(keywords.map(normalize))
  }

  of({ phase, only }: Check): readonly number[] {
    const all = this.#ofPhase(phase)
    if (!only) return all
    const { normal } = keywordsOf(this.#seed, phase.campaign)
    return all.filter((k) => only.has(normal[k] as string))
  }

  #ofPhase(phase: Phase): readonly number[] {
    let known = this.#known.get(phase)
    if (!known) {
      const { normal } = keywordsOf(this.#seed, phase.campaign)
      known = [...normal.keys()].filter((k) => this.#wanted?.has(normal[k] as string) ?? true)
      this.#known.set(phase, known)
    }
    return known
  }
}

/** How far back the last check of a weekly or monthly campaign is. */
const LOOK_BACK_DAYS = 35

/**
 * The positions that a campaign's checks found before the present one. Rows must be recorded in their order; those of
 * checks before the first recorded one are looked up.
 */
export class Trail {
  readonly #world: World
  readonly #timeline: Timeline
  #phase: Phase | undefined
  #positions = new Uint8Array(0)
  #days = new Int32Array(0)
  /** By normalized keyword, recorded in phases before. */
  readonly #earlier = new Map<string, Before>()
  /** Looked up for one check; for a later one they may be outdated. */
  #found = new Map<string, Before>()
  #foundFor: Check | undefined

  constructor(world: World, timeline: Timeline) {
    this.#world = world
    this.#timeline = timeline
  }

  /** The row before that of a keyword in a check. */
  before(check: Check, k: number): Before {
    this.#enter(check.phase)
    const position = this.#positions[k] as number
    if (position !== NO_ROW) return { position, day: this.#days[k] as number }
    const { normal } = keywordsOf(this.#world.seed, check.phase.campaign)
    const keyword = normal[k] as string
    const known = this.#earlier.get(keyword)
    if (known) return known
    if (this.#foundFor !== check) inOneGo(this.lookUpSteps(check))
    return this.#found.get(keyword) ?? NOTHING
  }

  record({ phase, day }: Check, k: number, position: number): void {
    this.#enter(phase)
    this.#positions[k] = position
    this.#days[k] = day
  }

  #enter(phase: Phase): void {
    if (this.#phase === phase) return
    if (this.#phase) {
      const { normal } = keywordsOf(this.#world.seed, this.#phase.campaign)
      for (const [k, position] of this.#positions.entries()) {
        if (position === NO_ROW) continue
        this.#earlier.set(normal[k] as string, { position, day: this.#days[k] as number })
      }
    }
    this.#phase = phase
    const { normal } = keywordsOf(this.#world.seed, phase.campaign)
    this.#positions = new Uint8Array(normal.length).fill(NO_ROW)
    this.#days = new Int32Array(normal.length)
  }

  /** Looks up the rows before a check of all keywords of its phase that have none yet. */
  *lookUpSteps(check: Check): Steps<void> {
    this.#enter(check.phase)
    const { seed } = this.#world
    const { normal } = keywordsOf(seed, check.phase.campaign)
    const missing = new Set(
      normal.filter((keyword, k) => this.#positions[k] === NO_ROW && !this.#earlier.has(keyword)),
    )
    const found = new Map<string, Before>()
    for (const { at, keywords } of checksBefore(seed, this.#timeline, check.at, missing)) {
      const standings = new Standings(this.#world, at.phase, { first: at.day, last: at.day })
      const { indexes } = keywordsOf(seed, at.phase.campaign)
      const position = new Uint8Array(1)
      for (const keyword of keywords) {
        standings.fillOwn(indexes.get(keyword) as number, position, 0)
        found.set(keyword, { position: position[0] as number, day: at.day })
        yield
      }
    }
    this.#found = found
    this.#foundFor = check
  }
}

/** The last checks before a time that looked up these keywords, each with those that it looked up last. */
export function* checksBefore(
  seed: number,
  timeline: Timeline,
  time: number,
  keywords: ReadonlySet<string>,
): Generator<{ at: Check; keywords: string[] }> {
  const begun = timeline.begin
  const missing = new Set(keywords)
  let last = dayOf(time)
  for (let days = LOOK_BACK_DAYS; missing.size > 0; days *= 2) {
    const first = last - days + 1
    for (const at of timeline.checks({ first, last }, time - 1).reverse()) {
      const { indexes } = keywordsOf(seed, at.phase.campaign)
      const found = [...missing].filter((it) => at.only?.has(it) ?? indexes.has(it))
      if (found.length === 0) continue
      for (const keyword of found) missing.delete(keyword)
      yield { at, keywords: found }
      if (missing.size === 0) return
    }
    if (startOfDay(first) < begun) return
    last = first - 1
  }
}
