import type { KeywordRecord } from '../intelligence/analytics.ts'
import type { CompetitorRecord } from '../intelligence/competitors.ts'
import { giveWay } from '../time/steps.ts'
import { drawTrends } from './pdf-chart.ts'
import { drawCover } from './pdf-cover.ts'
import { FONT } from './pdf-font.ts'
import { type Document, drawFooters, drawSection, frame, shownAddress } from './pdf-layout.ts'
import { drawOverview } from './pdf-overview.ts'
import { drawPlatforms } from './pdf-platforms.ts'
import { drawTable, tableHeight } from './pdf-table.ts'
import { decimal, grouped, signed } from './pdf-wording.ts'
import type { ReportContent } from './report.ts'

/**
 * A report as a PDF document, A4: cover, overview, and the sections that are included. The same report
 * gives the same bytes: its dates are those of the report, and PDFKit derives the file identifier from them.
 */
export async function reportPdf(report: ReportContent): Promise<Buffer> {
  // Loading PDFKit takes longer than most requests: only who wants a PDF waits for it.
  const { default: PDFDocument } = await import('pdfkit')
  const generated = new Date(report.generated_at)
  const document = new PDFDocument({
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
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })

  drawCover(document, report)
  await giveWay()
  document.addPage()
  document.y = frame(document).top
  drawOverview(document, report)
  await giveWay()
  if (report.trends) {
    drawSection(document, 'Trends', 240)
    drawTrends(document, report.trends)
  }
  if (report.rankings) await drawRankings(document, report.rankings)
  if (report.competitors) await drawCompetitors(document, report.competitors)
  await giveWay()
  if (report.mentions.total > 0) await drawPlatforms(document, report)
  drawFooters(document, report)
  await giveWay()
  document.end()
  return finished
}

function drawRankings(document: Document, rankings: readonly KeywordRecord[]): Promise<void> {
  drawSection(document, 'Rankings', 130)
  return drawTable(
    document,
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
      note: shownAddress(document, row.url.replace(/^https?:\/\//, '')),
    })),
  )
}

function drawCompetitors(
  document: Document,
  competitors: readonly CompetitorRecord[],
): Promise<void> {
  // As many as are compared find room on a page.
  drawSection(document, 'Competitors', 48 + tableHeight(competitors.length))
  const most = Math.max(...competitors.map(({ visibility }) => visibility ?? 0), 1)
  return drawTable(
    document,
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
        shownAddress(document, row.domain),
        decimal(row.average_position),
        row.own || row.average_position === null ? '–' : String(row.keywords_ahead),
        decimal(row.visibility, '%'),
      ],
      strong: row.own,
      share: (row.visibility ?? 0) / most,
    })),
  )
}
