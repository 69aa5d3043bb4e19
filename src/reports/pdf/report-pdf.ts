import type { CompetitorRecord, KeywordRecord } from '../../intelligence/records.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import type { ReportContent } from '../report.ts'
import { drawTrends } from './chart.ts'
import { drawCover } from './cover.ts'
import { drawOverview } from './overview.ts'
import { drawPlatforms } from './platforms.ts'
import { FONT, Sheet } from './sheet.ts'
import { drawTable, tableHeight } from './table.ts'
import { decimal, grouped, signed } from './wording.ts'

/**
 * A report as a PDF in A4: cover, overview, and the included sections. Equal reports give equal bytes: the dates
 * are the report's, and PDFKit derives the file identifier from them.
 */
export async function reportPdf(report: ReportContent): Promise<Buffer> {
  // Loading PDFKit takes longer than most requests, so only PDFs wait for it.
  const { default: PDFDocument } = await import('pdfkit')
  const generated = new Date(report.generated_at)
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 66, bottom: 62, left: 50, right: 50 },
    font: FONT.regular,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${report.title}: search and AI intelligence report`,
      Author: 'Search and AI Intelligence Monitoring Service',
      Creator: 'svc-sandbox',
      Producer: 'PDFKit',
      CreationDate: generated,
      ModDate: generated,
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })

  const sheet = new Sheet(pdf)
  drawCover(sheet, report)
  await yieldToEventLoop()
  sheet.newPage()
  drawOverview(sheet, report)
  await yieldToEventLoop()
  if (report.trends) {
    sheet.section('Trends', 240)
    drawTrends(sheet, report.trends)
  }
  if (report.rankings) await drawRankings(sheet, report.rankings)
  if (report.competitors) await drawCompetitors(sheet, report.competitors)
  await yieldToEventLoop()
  if (report.mentions.total > 0) await drawPlatforms(sheet, report)
  sheet.footers(report)
  await yieldToEventLoop()
  pdf.end()
  return finished
}

function drawRankings(sheet: Sheet, rankings: readonly KeywordRecord[]): Promise<void> {
  sheet.section('Rankings', 130)
  return drawTable(
    sheet,
    [
      { title: 'Keyword and page', width: 207 },
      { title: 'Position', width: 50, numeric: true },
      { title: 'Change', width: 50, numeric: true, tone: 'change' },
      { title: 'Best', width: 42, numeric: true },
      { title: 'Worst', width: 44, numeric: true },
      { title: 'Average', width: 50, numeric: true },
      { title: 'Searches', width: 52, numeric: true },
    ],
    rankings.map((row) => ({
      cells: [
        row.keyword,
        String(row.position),
        signed(row.change),
        String(row.best_position),
        String(row.worst_position),
        decimal(row.average_position),
        grouped(row.search_volume),
      ],
      note: sheet.address(row.url.replace(/^https?:\/\//, '')),
    })),
  )
}

function drawCompetitors(sheet: Sheet, competitors: readonly CompetitorRecord[]): Promise<void> {
  // All compared sites fit on a page.
  sheet.section('Competitors', 48 + tableHeight(competitors.length))
  const most = Math.max(...competitors.map(({ visibility }) => visibility ?? 0), 1)
  return drawTable(
    sheet,
    [
      { title: 'Brand', width: 120 },
      { title: 'Domain', width: 132 },
      { title: 'Avg. position', width: 70, numeric: true },
      { title: 'Ahead of you', width: 68, numeric: true },
      { title: 'Visibility', width: 105, numeric: true },
    ],
    competitors.map((row) => ({
      cells: [
        row.own ? `${row.name} (you)` : row.name,
        sheet.address(row.domain),
        decimal(row.average_position),
        row.own || row.average_position === null ? '–' : String(row.keywords_ahead),
        decimal(row.visibility, '%'),
      ],
      strong: row.own,
      share: (row.visibility ?? 0) / most,
    })),
  )
}
