import { domainToUnicode } from 'node:url'
import PDFDocument from 'pdfkit'
import type { FeatureRecord, KeywordRecord } from '../../intelligence/records.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import type { ReportContent } from '../report.ts'
import { drawAnswers } from './answers.ts'
import { drawTrends } from './chart.ts'
import { drawCover } from './cover.ts'
import { FONT } from './fonts.ts'
import { drawGlossary } from './glossary.ts'
import { drawOverview } from './overview.ts'
import { drawCompetitors } from './rivals.ts'
import { drawFooters, Sheet } from './sheet.ts'
import { drawTable } from './table.ts'
import { Typesetter } from './typesetting.ts'
import { decimal, featureName, grouped, leftOut, place, signed } from './wording.ts'

/** How many keywords the table lists; CSV and JSON have all. */
const MOST_KEYWORDS = 100

/**
 * A report as a tagged PDF in A4 (PDF/UA): cover, overview, and the included sections. Equal reports give equal bytes:
 * the dates are the report's, and PDFKit derives the file identifier from them.
 * `notice` hears of a font that is not installed.
 */
export async function reportPdf(
  report: ReportContent,
  notice: (message: string) => void = () => {},
): Promise<Buffer> {
  const pdf = newDocument(report)
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })

  const sheet = new Sheet(pdf, await Typesetter.for(pdf, textOf(report), notice))
  drawCover(sheet, report)
  await yieldToEventLoop()
  sheet.newPage()
  drawOverview(sheet, report)
  await yieldToEventLoop()
  const isChat = report.type === 'chat'
  if (isChat) await drawChat(sheet, report)
  if (report.trends) {
    sheet.section('Trends', 240)
    drawTrends(sheet, report)
  }
  if (report.rankings) {
    await drawRankings(sheet, report.rankings)
    await drawFeatures(sheet, report.serp_features)
  }
  if (report.competitors) await drawCompetitors(sheet, report.competitors)
  await yieldToEventLoop()
  if (!isChat) await drawChat(sheet, report)
  drawGlossary(sheet)
  drawFooters(sheet, report)
  sheet.structure.finish()
  await yieldToEventLoop()
  pdf.end()
  return finished
}

function newDocument(report: ReportContent): PDFKit.PDFDocument {
  const generated = new Date(report.generated_at)
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 66, bottom: 62, left: 50, right: 50 },
    font: FONT.regular,
    bufferPages: true,
    pdfVersion: '1.7',
    // The types of PDFKit do not have it yet.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
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
  escapeMetadata(pdf)
  return pdf
}

/** PDFKit copies the title into XML as it is. */
function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const document = pdf as PDFKit.PDFDocument & { endMetadata(): void }
  const endMetadata = document.endMetadata.bind(document)
  document.endMetadata = () => {
    const { Title = '' } = pdf.info
    pdf.info.Title = Title.replace(/\p{Cc}/gu, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
    endMetadata()
  }
}

/** All text that the PDF may show. */
function textOf(report: ReportContent): string {
  const text = JSON.stringify(report)
  const hosts = text.match(/[\w.-]*xn--[\w.-]+/g) ?? []
  return text + hosts.map((host) => domainToUnicode(host)).join('')
}

async function drawChat(sheet: Sheet, report: ReportContent): Promise<void> {
  if (report.mentions.answers > 0) await drawAnswers(sheet, report)
}

async function drawRankings(sheet: Sheet, rankings: readonly KeywordRecord[]): Promise<void> {
  sheet.section('Rankings', 130)
  const isCut = rankings.length > MOST_KEYWORDS
  const shown = isCut
    ? rankings.toSorted((a, b) => b.estimated_traffic - a.estimated_traffic).slice(0, MOST_KEYWORDS)
    : rankings
  await drawTable(
    sheet,
    [
      { title: 'Keyword and page', width: 175 },
      { title: 'Position', width: 46, numeric: true },
      { title: 'Change', width: 48, numeric: true, tone: 'change' },
      { title: 'Best', width: 36, numeric: true },
      { title: 'Worst', width: 40, numeric: true },
      { title: 'Average', width: 46, numeric: true },
      { title: 'Searches', width: 54, numeric: true },
      { title: 'Traffic', width: 50, numeric: true },
    ],
    shown.map((row) => ({
      cells: [
        row.keyword,
        place(row.position),
        signed(row.change),
        place(row.best_position),
        place(row.worst_position),
        decimal(row.average_position),
        grouped(row.search_volume),
        grouped(Math.round(row.estimated_traffic)),
      ],
      ...(row.url && { note: sheet.address(row.url.replace(/^https?:\/\//, '')), url: row.url }),
    })),
  )
  if (isCut) {
    sheet.note(
      `These keywords have the most estimated traffic. ${leftOut(rankings.length - shown.length, 'keyword')}`,
    )
  }
}

/** What else the results pages of the keywords show. */
async function drawFeatures(sheet: Sheet, features: readonly FeatureRecord[]): Promise<void> {
  const found = features.filter(({ keywords }) => keywords > 0)
  if (found.length === 0) return
  sheet.part('Features of the results pages', 60 + 22 * found.length)
  await drawTable(
    sheet,
    [
      { title: 'Feature', width: 250 },
      { title: 'Keywords', width: 80, numeric: true },
      { title: 'Share', width: 165, numeric: true },
    ],
    found
      .toSorted((a, b) => b.keywords - a.keywords)
      .map(({ feature, keywords, share }) => ({
        cells: [featureName(feature), grouped(keywords), decimal(share, '%')],
        bar: share,
      })),
  )
  sheet.note('Keywords whose results page has the feature, on the last day with data.')
}
