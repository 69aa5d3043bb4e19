import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { normalize } from '../accounts/normalize.ts'
import { countRankings, rankingRows } from '../intelligence/rankings/rankings.ts'
import type { RankingQuery } from '../intelligence/rankings/rows.ts'
import type { Mention, RankingRow } from '../intelligence/records.ts'
import type { World } from '../intelligence/world/world.ts'
import { type Cell, type CsvLocale, csv, csvLines, csvRecord, inOrder } from './csv-writer.ts'
import type { ReportContent, ReportSection } from './report.ts'

const RANKING_COLUMNS = [
  ...words('date keyword position previous_position change url'),
  ...words('search_volume searches estimated_traffic is_new is_lost title serp_features'),
  ...words('owned_features competitors other_results checked_at device'),
]

/** Columns of the exports: every field of the records. A list is its JSON, whatever its texts contain. */
export const CSV_COLUMNS = {
  rankings: [...words('campaign_id campaign_name'), ...RANKING_COLUMNS],
  mentions: [
    ...words('detected_at id brand platform sentiment sentiment_score position prompt excerpt'),
    ...words('competitors_mentioned citations url answer_id model keyword answer campaign_id'),
    ...words('campaign_ids'),
  ],
  campaigns: [
    ...words('id name type status frequency brand domain keywords competitors'),
    ...words('location device search_engine tracked_since created_at updated_at'),
  ],
  report_rankings: [
    ...words('keyword position start_position change best_position worst_position'),
    ...words('average_position visibility_change search_volume url estimated_traffic'),
  ],
  report_competitors: [
    ...words('name domain own average_position visibility'),
    ...words('keywords_ahead estimated_traffic share_of_voice'),
  ],
  report_competitor_trends: words('date name domain average_position visibility share_of_voice'),
  report_trends: [
    ...words('date average_position visibility mentions estimated_traffic'),
    ...words('top_3 top_10 top_20 top_100 unranked'),
  ],
  report_platforms: [
    ...words('platform answers mentions share ai_visibility share_of_voice'),
    ...words('positive neutral negative score'),
  ],
  report_prompts: words('prompt keyword answers mentions ai_visibility'),
  report_brands: words('brand own mentions share ai_visibility'),
  report_sources: words('domain type own citations share'),
  report_pages: words('title url domain type citations'),
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text

function words<Text extends string>(text: Text): Words<Text>[] {
  return text.split(' ') as Words<Text>[]
}

export type CsvKind = 'rankings' | 'mentions' | 'campaigns'

/** The record of a CSV export; times are in epoch milliseconds. */
export function csvExportRecord(
  type: CsvKind,
  file: {
    filename: string
    downloadUrl: string
    rows: number
    generatedAt: number
    expiresAt: number
  },
): components['schemas']['CsvExport'] {
  return {
    type,
    filename: file.filename,
    download_url: file.downloadUrl,
    columns: CSV_COLUMNS[type],
    rows: file.rows,
    generated_at: new Date(file.generatedAt).toISOString(),
    expires_at: new Date(file.expiresAt).toISOString(),
  }
}

/** The rows of `exportRankings`, one line each, in chunks (`Readable.from`). */
export async function* rankingsCsv(
  blocks: AsyncIterable<RankingBlock> | Iterable<RankingBlock>,
  locale: CsvLocale = 'en',
): AsyncGenerator<string, undefined> {
  yield csvRecord(CSV_COLUMNS.rankings, locale)
  for await (const { campaign, rows } of blocks) {
    const { id, name } = campaign
    yield* csvLines(rows, (row) => [id, name, ...inOrder(RANKING_COLUMNS, row)], locale)
  }
}

/** One line per mention, of days whose mentions are computed one after the other. */
export async function* mentionsCsv(
  days: AsyncIterable<readonly Mention[]>,
  locale: CsvLocale = 'en',
): AsyncGenerator<string, undefined> {
  yield csvRecord(CSV_COLUMNS.mentions, locale)
  for await (const mentions of days) {
    yield* csvLines(mentions, (row) => inOrder(CSV_COLUMNS.mentions, row), locale)
  }
}

/** One line per campaign. */
export function campaignsCsv(
  campaigns: Iterable<Campaign>,
  locale: CsvLocale = 'en',
): Generator<string, undefined> {
  const cellsOf = ({ settings, ...campaign }: Campaign) => ({
    ...campaign,
    location: settings.location,
    device: settings.device,
    search_engine: settings.search_engine,
  })
  return csv(CSV_COLUMNS.campaigns, campaigns, cellsOf, locale)
}

/** A section of a report as a table. */
export function sectionCsv(
  { rankings = [], competitors = [], trends = [] }: ReportContent,
  section: ReportSection,
  locale: CsvLocale = 'en',
): Generator<string, undefined> {
  switch (section) {
    case 'rankings':
      return csv(CSV_COLUMNS.report_rankings, rankings, (row) => row, locale)
    case 'competitors':
      return csv(CSV_COLUMNS.report_competitors, competitors, (row) => row, locale)
    case 'trends':
      return csv(
        CSV_COLUMNS.report_trends,
        trends,
        (day) => ({ ...day, ...day.distribution }),
        locale,
      )
  }
}

/** What an archive has in addition to its sections: the rivals by day, and the chat platforms. */
export function furtherCsv(
  { competitors, mentions }: ReportContent,
  locale: CsvLocale = 'en',
): Record<string, Generator<string, undefined>> {
  const { by_platform, prompts, brands, citations } = mentions
  const days = competitors?.flatMap(({ name, domain, series }) =>
    series.map((day) => ({ name, domain, ...day })),
  )
  const platforms = by_platform.map(({ sentiment, ...row }) => ({ ...row, ...sentiment }))
  const table = <Column extends string, Row extends Record<Column, Cell>>(
    columns: readonly Column[],
    rows: readonly Row[],
  ) => csv(columns, rows, (row) => row, locale)
  return {
    ...(days && { 'competitor-trends': table(CSV_COLUMNS.report_competitor_trends, days) }),
    platforms: table(CSV_COLUMNS.report_platforms, platforms),
    prompts: table(CSV_COLUMNS.report_prompts, prompts),
    brands: table(CSV_COLUMNS.report_brands, brands.brands),
    sources: table(CSV_COLUMNS.report_sources, citations.domains),
    pages: table(CSV_COLUMNS.report_pages, citations.pages),
  }
}

/** Some ranking rows of a campaign. */
export interface RankingBlock {
  campaign: Pick<Campaign, 'id' | 'name'>
  rows: Iterable<RankingRow>
}

/** How many rows are held in memory at a time. */
const ROWS_AT_A_TIME = 2_000

/** The ranking rows of several campaigns, one campaign after the other, made on demand in blocks. */
export async function* exportRankings(
  world: World,
  campaigns: readonly Campaign[],
  query: RankingQuery,
  signal?: AbortSignal,
): AsyncGenerator<RankingBlock, undefined> {
  for (const campaign of campaigns) {
    const timeline = world.timeline(campaign.id)
    if (!timeline) continue
    const limit = ROWS_AT_A_TIME
    for (let offset = 0; ; offset += limit) {
      const rows = await rankingRows(world, [timeline], query, { offset, limit }, signal)
      yield { campaign, rows }
      if (rows.length < limit) break
    }
  }
}

/** The number of rows from `exportRankings`. */
export function countExportedRankings(
  world: World,
  campaigns: readonly Campaign[],
  query: RankingQuery,
): number {
  return campaigns.reduce((sum, { id }) => {
    const timeline = world.timeline(id)
    return timeline ? sum + countRankings(timeline, query) : sum
  }, 0)
}

/** The campaigns of an export; with `keywords`, those that track one of them. */
export function exportCampaigns(
  campaigns: readonly Campaign[],
  { keywords }: Pick<RankingQuery, 'keywords'>,
): readonly Campaign[] {
  if (!keywords) return campaigns
  const wanted = new Set(keywords.map(normalize))
  return campaigns.filter((each) => each.keywords.some((it) => wanted.has(normalize(it))))
}
