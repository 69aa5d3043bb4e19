import type { Steps } from '../../time/steps.ts'
import { formatDay, startOfDay } from '../dates.ts'
import { addRow, addSums, emptySums, percent, type RowSums, rankingFigures } from '../figures.ts'
import { countDays, daysOf, horizon, type Period } from '../period.ts'
import type { CompetitorRecord } from '../records.ts'
import type { Contestant } from '../world/contestants.ts'
import type { Timeline } from '../world/timeline.ts'
import type { World } from '../world/world.ts'
import { phaseAt, runsAmong } from './campaign-tally.ts'
import { type Demand, demandsOf, searchesOn } from './demand.ts'
import { rankOf } from './positions.ts'
import { Standings } from './standings.ts'
import { keywordsOf } from './tracks.ts'

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
export function* competitorSteps(
  world: World,
  timeline: Timeline,
  period: Period,
): Steps<CompetitorRecord[]> {
  const { seed } = world
  const days = daysOf(period)
  const now = horizon(period)
  const end = phaseAt(timeline, Math.min(now, startOfDay(days.last + 1) - 1)) ?? timeline.phases[0]
  if (!end) return []
  const sites = world.field(end).map((site): Site => {
    const length = countDays(days)
    return { ...site, days: Array.from({ length }, emptySums), ahead: new Set() }
  })
  const [own] = sites
  const byDomain = new Map(sites.map((site) => [site.domain, site]))
  const tracked = keywordsOf(seed, end.campaign).indexes
  for (const run of runsAmong(timeline.checks(days, now))) {
    const { campaign } = run.phase
    const standings = new Standings(world, run.phase, run)
    const demands = demandsOf(seed, campaign)
    // The own site is compared over all rows, also where it had another address.
    const listed = world
      .field(run.phase)
      .map(({ domain }, n) => (n === 0 ? own : byDomain.get(domain)))
    for (const [k, normal] of keywordsOf(seed, campaign).normal.entries()) {
      yield
      const { own: places, rivals } = standings.of(k)
      const searches = searchesOn(demands[k] as Demand, run)
      for (const { day, only } of run.checks) {
        if (only && !only.has(normal)) continue
        const at = day - run.first
        for (const [n, site] of listed.entries()) {
          if (!site) continue
          const position = (n === 0 ? places : (rivals[n - 1] as Uint8Array))[at] as number
          addRow(site.days[day - days.first] as RowSums, position, searches[at] as number)
          if (n === 0 || !tracked.has(normal)) continue
          if (rankOf(position) < rankOf(places[at] as number)) site.ahead.add(normal)
          else site.ahead.delete(normal)
        }
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
