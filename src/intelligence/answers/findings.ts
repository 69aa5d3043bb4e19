import type { Topic } from '../world/rivalry.ts'
import { type Check, normalKeywords, type Timeline } from '../world/timeline.ts'

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
  if (only) return only.has(keyword)
  let keywords = keywordsOf.get(phase)
  if (!keywords) {
    keywords = new Set(normalKeywords(phase.campaign))
    keywordsOf.set(phase, keywords)
  }
  return keywords.has(keyword)
}

const keywordsOf = new WeakMap<object, ReadonlySet<string>>()

/** The checks of campaigns on each day of a block. */
export type Checks = (timeline: Timeline, block: number) => readonly (readonly Finding[])[]

/** Who found the answers of a topic on a day of a block, counted from its first. Found out when it is needed first. */
export function findingsIn(
  { normal, watchers }: Topic,
  block: number,
  checksOf: Checks,
): (day: number) => Found | undefined {
  const findings = new Map<number, Found | undefined>()
  // If a clock was set back, a check may be earlier than the change that it follows.
  const isInOrder = [...watchers].every(
    ({ history }) => history?.states.every(({ lag = 0 }) => lag === 0) ?? true,
  )
  return (day) => {
    if (!findings.has(day)) {
      const found: Finding[] = []
      let known = Number.POSITIVE_INFINITY
      for (const timeline of watchers) {
        // Who came after the answers were known did not find them: thousands of newcomers keep no checks.
        if (isInOrder && isAfter(timeline, known)) continue
        const checks = checksOf(timeline, block)[day]
        const first = checks?.find(({ check }) => covers(check, normal))
        if (!first) continue
        found.push(first)
        known = Math.min(known, knownSince(first))
      }
      findings.set(day, foundBy(found))
    }
    return findings.get(day)
  }
}

function isAfter({ begin }: Timeline, moment: number): boolean {
  return begin > moment
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
