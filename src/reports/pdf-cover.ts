import {
  COLOR,
  type Document,
  drawParagraph,
  drawRule,
  drawText,
  frame,
  setType,
  shownAddress,
} from './pdf-layout.ts'
import { counted, decimal, longDay, periodBefore, signed } from './pdf-wording.ts'
import type { ReportContent, ReportMentions } from './report.ts'

/** Height of the coloured field. */
const FIELD = 430

/** The first page: whose report it is, of what, and its main message. */
export function drawCover(document: Document, report: ReportContent): void {
  const { left, width } = frame(document)
  document.rect(0, 0, document.page.width, FIELD).fill(COLOR.night)
  drawSkyline(document, report)

  document.rect(left, 72, 28, 4).fill(COLOR.accent)
  setType(document, 11, COLOR.dim)
  drawText(document, 'Search and AI intelligence report', left, 90, width)
  setType(document, 34, COLOR.paper, true)
  const below = drawParagraph(document, report.title, left, 116, width, 128)
  setType(document, 12, COLOR.dim)
  const domain = shownAddress(document, report.domain)
  drawText(document, `${report.brand} · ${domain}`, left, below + 14, width)
  const { start_date, end_date, days } = report.period
  const span = days === 1 ? longDay(end_date) : `${longDay(start_date)} – ${longDay(end_date)}`
  drawText(document, `${span} (${counted(days, 'day')})`, left, below + 33, width)

  document.y = FIELD + 36
  drawMessage(document, report)
  drawFacts(document, report)
}

/** Visibility day by day as an area along the field's lower edge. */
function drawSkyline(document: Document, { trends = [] }: ReportContent): void {
  const values = trends.map(({ visibility }) => visibility ?? 0)
  const most = Math.max(...values, 0)
  if (values.length < 2 || most === 0) return
  const pageWidth = document.page.width
  document.moveTo(0, FIELD)
  values.forEach((value, i) => {
    document.lineTo((i / (values.length - 1)) * pageWidth, FIELD - 20 - (value / most) * 90)
  })
  document.lineTo(pageWidth, FIELD).closePath().fillOpacity(0.35).fill(COLOR.accent)
  document.fillOpacity(1)
}

function drawMessage(document: Document, report: ReportContent): void {
  const { left, width } = frame(document)
  setType(document, 13, COLOR.ink, true)
  drawText(document, 'In short', left, document.y, width)
  setType(document, 11, COLOR.ink)
  document.y = drawParagraph(document, messageOf(report), left, document.y + 22, width, 90) + 26
}

function messageOf({ brand, summary, changes, period, mentions }: ReportContent): string {
  const chat = chatMessageOf(mentions)
  if (summary.average_position === null) {
    const span = `between ${longDay(period.start_date)} and ${longDay(period.end_date)}`
    return (
      `There is no ranking data ${span}. ${chat} ` +
      'The sections that follow fill up as the campaign collects data.'
    )
  }
  const { keywords, distribution, improved, declined } = summary
  return [
    `${brand} stands at position ${decimal(summary.average_position)} on average over ${counted(keywords, 'keyword')}`,
    `, with a visibility of ${decimal(summary.visibility, '%')}`,
    changes.visibility === null ? '. ' : ` (${comparison(changes.visibility, period.days)}). `,
    `${distribution.top_10} of them ${distribution.top_10 === 1 ? 'is' : 'are'} in the top 10. `,
    period.days === 1 ? '' : `Over the period ${improved} improved and ${declined} declined. `,
    chat,
  ].join('')
}

function chatMessageOf({ total, share_of_voice }: ReportMentions): string {
  if (total === 0) return 'AI platforms did not mention the brand.'
  const often = total === 1 ? 'once' : counted(total, 'time')
  return `AI platforms mentioned the brand ${often}, with a share of voice of ${decimal(share_of_voice, '%')}.`
}

function comparison(change: number, days: number): string {
  const amount = signed(change, 1)
  const before = periodBefore(days)
  return amount === '0' ? `as in ${before}` : `${amount} points against ${before}`
}

function drawFacts(document: Document, report: ReportContent): void {
  const { left, width } = frame(document)
  const { settings, summary, include } = report
  const facts: [string, string][] = [
    ['Campaign', report.campaign_id],
    ['Keywords tracked', String(summary.keywords)],
    ['Search engine', settings.search_engine ?? 'any'],
    ['Location', settings.location ?? 'any'],
    ['Device', settings.device ?? 'any'],
    ['Sections', ['overview', ...include].join(', ')],
  ]
  const half = width / 2
  facts.forEach(([label, value], i) => {
    const x = left + (i % 2) * half
    const y = document.y + Math.floor(i / 2) * 44
    drawRule(document, x, y, half - 16)
    setType(document, 8.5, COLOR.muted)
    drawText(document, label, x, y + 9, half - 16)
    setType(document, 10.5, COLOR.ink, true)
    drawText(document, value, x, y + 22, half - 16)
  })
}
