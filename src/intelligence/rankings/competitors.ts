import type { AbortSignal } from '../../node-globals.ts'
import { formatDay } from '../dates.ts'
import { addRow, addSums, emptySums, percent, type RowSums, rankingFigures } from '../figures.ts'
import { countDays, daysOf, endOf, type Period } from '../period.ts'
import type { CompetitorRecord } from '../records.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { rankOf } from './position.ts'
import { ALL_KEYWORDS, checksOf, RowReader } from './rows.ts'
import { phaseAt } from './tally.ts'

interface Site extends Contestant {
  /** By day of the period. */
  days: RowSums[]
  /** Keywords that it leads, by the last row of each. */
  ahead: Set<string>
}

/**
 * The own site and the rivals that the campaign has at the end of the period, compared by the rows that list them: a
 * rival that was added is compared from then on.
 */
export async function competitorRecords(
  world: World,
  timeline: Timeline,
  period: Period,
  signal?: AbortSignal,
): Promise<CompetitorRecord[]> {
  const days = daysOf(period)
  const end = phaseAt(timeline, endOf(period)) ?? timeline.phases[0]
  if (!end) return []
  const sites = world.field(end).map((site): Site => {
    const length = countDays(days)
    return { ...site, days: Array.from({ length }, emptySums), ahead: new Set() }
  })
  const tracked = new Set(end.keywords)
  const reader = new RowReader(world, timeline, { withRivals: true })
  for (const check of checksOf(timeline, period)) {
    // The own site is compared over all rows, also where it had another address.
    const rivals = world.field(check.phase).slice(1)
    const listed = rivals.map(({ domain }) => sites.find((site) => site.domain === domain))
    for (const row of await reader.readAll(check, ALL_KEYWORDS(check), signal)) {
      const { keyword, position, searches } = row
      const n = row.day - days.first
      addRow(sites[0]?.days[n] as RowSums, position, searches)
      for (const [r, site] of listed.entries()) {
        if (!site) continue
        const place = row.rivals[r] as number | null
        addRow(site.days[n] as RowSums, place, searches)
        if (!tracked.has(keyword.normal)) continue
        if (rankOf(place) < rankOf(position)) site.ahead.add(keyword.normal)
        else site.ahead.delete(keyword.normal)
      }
    }
  }
  return recordsOf(sites, days.first)
}

function recordsOf(sites: readonly Site[], first: number): CompetitorRecord[] {
  const totals = sites.map(({ days }) => totalOf(days))
  const all = sum(totals)
  const ofDay = sites[0]?.days.map((_, i) => sum(sites.map(({ days }) => days[i] as RowSums))) ?? []
  return sites.map(({ name, domain, days, ahead }, s) => {
    const total = totals[s] as RowSums
    return {
      name,
      domain,
      own: s === 0,
      ...rankingFigures(total),
      keywords_ahead: ahead.size,
      share_of_voice: percent(total.traffic, all),
      series: days.map((of, i) => {
        const { average_position, visibility } = rankingFigures(of)
        const share_of_voice = of.rows === 0 ? null : percent(of.traffic, ofDay[i] as number)
        return { date: formatDay(first + i), average_position, visibility, share_of_voice }
      }),
    }
  })
}

function totalOf(days: readonly RowSums[]): RowSums {
  const total = emptySums()
  for (const day of days) addSums(total, day)
  return total
}

function sum(sums: readonly RowSums[]): number {
  return sums.reduce((total, { traffic }) => total + traffic, 0)
}
