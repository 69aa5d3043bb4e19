import type { components } from '../../spec/generated/api.ts'
import type { Campaign } from '../accounts/campaign.ts'
import type { Mention } from '../intelligence/records.ts'
import { isSliceUsedUp } from '../time/steps.ts'
import type { RankingExportRow } from './exports.ts'
import type { ReportContent } from './report.ts'

/** Columns of the exports. A list becomes one cell: names joined by "; ", addresses by a space. */
export const CSV_COLUMNS = {
  rankings: words(
    'campaign_id campaign_name date keyword position previous_position change url search_volume',
  ),
  mentions: [
    ...words('detected_at id brand platform sentiment sentiment_score position prompt excerpt'),
    ...words('competitors_mentioned citations url'),
  ],
  campaigns: [
    ...words('id name type status frequency brand domain keywords competitors'),
    ...words('location device search_engine tracked_since created_at updated_at'),
  ],
  report_rankings: [
    ...words('keyword position start_position change best_position worst_position'),
    ...words('average_position search_volume url estimated_traffic'),
  ],
  report_competitors: [
    ...words('name domain own average_position visibility'),
    ...words('keywords_ahead estimated_traffic share_of_voice'),
  ],
  report_trends: words('date average_position visibility mentions estimated_traffic'),
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

/** How many rows become text at a time, which limits the memory of an export. */
const ROWS_AT_A_TIME = 500

/** One line per row, in chunks (`Readable.from`). */
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

/** A report as a single table: its rankings, or else its competitors, or else its trends. */
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

/** A line of column names, then one per row; UTF-8 without a byte order mark. */
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

/** The value of a cell; null and undefined leave it empty. */
export type Cell = string | number | null | undefined

/** Text that a spreadsheet would run, also after stripped blanks, and in full-width signs (OWASP). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

const NEEDS_QUOTES = /[",\r\n]/

/**
 * One record of a CSV file by RFC 4180, with CRLF. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, even if it begins with a minus; numbers do not, so a change of −3 stays a number.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
