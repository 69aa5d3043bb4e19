import type { Campaign } from '../accounts/campaign.ts'
import type { Mention } from '../intelligence/mentions.ts'
import { isSliceUsedUp } from '../time/steps.ts'
import { type Cell, csvRecord } from './csv-format.ts'
import type { RankingExportRow } from './exports.ts'
import type { ReportContent } from './report.ts'

/**
 * Columns of the exports. Lists become one cell: names joined by "; ", addresses by a space.
 */
export const CSV_COLUMNS = {
  rankings: [
    'campaign_id',
    'campaign_name',
    'date',
    'keyword',
    'position',
    'previous_position',
    'change',
    'url',
    'search_volume',
  ],
  mentions: [
    'detected_at',
    'id',
    'brand',
    'platform',
    'sentiment',
    'sentiment_score',
    'position',
    'prompt',
    'excerpt',
    'competitors_mentioned',
    'citations',
    'url',
  ],
  campaigns: [
    'id',
    'name',
    'type',
    'status',
    'frequency',
    'brand',
    'domain',
    'keywords',
    'competitors',
    'location',
    'device',
    'search_engine',
    'tracked_since',
    'created_at',
    'updated_at',
  ],
  report_rankings: [
    'keyword',
    'position',
    'start_position',
    'change',
    'best_position',
    'worst_position',
    'average_position',
    'search_volume',
    'url',
    'estimated_traffic',
  ],
  report_competitors: [
    'name',
    'domain',
    'own',
    'average_position',
    'visibility',
    'keywords_ahead',
    'estimated_traffic',
    'share_of_voice',
  ],
  report_trends: ['date', 'average_position', 'visibility', 'mentions', 'estimated_traffic'],
} as const

export type CsvKind = 'rankings' | 'mentions' | 'campaigns'

/** Answer of GET /export/csv: where the file is and what is in it. */
export interface CsvExportRecord {
  type: CsvKind
  filename: string
  download_url: string
  columns: string[]
  /** Lines without the one of the column names. */
  rows: number
  /** ISO 8601, UTC. */
  generated_at: string
  expires_at: string
}

/** The record of an export that was made; instants in epoch milliseconds. */
export function csvExportRecord(
  type: CsvKind,
  file: {
    filename: string
    downloadUrl: string
    rows: number
    generatedAt: number
    expiresAt: number
  },
): CsvExportRecord {
  return {
    type,
    filename: file.filename,
    download_url: file.downloadUrl,
    columns: [...CSV_COLUMNS[type]],
    rows: file.rows,
    generated_at: new Date(file.generatedAt).toISOString(),
    expires_at: new Date(file.expiresAt).toISOString(),
  }
}

/** Rows that are turned into text at a time, when there is time for so many: what an export holds in memory. */
const ROWS_AT_A_TIME = 500

/** One line for each row, in chunks to be sent as they come (`Readable.from`). */
export function rankingsCsv(rows: Iterable<RankingExportRow>): Generator<string, undefined> {
  return csv(CSV_COLUMNS.rankings, rows, (row) => row)
}

/** As `rankingsCsv`, of mentions. */
export function mentionsCsv(rows: Iterable<Mention>): Generator<string, undefined> {
  return csv(CSV_COLUMNS.mentions, rows, (row) => ({
    ...row,
    competitors_mentioned: row.competitors_mentioned.join('; '),
    citations: row.citations.map(({ url }) => url).join(' '),
  }))
}

/** As `rankingsCsv`, of campaigns. */
export function campaignsCsv(campaigns: Iterable<Campaign>): Generator<string, undefined> {
  return csv(CSV_COLUMNS.campaigns, campaigns, ({ settings, ...campaign }) => ({
    ...campaign,
    keywords: campaign.keywords.join('; '),
    competitors: campaign.competitors.join('; '),
    location: settings.location,
    device: settings.device,
    search_engine: settings.search_engine,
  }))
}

/**
 * A report as one table, since a CSV file has one: its rankings, or without them its competitors, or
 * else its trends.
 */
export function reportCsv(report: ReportContent): Generator<string, undefined> {
  const { rankings, competitors, trends } = report
  if (rankings) return csv(CSV_COLUMNS.report_rankings, rankings, (row) => row)
  if (competitors) {
    return csv(CSV_COLUMNS.report_competitors, competitors, (row) => ({
      ...row,
      own: String(row.own),
    }))
  }
  return csv(CSV_COLUMNS.report_trends, trends ?? [], (row) => row)
}

/** A line of the column names, then one for each row; UTF-8 without a byte order mark. */
function* csv<Column extends string, Row>(
  columns: readonly Column[],
  rows: Iterable<Row>,
  cellsOf: (row: Row) => Record<Column, Cell>,
): Generator<string, undefined> {
  yield csvRecord(columns)

  let text = ''
  let held = 0
  for (const row of rows) {
    const cells = cellsOf(row)
    text += csvRecord(columns.map((column) => cells[column]))
    held++
    if (held === ROWS_AT_A_TIME || isSliceUsedUp()) {
      yield text
      text = ''
      held = 0
    }
  }
  if (held > 0) yield text
}
