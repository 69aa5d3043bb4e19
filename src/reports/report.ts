import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { analyticsSteps } from '../intelligence/analytics.ts'
import type { Period } from '../intelligence/period.ts'
import type {
  AnalyticsSummary,
  CampaignAnalytics,
  Changes,
  CompetitorRecord,
  DayRecord,
  KeywordRecord,
  Mention,
  PeriodRecord,
  PlatformRecord,
  SentimentRecord,
  ShareOfVoice,
} from '../intelligence/records.ts'
import type { Timeline } from '../intelligence/world/timeline.ts'
import type { World } from '../intelligence/world/world.ts'
import type { Steps } from '../time/steps.ts'
import { fileNameOf } from './file-name.ts'
import { type MainChange, mainChange, partialDay, quoteSteps, updateDays } from './highlights.ts'

/** The parts that a report can include (§2). */
export const REPORT_SECTIONS = ['rankings', 'competitors', 'trends'] as const

export type ReportFormat = 'pdf' | 'csv' | 'json'

export type ReportSection = (typeof REPORT_SECTIONS)[number]

export interface ReportRequest extends Period {
  /** All sections if absent or empty. */
  include?: readonly ReportSection[] | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

/** The content of a report: shown in the PDF, complete in the JSON format. */
export interface ReportContent {
  campaign_id: string
  title: string
  /** Chat campaigns begin with the answers of AI platforms. */
  type: Campaign['type']
  brand: string
  domain: string
  settings: Campaign['settings']
  period: PeriodRecord
  include: ReportSection[]
  /** ISO 8601, UTC. */
  generated_at: string
  /** Key figures, as in GET /analytics/campaign/{id} for the same period. */
  summary: AnalyticsSummary
  changes: Changes
  /** The day of `generated_at` if the period has it: more of it follows. `YYYY-MM-DD`. */
  partial_day: string | null
  /** Days with an update of the search engine. */
  algorithm_updates: string[]
  main_change: MainChange | null
  mentions: ReportMentions
  /** Present if included, like the next two. */
  rankings?: KeywordRecord[]
  competitors?: CompetitorRecord[]
  trends?: DayRecord[]
}

/** How chat platforms mention the campaign's brand. */
export interface ReportMentions
  extends Pick<
    CampaignAnalytics['mentions'],
    'answers' | 'ai_visibility' | 'prompts' | 'changes' | 'citations'
  > {
  total: number
  by_sentiment: SentimentRecord
  /** The brand's percentage of all brand names in the answers; null without names. */
  share_of_voice: number | null
  by_platform: PlatformRecord[]
  /** The brands that the answers name, the most named first. */
  brands: ShareOfVoice
  /** Some of the newest answers, of different tones and platforms. */
  quotes: Mention[]
}

/** Computes a report on one campaign. */
export function* reportSteps(
  world: World,
  timeline: Timeline,
  request: ReportRequest,
): Steps<ReportContent> {
  const { campaign } = timeline
  const wanted = request.include?.length ? request.include : REPORT_SECTIONS
  const include = REPORT_SECTIONS.filter((section) => wanted.includes(section))
  const analytics = yield* analyticsSteps(world, timeline, request)
  const { total, by_sentiment, by_platform, share_of_voice, ...more } = analytics.mentions
  const { answers, ai_visibility, prompts, changes, citations } = more
  return {
    campaign_id: campaign.id,
    title: campaign.name,
    type: campaign.type,
    brand: campaign.brand,
    domain: analytics.domain,
    settings: campaign.settings,
    period: analytics.period,
    include,
    generated_at: new Date(request.generatedAt).toISOString(),
    summary: analytics.summary,
    changes: analytics.changes,
    partial_day: partialDay(request),
    algorithm_updates: updateDays(world.seed, campaign, request),
    main_change: mainChange(analytics.keywords, analytics.changes.visibility),
    mentions: {
      total,
      ...{ answers, ai_visibility, prompts, changes, citations },
      by_sentiment,
      share_of_voice: share_of_voice.brands.length > 0 ? share_of_voice.own : null,
      by_platform,
      brands: share_of_voice,
      quotes: yield* quoteSteps(world, timeline, request),
    },
    ...(include.includes('rankings') && { rankings: analytics.keywords }),
    ...(include.includes('competitors') && { competitors: analytics.competitors }),
    ...(include.includes('trends') && { trends: analytics.series }),
  }
}

/** The record of a generated report; `expiresAt` is in epoch milliseconds. */
export function reportRecord(
  report: ReportContent,
  file: { format: ReportFormat; dateRange: string; downloadUrl: string; expiresAt: number },
): components['schemas']['Report'] {
  return {
    campaign_id: report.campaign_id,
    format: file.format,
    date_range: file.dateRange,
    period: report.period,
    include: report.include,
    summary: report.summary,
    filename: reportFilename(report, file.format),
    download_url: file.downloadUrl,
    generated_at: report.generated_at,
    expires_at: new Date(file.expiresAt).toISOString(),
  }
}

export function reportFilename(report: ReportContent, format: ReportFormat): string {
  const { start_date, end_date } = report.period
  const extension = extensionOf({ format, include: report.include })
  return fileNameOf(report.title, report.campaign_id, `-${start_date}-to-${end_date}.${extension}`)
}

/** CSV has one table, so several sections are an archive with a file each. */
export function extensionOf(file: {
  format: ReportFormat
  include: readonly ReportSection[]
}): ReportFormat | 'zip' {
  return file.format === 'csv' && file.include.length > 1 ? 'zip' : file.format
}
