import { counted, dayOf, isolated } from '../../client/format.ts'
import { DAY_MS } from '../../client/session.ts'
import type { Overview } from './figures.ts'

/** An event on a day of a chart. */
interface ChartMark {
  /** YYYY-MM-DD. */
  day: string
  texts: string[]
}

/** The most days that a chart can mark readably; the latest are marked. */
const MOST_MARKS = 6
/** The most texts for a day. */
const MOST_TEXTS = 3

/** Changes of campaigns, moves of the clock and algorithm updates by day, the oldest first. */
export function marksOf({ edits, moves, updates }: Overview): ChartMark[] {
  const entries: [day: string, text: string][] = [
    ...updates.map(({ date, search_engine }): [string, string] => [
      date,
      `Algorithm update of ${search_engine}`,
    ]),
    ...moves.map(({ kind, from, to }): [string, string] => [
      to.slice(0, 10),
      kind === 'advance' && to > from
        ? `Clock advanced by ${lengthOf(Date.parse(to) - Date.parse(from))}`
        : `Clock set from ${dayOf(from)}`,
    ]),
    ...edits
      .toReversed()
      .map(({ time, kind, name }): [string, string] => [
        time.slice(0, 10),
        `“${isolated(name)}” ${kind}`,
      ]),
  ]
  const byDay = new Map<string, string[]>()
  for (const [day, text] of entries) byDay.set(day, [...(byDay.get(day) ?? []), text])
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-MOST_MARKS)
    .map(([day, texts]) => ({ day, texts: shortened(texts) }))
}

function shortened(texts: readonly string[]): string[] {
  if (texts.length <= MOST_TEXTS) return [...texts]
  const shown = texts.slice(0, MOST_TEXTS - 1)
  return [...shown, `${texts.length - shown.length} more changes`]
}

const HOUR_MS = 3_600_000

/** A length of time in words, in the largest unit that it fills. */
function lengthOf(ms: number): string {
  if (ms >= DAY_MS) return counted(Math.round(ms / DAY_MS), 'day')
  if (ms >= HOUR_MS) return counted(Math.round(ms / HOUR_MS), 'hour')
  return counted(Math.max(1, Math.round(ms / 60_000)), 'minute')
}
