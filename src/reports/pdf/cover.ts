import type { ReportContent } from '../report.ts'
import { messageOf } from './message.ts'
import { COLOR, type Sheet } from './sheet.ts'
import { isolated } from './typesetting.ts'
import { counted, deviceName, engineName, grouped, longDay } from './wording.ts'

/** Height of the coloured field. */
const FIELD = 430

/** Draws the first page: campaign, period, main message. */
export function drawCover(sheet: Sheet, report: ReportContent): void {
  const { left, width } = sheet.frame
  sheet.paint((pdf) => {
    pdf.rect(0, 0, pdf.page.width, FIELD).fill(COLOR.night)
    drawCurve(pdf, report)
    pdf.rect(left, 72, 28, 4).fill(COLOR.accent)
  })

  const kind = report.type === 'chat' ? 'AI and search' : 'Search and AI'
  sheet.type(11, COLOR.dim).text(`${kind} intelligence report`, left, 90, width)
  sheet.structure.begin('H1')
  const below = sheet.type(34, COLOR.paper, true).paragraph(report.title, left, 116, width, 134)
  sheet.structure.end()
  sheet.type(12, COLOR.dim)
  const domain = sheet.address(report.domain)
  sheet.text(`${isolated(report.brand)} · ${isolated(domain)}`, left, below + 12, width)
  const { start_date, end_date, days } = report.period
  const span = days === 1 ? longDay(end_date) : `${longDay(start_date)} – ${longDay(end_date)}`
  sheet.text(`${span} (${counted(days, 'day')})`, left, below + 31, width)

  sheet.pdf.y = FIELD + 36
  drawMessage(sheet, report)
  drawFacts(sheet, report)
}

/** Daily visibility, or mentions of a chat campaign, as an area along the lower edge of the field. */
function drawCurve(pdf: PDFKit.PDFDocument, { trends = [], type }: ReportContent): void {
  const days = type === 'chat' ? trends : trends.filter(({ visibility }) => visibility !== null)
  const values = days.map((day) => (type === 'chat' ? day.mentions : (day.visibility ?? 0)))
  const most = Math.max(...values, 0)
  if (values.length < 2 || most === 0) return
  const step = pdf.page.width / (values.length - 1)
  pdf.moveTo(0, FIELD)
  for (const [i, value] of values.entries()) {
    pdf.lineTo(i * step, FIELD - 20 - (value / most) * 90)
  }
  pdf.lineTo(pdf.page.width, FIELD).closePath().fillOpacity(0.35).fill(COLOR.accent)
  pdf.fillOpacity(1)
}

function drawMessage(sheet: Sheet, report: ReportContent): void {
  const { left, width } = sheet.frame
  sheet.heading('H2', 'In short', left, sheet.pdf.y, width, 13)
  sheet.type(11, COLOR.ink)
  sheet.pdf.y = sheet.paragraph(messageOf(report), left, sheet.pdf.y + 22, width, 124) + 20
}

function drawFacts(sheet: Sheet, report: ReportContent): void {
  const { left, width } = sheet.frame
  const { settings, summary, include, last_run_at, status } = report
  const ran = last_run_at === null ? 'not yet' : longDay(last_run_at.slice(0, 10))
  const facts: [string, string][] = [
    ['Keywords tracked', grouped(summary.keywords)],
    ['Last run', status === 'paused' ? `${ran}, paused` : ran],
    ['Search engine', engineName(settings.search_engine)],
    ['Location', settings.location ?? 'Worldwide'],
    ['Device', deviceName(settings.device)],
    ['Sections', ['overview', ...include].join(', ')],
  ]
  const half = width / 2
  facts.forEach(([label, value], i) => {
    const x = left + (i % 2) * half
    const y = sheet.pdf.y + Math.floor(i / 2) * 40
    sheet.rule(x, y, half - 16)
    sheet.type(8.5, COLOR.muted).text(label, x, y + 8, half - 16)
    sheet.type(10.5, COLOR.ink, true).text(value, x, y + 20, half - 16)
  })
}
