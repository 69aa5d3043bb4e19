import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { analyticsOf } from '../intelligence/analytics.ts'
import { mentionPage } from '../intelligence/answers/mentions.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { visibilityOf, visibilityWeight } from '../intelligence/figures.ts'
import { daysOf, type Period } from '../intelligence/period.ts'
import {
  engineOf,
  updateStream,
  updatesBetween,
} from '../intelligence/rankings/algorithm-updates.ts'
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
import type { AbortSignal } from '../node-globals.ts'
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
export async function computeReport(
  world: World,
  timeline: Timeline,
  request: ReportRequest,
  signal?: AbortSignal,
): Promise<ReportContent> {
  const { campaign } = timeline
  const wanted = request.include?.length ? request.include : REPORT_SECTIONS
  const include = REPORT_SECTIONS.filter((section) => wanted.includes(section))
  const analytics = await analyticsOf(world, timeline, request, signal)
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
      quotes: await quotesOf(world, timeline, request, signal),
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

/** The keyword behind a change of visibility. */
interface MainChange {
  keyword: string
  /** On the first and the last day with data; null beyond 100. */
  start_position: number | null
  position: number | null
  /** Points of visibility that the keyword alone gained or lost in between. */
  visibility: number
}

/** The keyword that changed visibility most in the direction of `change`; null if none did. */
function mainChange(keywords: readonly KeywordRecord[], change: number | null): MainChange | null {
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
function partialDay({ from, to, generatedAt }: Period & { generatedAt: number }) {
  const day = formatDay(dayOf(generatedAt))
  return from <= day && day <= to ? day : null
}

/** Days of a period with an update of the campaign's search engine, `YYYY-MM-DD`. */
function updateDays(seed: number, { settings }: Campaign, period: Period): string[] {
  const { first, last } = daysOf(period)
  const stream = updateStream(seed, engineOf(settings.search_engine))
  return updatesBetween(stream, first, last).map(formatDay)
}

/** How many of the newest mentions are looked at for quotes, and how many are quoted. */
const NEWEST = 40
const QUOTES = 4

/** Some of the newest mentions of the campaign's brand: one of each tone, then of other platforms. */
async function quotesOf(
  world: World,
  campaign: Timeline,
  period: Period,
  signal: AbortSignal | undefined,
): Promise<Mention[]> {
  const page = { offset: 0, limit: NEWEST }
  const { mentions } = await mentionPage(world, { ...period, campaign }, page, signal)
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
