import { hasKeyword } from '../world/keywords.ts'
import type { Topic } from '../world/rivalry.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'

/** Which campaigns found the answers about a keyword on a day: those whose run looked it up. */
export interface Found {
  /** The first campaign that asked, which may be deleted. */
  finder: Timeline
  /** Its check, the first. */
  check: Check
  /** When the answers became known. It decides which brands they can name, and by which names. */
  moment: number
  /** The campaigns that asked, in order, deleted ones too. A campaign that is younger than the answers did not find them. */
  by: readonly Finding[]
}

export interface Finding {
  timeline: Timeline
  check: Check
}

/**
 * Until when one looks, epoch milliseconds, and at the answers of which campaign; without it, of all existing ones, or of
 * deleted ones, too.
 */
export interface Horizon {
  now: number
  timeline?: Timeline | undefined
  withDeleted?: boolean
}

export const ALWAYS: Horizon = { now: Number.POSITIVE_INFINITY, withDeleted: true }

/** Whether a campaign found it. A timeline may have been made again, but its campaign is the same object. */
export function isBy({ timeline }: Finding, { campaign }: Timeline): boolean {
  return timeline.campaign === campaign
}

export function isFound({ by }: Found, { now, timeline, withDeleted }: Horizon): boolean {
  for (const it of by) {
    if (it.check.at > now) continue
    if (timeline ? isBy(it, timeline) : withDeleted || !it.timeline.isDeleted) return true
  }
  return false
}

/** Who found the answers of a topic on a day; `checksOf` has the checks of a campaign on that day. */
export function foundOn(
  { normal, watchers }: Pick<Topic, 'normal' | 'watchers'>,
  checksOf: (timeline: Timeline) => readonly Check[],
): Found | undefined {
  const findings: Finding[] = []
  for (const timeline of watchers) {
    const check = checksOf(timeline).find((each) => covers(each, normal))
    if (check) findings.push({ timeline, check })
  }
  // Checks at the same time go by the start of their phase, then by seniority, because the sort is stable.
  if (findings.length > 1) {
    findings.sort((a, b) => a.check.at - b.check.at || a.check.phase.from - b.check.phase.from)
  }
  const [first] = findings
  if (!first) return undefined
  const { at, phase } = first.check
  const moment = Math.max(at, phase.from)
  const by = findings.filter(({ check }) => check.phase.from <= moment)
  return { finder: first.timeline, check: first.check, moment, by }
}

/** Whether a check looked up a keyword. */
function covers({ only, phase }: Check, keyword: string): boolean {
  return only ? only.has(keyword) : hasKeyword(phase, keyword)
}
