import type { Campaign } from '../accounts/campaign.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import {
  type Changes,
  changesOf,
  type DayRecord,
  type Figures,
  figuresOf,
  seriesOf,
} from './analytics.ts'
import { brandsOf } from './brands.ts'
import { type ChatRecord, chatSteps } from './chat.ts'
import { type Distribution, distributionOf } from './distribution.ts'
import { type Period, type PeriodRecord, periodRecord } from './period.ts'
import { positionSteps } from './position-tally.ts'

/** Answer of GET /core/dashboards/intelligence-overview: search and chat side by side. */
export interface IntelligenceOverview {
  period: PeriodRecord
  rankings: Omit<Figures, 'mentions'> & { keywords: number; distribution: Distribution }
  chat: ChatRecord
  /** Against the period of equal length just before; positive is better. */
  changes: Changes
  series: DayRecord[]
}

/** Search and chat of all campaigns of an account. */
export function intelligenceOverview(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): IntelligenceOverview {
  return inOneGo(overviewSteps(seed, campaigns, period))
}

/** `intelligenceOverview` in steps. */
export function* overviewSteps(
  seed: number,
  campaigns: readonly Campaign[],
  period: Period,
): Steps<IntelligenceOverview> {
  const positions = yield* positionSteps(seed, campaigns, period)
  const chat = yield* chatSteps(seed, brandsOf(campaigns), period)
  const current = figuresOf(positions.sums, chat.record.mentions)
  const { mentions: _, ...rankings } = current
  return {
    period: periodRecord(period),
    rankings: {
      keywords: positions.campaigns.reduce((total, { tracked }) => total + tracked, 0),
      ...rankings,
      distribution: distributionOf(positions.campaigns),
    },
    chat: chat.record,
    changes: changesOf(current, figuresOf(positions.previous, chat.previousMentions)),
    series: seriesOf(
      positions,
      chat.record.series.map((day) => day.mentions),
    ),
  }
}
