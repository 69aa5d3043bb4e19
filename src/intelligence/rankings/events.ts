import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { formatDay } from '../dates.ts'
import { type Days, daysOf, type Period } from '../period.ts'
import type { CampaignAnalytics, RankingEvent } from '../records.ts'
import type { Timeline } from '../world/timeline.ts'
import { engineOf, updateStream, updatesBetween } from './algorithm-updates.ts'
import { rankOf } from './position.ts'
import type { Before, Row } from './rows.ts'

const LISTED = 10

/** A keyword that went into or out of the top 3, 10 or 100 since its row before. */
export interface Crossing {
  timeline: Timeline
  row: Row
  before: Before
  type: Exclude<RankingEvent['type'], 'algorithm_update'>
}

/**
 * The newest events of a period: algorithm updates of the campaigns' search engines, and crossings. Updates come first on a
 * day, then the higher positions.
 */
export function recentEvents(
  seed: number,
  campaigns: Iterable<Campaign>,
  period: Period,
  crossings: readonly Crossing[],
): RankingEvent[] {
  const updates = algorithmUpdates(seed, campaigns, daysOf(period))
  return [...updates.map(updateEvent), ...crossings.map(eventOf)].sort(byDate).slice(0, LISTED)
}

function byDate(a: RankingEvent, b: RankingEvent): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return orderOf(a) - orderOf(b)
}

function orderOf({ type, position }: RankingEvent): number {
  return type === 'algorithm_update' ? 0 : rankOf(position)
}

/** An update of a search engine. */
export type AlgorithmUpdate = CampaignAnalytics['algorithm_updates'][number]

function updateEvent(update: AlgorithmUpdate): RankingEvent {
  return {
    ...update,
    type: 'algorithm_update',
    campaign_id: null,
    campaign_name: null,
    keyword: null,
    position: null,
    previous_position: null,
  }
}

/** The updates of the campaigns' search engines in the world of `seed`, newest first. */
export function algorithmUpdates(
  seed: number,
  campaigns: Iterable<Pick<Campaign, 'settings'>>,
  { first, last }: Days,
): AlgorithmUpdate[] {
  const engines = new Set<string>()
  for (const { settings } of campaigns) engines.add(engineOf(settings?.search_engine))
  return [...engines]
    .flatMap((engine) =>
      updatesBetween(updateStream(seed, engine), first, last).map((day) => ({
        date: formatDay(day),
        search_engine: engine,
      })),
    )
    .sort((a, b) => (a.date < b.date ? 1 : -1))
}

const BORDERS = [3, 10, 100] as const

/** The crossing in a row. Crossing several borders at once means entering the highest one, or leaving the lowest one. */
export function crossingIn(timeline: Timeline, row: Row): Crossing | undefined {
  const { before, position } = row
  if (!before || before.position === position) return undefined
  const [from, to] = [rankOf(before.position), rankOf(position)]
  const isCrossed = (border: number) => to <= border !== from <= border
  const highest = BORDERS.find(isCrossed)
  const lowest = BORDERS.findLast(isCrossed)
  if (highest === undefined || lowest === undefined) return undefined
  const type = to < from ? (`entered_top_${highest}` as const) : (`left_top_${lowest}` as const)
  return { timeline, row, before, type }
}

/** A keyword that crosses back within so many days has moved once. */
const FLAPPING = 3

/** Without the crossings, oldest first, that the next one of the same keyword takes back: it shows where the keyword is since. */
export function settled(crossings: readonly Crossing[]): Crossing[] {
  const next = new Map<string, Crossing>()
  return crossings.toReversed().filter((crossing) => {
    const { normal } = crossing.row.keyword
    const after = next.get(normal)
    next.set(normal, crossing)
    const isTakenBack = after && isEntry(after) !== isEntry(crossing)
    return !(isTakenBack && after.row.day - crossing.row.day <= FLAPPING)
  })
}

function isEntry({ type }: Crossing): boolean {
  return type.startsWith('entered')
}

/** The crossings that a list of events may show. Of one day, the higher positions come first. */
export function newest(crossings: readonly Crossing[]): Crossing[] {
  return crossings
    .toSorted((a, b) => b.row.day - a.row.day || rankOf(a.row.position) - rankOf(b.row.position))
    .slice(0, LISTED)
}

function eventOf({ timeline, row, before, type }: Crossing): RankingEvent {
  const { campaign, phases } = timeline
  const { normal } = row.keyword
  const last = phases.findLast(({ keywords }) => keywords.includes(normal))
  const spelled = last?.campaign.keywords.find((each) => normalize(each) === normal)
  return {
    date: formatDay(row.day),
    type,
    search_engine: null,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    keyword: spelled ?? row.keyword.spelled,
    position: row.position,
    previous_position: before.position,
  }
}
