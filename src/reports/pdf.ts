import { drawTrend } from './pdf-chart.ts'
import { drawFooters, drawHeading, drawKeyFigures, drawSection } from './pdf-layout.ts'
import { drawTable } from './pdf-table.ts'
import type { ReportContent } from './report.ts'
import { toWinAnsi } from './win-ansi.ts'

/**
 * A report as a PDF document, A4. The same report gives the same bytes: its dates are those of the
 * report, and PDFKit derives the file identifier from them.
 */
export async function reportPdf(report: ReportContent): Promise<Buffer> {
  // Loading PDFKit takes longer than most requests: only who wants a PDF waits for it.
  const { default: PDFDocument } = await import('pdfkit')
  const generated = new Date(report.generated_at)
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 50, bottom: 60, left: 50, right: 50 },
    bufferPages: true,
    lang: 'en',
    info: {
      Title: toWinAnsi(`${report.title}: search and AI intelligence report`),
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

  drawHeading(document, report)
  drawKeyFigures(document, report)
  if (report.trends) {
    drawSection(document, 'Trends', 190)
    drawTrend(document, report.trends)
  }
  if (report.rankings) {
    drawSection(document, 'Rankings', 90)
    drawTable(
      document,
      [
        { title: 'Keyword', width: 205 },
        { title: 'Position', width: 52, numeric: true },
        { title: 'Change', width: 52, numeric: true, tone: true },
        { title: 'Best', width: 40, numeric: true },
        { title: 'Worst', width: 42, numeric: true },
        { title: 'Average', width: 50, numeric: true },
        { title: 'Searches', width: 54, numeric: true },
      ],
      report.rankings.map((row) => [
        row.keyword,
        String(row.position),
        signedText(row.change),
        String(row.best_position),
        String(row.worst_position),
        numberText(row.average_position),
        grouped(row.search_volume),
      ]),
    )
  }
  if (report.competitors) {
    drawSection(document, 'Competitors', 90)
    drawTable(
      document,
      [
        { title: 'Brand', width: 135 },
        { title: 'Domain', width: 150 },
        { title: 'Avg. position', width: 75, numeric: true },
        { title: 'Visibility', width: 60, numeric: true },
        { title: 'Ahead of you', width: 75, numeric: true },
      ],
      report.competitors.map((row) => [
        row.own ? `${row.name} (you)` : row.name,
        row.domain,
        numberText(row.average_position),
        row.visibility === null ? '–' : `${row.visibility.toFixed(1)}%`,
        row.own ? '–' : String(row.keywords_ahead),
      ]),
    )
  }
  drawFooters(document, report)
  document.end()
  return finished
}

function numberText(value: number | null): string {
  return value === null ? '–' : value.toFixed(1)
}

function signedText(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `–${-value}` : '0'
}

/** Thousands separated by commas, without the locale tables of the machine. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
