import type { Campaign } from '../accounts/campaign.ts'
import { mentionPageSteps } from '../intelligence/answers/mentions.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { visibilityOf, visibilityWeight } from '../intelligence/figures.ts'
import { daysOf, type Period } from '../intelligence/period.ts'
import {
  engineOf,
  updateStream,
  updatesBetween,
} from '../intelligence/rankings/algorithm-updates.ts'
import type { KeywordRecord, Mention } from '../intelligence/records.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import type { World } from '../intelligence/world/world.ts'
import type { Steps } from '../time/steps.ts'

/** The keyword behind a change of visibility. */
export interface MainChange {
  keyword: string
  /** On the first and the last day with data; null beyond 100. */
  start_position: number | null
  position: number | null
  /** Points of visibility that the keyword alone gained or lost in between. */
  visibility: number
}

/** The keyword that changed visibility most in the direction of `change`; null if none did. */
export function mainChange(
  keywords: readonly KeywordRecord[],
  change: number | null,
): MainChange | null {
  if (change === null || change === 0) return null
  const direction = Math.sign(change)
  const gainOf = ({ start_position, position }: KeywordRecord) =>
    direction * (weightOf(position) - weightOf(start_position))
  const [most] = keywords.toSorted((a, b) => gainOf(b) - gainOf(a))
  if (!most || gainOf(most) <= 0) return null
  const { keyword, start_position, position } = most
  const visibility = visibilityOf(direction * gainOf(most), keywords.length) ?? 0
  return { keyword, start_position, position, visibility }
}

function weightOf(position: number | null): number {
  return position === null ? 0 : visibilityWeight(position)
}

/** The day of `generatedAt` (epoch ms) if the period has it, `YYYY-MM-DD`. */
export function partialDay({ from, to, generatedAt }: Period & { generatedAt: number }) {
  const day = formatDay(dayOf(generatedAt))
  return from <= day && day <= to ? day : null
}

/** Days of a period with an update of the campaign's search engine, `YYYY-MM-DD`. */
export function updateDays(seed: number, { settings }: Campaign, period: Period): string[] {
  const { first, last } = daysOf(period)
  const stream = updateStream(seed, engineOf(settings.search_engine))
  return updatesBetween(stream, first, last).map(formatDay)
}

/** How many of the newest mentions are looked at for quotes, and how many are quoted. */
const NEWEST = 40
const QUOTES = 4

/** Some of the newest mentions of the campaign's brand: one of each tone, then of other platforms. */
export function* quoteSteps(world: World, campaign: Timeline, period: Period): Steps<Mention[]> {
  const page = { offset: 0, limit: NEWEST }
  const { mentions } = yield* mentionPageSteps(world, { ...period, campaign }, page)
  const quotes: Mention[] = []
  for (const tone of ['positive', 'negative', 'neutral']) {
    const quote = mentions.find(({ sentiment }) => sentiment === tone)
    if (quote) quotes.push(quote)
  }
  for (const mention of mentions) {
    if (quotes.length >= QUOTES) break
    if (!quotes.some(({ platform }) => platform === mention.platform)) quotes.push(mention)
  }
  return quotes
}
