import { normalize } from '../../accounts/normalize.ts'
import type { AbortSignal } from '../../node-globals.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { dayOf, startOfDay } from '../dates.ts'
import { daysOf, horizon, type Period } from '../period.ts'
import type { Phase } from '../world/phases.ts'
import { type Check, isSameCheck } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { calendarDay, searchesOn, volumeOn } from './demand.ts'
import { keywordsOf, type LastRow, type PhaseKeywords, type TrackedKeyword } from './keywords.ts'
import type { Listing } from './position.ts'

/** What a check found for a keyword. Lists, exports, figures and events are all made of these. */
export interface Row {
  keyword: TrackedKeyword
  day: number
  position: number | null
  /** The row before, of the same keyword; null if there is none. */
  before: Before | null
  /** Its monthly volume as known on the day. */
  volume: number | null
  /** Searches of the day in hundredths. */
  searches: number
  /** The place of a second page of the own site. */
  second: number | null
  /** The places of the rivals, in the order of the campaign's field, if they were asked for. */
  rivals: (number | null)[]
}

export interface Before {
  day: number
  position: number | null
}

export interface RankingQuery extends Period {
  /** Only these keywords, in any case; untracked ones match nothing. */
  keywords?: readonly string[] | undefined
}

/** The checks of a campaign that have rows in a period. */
export function checksOf(timeline: Timeline, query: Period): Check[] {
  return timeline.checks(daysOf(query), horizon(query))
}

/** The keywords of a check that have rows, by their number in its phase. */
export function selection({
  keywords,
}: Pick<RankingQuery, 'keywords'>): (check: Check) => number[] {
  const wanted = keywords && new Set(keywords.map(normalize))
  return ({ phase, only }) => {
    const found: number[] = []
    for (const [k, normal] of phase.keywords.entries()) {
      if ((wanted?.has(normal) ?? true) && (only?.has(normal) ?? true)) found.push(k)
    }
    return found
  }
}

export const ALL_KEYWORDS = selection({})

/** Keywords that are read between two pauses. */
const AT_ONCE = 25

/** Reads the rows of a campaign, check by check in their order. */
export class RowReader {
  readonly #world: World
  readonly #timeline: Timeline
  readonly #withRivals: boolean
  readonly #keywords = new Map<Phase, PhaseKeywords>()
  /** By normalized keyword. */
  readonly #last = new Map<string, LastRow>()

  constructor(world: World, timeline: Timeline, { withRivals = false } = {}) {
    this.#world = world
    this.#timeline = timeline
    this.#withRivals = withRivals
  }

  /** A keyword by its number in a phase. */
  keyword(phase: Phase, k: number): TrackedKeyword {
    let keywords = this.#keywords.get(phase)
    if (!keywords) {
      const lastOf = (normal: string) => {
        const last = this.#last.get(normal) ?? { row: undefined }
        this.#last.set(normal, last)
        return last
      }
      keywords = keywordsOf(this.#world, phase, { withRivals: this.#withRivals, lastOf })
      this.#keywords.set(phase, keywords)
    }
    return keywords(k)
  }

  /** The rows of some keywords of a check. */
  read({ phase, day, at }: Check, wanted: readonly number[]): Row[] {
    const keywords = wanted.map((k) => this.keyword(phase, k))
    const unknown = keywords.filter(({ last }) => last.row === undefined)
    if (unknown.length > 0) this.#lookUp(unknown, at)
    const calendar = calendarDay(day)
    return keywords.map((keyword) => {
      const { page, own, rivals, decisive, last } = keyword
      const listings = page.listings(day, decisive)
      const { position, second } = listings[own] as Listing
      const before = last.row ?? null
      last.row = { day, position }
      return {
        keyword,
        day,
        position,
        before,
        volume: volumeOn(page.demand, calendar),
        searches: searchesOn(page.demand, calendar),
        second,
        rivals: rivals.map((n) => listings[n]?.position ?? null),
      }
    })
  }

  /** Like `read`, with pauses: thousands of sites may compete for each keyword. */
  async readAll(
    check: Check,
    wanted: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    const rows: Row[][] = []
    for (let n = 0; n < wanted.length; n += AT_ONCE) {
      rows.push(this.read(check, wanted.slice(n, n + AT_ONCE)))
      await yieldToEventLoop(signal)
    }
    return rows.flat()
  }

  /** Finds the rows before a time of keywords that were not read yet. */
  #lookUp(keywords: readonly TrackedKeyword[], time: number): void {
    for (const { last } of keywords) last.row = null
    const normal = new Set(keywords.map((keyword) => keyword.normal))
    for (const { check, found } of checksBefore(this.#timeline, normal, time)) {
      for (const k of found) {
        const { page, own, decisive, last } = this.keyword(check.phase, k)
        const { position } = page.listings(check.day, decisive)[own] as Listing
        last.row = { day: check.day, position }
      }
    }
  }
}

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

/** How far back the last check of a weekly or monthly campaign is. */
const LOOK_BACK_DAYS = 35

/** The last checks before a time of these keywords, each with the numbers of those that it looked up last. */
function checksBefore(timeline: Timeline, keywords: Set<string>, time: number) {
  const missing = new Set(keywords)
  const checks: { check: Check; found: number[] }[] = []
  let last = dayOf(time)
  for (let days = LOOK_BACK_DAYS; missing.size > 0; days *= 2) {
    const first = last - days + 1
    for (const check of timeline.checks({ first, last }, time - 1).reverse()) {
      const found = ALL_KEYWORDS(check).filter((k) =>
        missing.delete(check.phase.keywords[k] as string),
      )
      if (found.length > 0) checks.push({ check, found })
      if (missing.size === 0) break
    }
    if (startOfDay(first) < timeline.begin) break
    last = first - 1
  }
  return checks
}
