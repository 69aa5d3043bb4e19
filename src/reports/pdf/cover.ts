import type { ReportContent, ReportMentions } from '../report.ts'
import { COLOR, type Sheet } from './sheet.ts'
import { counted, decimal, longDay, periodBefore, signed } from './wording.ts'

/** Height of the coloured field. */
const FIELD = 430

/** Draws the first page: campaign, period, main message. */
export function drawCover(sheet: Sheet, report: ReportContent): void {
  const { left, width } = sheet.frame
  sheet.pdf.rect(0, 0, sheet.pdf.page.width, FIELD).fill(COLOR.night)
  drawVisibility(sheet, report)

  sheet.pdf.rect(left, 72, 28, 4).fill(COLOR.accent)
  sheet.type(11, COLOR.dim).text('Search and AI intelligence report', left, 90, width)
  const below = sheet.type(34, COLOR.paper, true).paragraph(report.title, left, 116, width, 128)
  sheet.type(12, COLOR.dim)
  const domain = sheet.address(report.domain)
  sheet.text(`${report.brand} · ${domain}`, left, below + 14, width)
  const { start_date, end_date, days } = report.period
  const span = days === 1 ? longDay(end_date) : `${longDay(start_date)} – ${longDay(end_date)}`
  sheet.text(`${span} (${counted(days, 'day')})`, left, below + 33, width)

  sheet.pdf.y = FIELD + 36
  drawMessage(sheet, report)
  drawFacts(sheet, report)
}

/** Daily visibility, as an area along the lower edge of the field. */
function drawVisibility({ pdf }: Sheet, { trends = [] }: ReportContent): void {
  const values = trends.map(({ visibility }) => visibility ?? 0)
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
  sheet.type(13, COLOR.ink, true).text('In short', left, sheet.pdf.y, width)
  sheet.pdf.y =
    sheet.type(11, COLOR.ink).paragraph(messageOf(report), left, sheet.pdf.y + 22, width, 90) + 26
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

function drawFacts(sheet: Sheet, report: ReportContent): void {
  const { left, width } = sheet.frame
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
    const y = sheet.pdf.y + Math.floor(i / 2) * 44
    sheet.rule(x, y, half - 16)
    sheet.type(8.5, COLOR.muted).text(label, x, y + 9, half - 16)
    sheet.type(10.5, COLOR.ink, true).text(value, x, y + 22, half - 16)
  })
}
