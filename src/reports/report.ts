import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { analyticsSteps } from '../intelligence/analytics.ts'
import { percent } from '../intelligence/figures.ts'
import { rivalsOf } from '../intelligence/mentions/brands.ts'
import { watchedSince } from '../intelligence/mentions/context.ts'
import { namedRivals } from '../intelligence/mentions/mention-facts.ts'
import { factsOf } from '../intelligence/mentions/mentions.ts'
import type { Period } from '../intelligence/period.ts'
import type {
  AnalyticsSummary,
  Changes,
  CompetitorRecord,
  DayRecord,
  KeywordRecord,
  PeriodRecord,
  PlatformRecord,
  SentimentRecord,
} from '../intelligence/records.ts'
import type { Steps } from '../time/steps.ts'
import { fileNameOf } from './file-name.ts'

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
  mentions: ReportMentions
  /** Present if included, like the next two. */
  rankings?: KeywordRecord[]
  competitors?: CompetitorRecord[]
  trends?: DayRecord[]
}

/** How chat platforms mention the campaign's brand. */
export interface ReportMentions {
  total: number
  by_sentiment: SentimentRecord
  /** The brand's percentage of all brand names in the answers; null without mentions. */
  share_of_voice: number | null
  by_platform: (PlatformRecord & Pick<ReportMentions, 'share_of_voice'>)[]
}

/** Computes a report on one campaign; `account` is all campaigns of its account. */
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

export function reportFilename(report: ReportContent, extension: string): string {
  const { start_date, end_date } = report.period
  return fileNameOf(report.title, report.campaign_id, `-${start_date}-to-${end_date}.${extension}`)
}

/**
 * The brand's standing on each platform of `records`, which come from its analytics. `account` is all campaigns of
 * the account: they decide which rivals the answers name.
 */
function platformStandings(
  seed: number,
  brand: string,
  period: Period,
  { account, records }: { account: readonly Campaign[]; records: readonly PlatformRecord[] },
): Pick<ReportMentions, 'share_of_voice' | 'by_platform'> {
  const available = rivalsOf(seed, { brand, campaigns: [...account] }).length
  const rivals = new Map<string, number>()
  const since = watchedSince(account, brand)
  for (const { stream, hash } of factsOf(seed, { ...period, brand, since })) {
    const { name } = stream.platform
    rivals.set(name, (rivals.get(name) ?? 0) + namedRivals(hash, available).length)
  }
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0)
  return {
    share_of_voice: shareOf(sum(records.map(({ mentions }) => mentions)), sum(rivals.values())),
    by_platform: records.map((record) => ({
      ...record,
      share_of_voice: shareOf(record.mentions, rivals.get(record.platform) ?? 0),
    })),
  }
}

function shareOf(own: number, others: number): number | null {
  return own === 0 ? null : percent(own, own + others)
}
