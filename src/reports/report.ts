import type { Campaign, CampaignSettings } from '../accounts/campaign.ts'
import {
  type AnalyticsSummary,
  analyticsSteps,
  type Changes,
  type DayRecord,
  type KeywordRecord,
} from '../intelligence/analytics.ts'
import type { CompetitorRecord } from '../intelligence/competitors.ts'
import type { SentimentRecord } from '../intelligence/mention-tally.ts'
import type { Period, PeriodRecord } from '../intelligence/period.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import { fileNameOf } from './file-name.ts'
import { platformStandings, type Standings } from './platforms.ts'

/** The parts that a report can include (§2). */
export const REPORT_SECTIONS = ['rankings', 'competitors', 'trends'] as const

export type ReportFormat = 'pdf' | 'csv' | 'json'

export type ReportSection = (typeof REPORT_SECTIONS)[number]

export interface ReportRequest extends Period {
  /** All sections when absent or empty. */
  include?: readonly ReportSection[] | undefined
  /** Epoch milliseconds. */
  generatedAt: number
}

/** Everything that a report says; the PDF shows it, and the JSON format is it. */
export interface ReportContent {
  campaign_id: string
  title: string
  brand: string
  domain: string
  settings: CampaignSettings
  period: PeriodRecord
  include: ReportSection[]
  /** ISO 8601, UTC. */
  generated_at: string
  /** Key figures, as GET /analytics/campaign/{id} gives them for the same period. */
  summary: AnalyticsSummary
  changes: Changes
  mentions: ReportMentions
  /** Present when included, as are the following. */
  rankings?: KeywordRecord[]
  competitors?: CompetitorRecord[]
  trends?: DayRecord[]
}

/** What chat platforms say of the campaign's brand. */
export interface ReportMentions extends Standings {
  total: number
  by_sentiment: SentimentRecord
}

/** The data of a report on one campaign; `account` is all campaigns of its account. */
export function buildReport(
  seed: number,
  campaign: Campaign,
  request: ReportRequest,
  account: readonly Campaign[] = [campaign],
): ReportContent {
  return inOneGo(reportSteps(seed, campaign, request, account))
}

/** `buildReport` in steps. */
export function* reportSteps(
  seed: number,
  campaign: Campaign,
  request: ReportRequest,
  account: readonly Campaign[],
): Steps<ReportContent> {
  const wanted = request.include?.length ? request.include : REPORT_SECTIONS
  const include = REPORT_SECTIONS.filter((section) => wanted.includes(section))
  const analytics = yield* analyticsSteps(seed, campaign, request, account)
  const { total, by_sentiment, by_platform } = analytics.mentions
  return {
    campaign_id: campaign.id,
    title: campaign.name,
    brand: campaign.brand,
    domain: analytics.domain,
    settings: campaign.settings,
    period: analytics.period,
    include,
    generated_at: new Date(request.generatedAt).toISOString(),
    summary: analytics.summary,
    changes: analytics.changes,
    mentions: {
      total,
      by_sentiment,
      ...platformStandings(seed, campaign.brand, request, { account, records: by_platform }),
    },
    ...(include.includes('rankings') && { rankings: analytics.keywords }),
    ...(include.includes('competitors') && { competitors: analytics.competitors }),
    ...(include.includes('trends') && { trends: analytics.series }),
  }
}

/** Answer of GET /reports/generate: where the report is, and its key figures. */
export interface ReportRecord {
  campaign_id: string
  format: ReportFormat
  /** As it was asked for. */
  date_range: string
  period: PeriodRecord
  include: ReportSection[]
  summary: AnalyticsSummary
  filename: string
  download_url: string
  /** ISO 8601, UTC. */
  generated_at: string
  expires_at: string
}

/** The record of a report that was made; `expiresAt` in epoch milliseconds. */
export function reportRecord(
  report: ReportContent,
  file: { format: ReportFormat; dateRange: string; downloadUrl: string; expiresAt: number },
): ReportRecord {
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

/** The name under which a report is saved. */
export function reportFilename(report: ReportContent, extension: string): string {
  const { start_date, end_date } = report.period
  return fileNameOf(report.title, report.campaign_id, `-${start_date}-to-${end_date}.${extension}`)
}
