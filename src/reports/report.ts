import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { analyticsOf } from '../intelligence/analytics.ts'
import { WHOLE_LISTS } from '../intelligence/answers/chat.ts'
import { mentionPage } from '../intelligence/answers/mentions.ts'
import { dayOf, formatDay } from '../intelligence/dates.ts'
import { mean } from '../intelligence/figures.ts'
import type { Period } from '../intelligence/period.ts'
import type {
  AnalyticsSummary,
  CampaignAnalytics,
  Changes,
  CompetitorRecord,
  DayRecord,
  FeatureRecord,
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
import { isoTimeOrNull } from '../time/clock.ts'
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
  /** When the report was made. */
  status: Campaign['status']
  last_run_at: string | null
  period: PeriodRecord
  include: ReportSection[]
  /** ISO 8601, UTC. */
  generated_at: string
  /** Key figures, as in GET /analytics/campaign/{id} for the same period. */
  summary: AnalyticsSummary
  changes: Changes
  /** Where the keywords stand on the last day with data; null if the period has none. */
  standing: Standing | null
  /** The day of `generated_at` if the period has figures of it: more of it follows. `YYYY-MM-DD`. */
  partial_day: string | null
  /** Days with an update of the search engine. */
  algorithm_updates: string[]
  main_change: MainChange | null
  serp_features: FeatureRecord[]
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
  const analytics = await analyticsOf(world, timeline, request, signal, WHOLE_LISTS)
  const { total, by_sentiment, by_platform, share_of_voice, ...more } = analytics.mentions
  const { answers, ai_visibility, prompts, changes, citations } = more
  return {
    campaign_id: campaign.id,
    title: campaign.name,
    type: campaign.type,
    brand: campaign.brand,
    domain: analytics.domain,
    settings: campaign.settings,
    status: campaign.status,
    last_run_at: isoTimeOrNull(timeline.runs(request.generatedAt).last),
    period: analytics.period,
    include,
    generated_at: new Date(request.generatedAt).toISOString(),
    summary: analytics.summary,
    changes: analytics.changes,
    standing: standingIn(analytics),
    partial_day: partialDay(request, analytics),
    algorithm_updates: analytics.algorithm_updates.map(({ date }) => date).reverse(),
    main_change: mainChange(analytics),
    serp_features: analytics.serp_features,
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

/** The keywords on the last day with data. */
interface Standing {
  date: string
  /** Of those among the first 100; null if there are none. */
  average_position: number | null
  /** Keywords that entered and left the first 100 since their first day with data. */
  entered: number
  left: number
  /** How many more are in the top 10 than on their first day. */
  top_10_change: number
}

function standingIn({ keywords, series }: CampaignAnalytics): Standing | null {
  const last = series.findLast(({ visibility }) => visibility !== null)
  if (!last) return null
  const ranked = keywords.flatMap(({ position }) => position ?? [])
  const inTopTen = (position: number | null) => Number(position !== null && position <= 10)
  return {
    date: last.date,
    average_position: mean(sum(ranked), ranked.length),
    entered: keywords.filter((it) => it.start_position === null && it.position !== null).length,
    left: keywords.filter((it) => it.start_position !== null && it.position === null).length,
    top_10_change: sum(keywords.map((it) => inTopTen(it.position) - inTopTen(it.start_position))),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The keyword with the largest part in a change of visibility against the period before. */
interface MainChange {
  keyword: string
  /** Points: its part of `changes.visibility`, in the same direction. */
  visibility: number
}

/** Null if no keyword moved visibility in the direction of its change. */
function mainChange({ keywords, changes }: CampaignAnalytics): MainChange | null {
  const direction = Math.sign(changes.visibility ?? 0)
  const partOf = ({ visibility_change }: KeywordRecord) => direction * (visibility_change ?? 0)
  const [most] = keywords.toSorted((a, b) => partOf(b) - partOf(a))
  if (!most || partOf(most) <= 0) return null
  return { keyword: most.keyword, visibility: most.visibility_change as number }
}

/** The day of `generatedAt` (epoch ms) if the period has figures of it, `YYYY-MM-DD`. */
function partialDay(
  { generatedAt }: Pick<ReportRequest, 'generatedAt'>,
  { series, mentions }: CampaignAnalytics,
): string | null {
  const date = formatDay(dayOf(generatedAt))
  const isChecked = series.some((day) => day.date === date && day.visibility !== null)
  const isAsked = mentions.series.some((day) => day.date === date && day.answers > 0)
  return isChecked || isAsked ? date : null
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
