import type { ReportContent } from './report.ts'
import { toWinAnsi } from './win-ansi.ts'

/** A PDFKit document with buffered pages. */
export type Document = PDFKit.PDFDocument

export const COLOR = {
  ink: '#1f2933',
  muted: '#667784',
  line: '#d9e0e6',
  stripe: '#f5f7f9',
  accent: '#1f6feb',
  up: '#18794e',
  down: '#c62a2f',
} as const

/** Left edge, width and lowest usable line of the current page. */
export function frame(document: Document) {
  const { margins, width, height } = document.page
  return {
    left: margins.left,
    width: width - margins.left - margins.right,
    bottom: height - margins.bottom,
  }
}

/** Text on one line at a place, cut with an ellipsis when it is wider than the room. */
export function drawText(
  document: Document,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' | 'center' = 'left',
): void {
  let shown = toWinAnsi(text)
  if (document.widthOfString(shown) > width) {
    // Halving finds the longest beginning that fits in a few steps, however long the text is.
    let [fits, tooLong] = [0, shown.length]
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1
      if (document.widthOfString(`${shown.slice(0, middle)}…`) <= width) fits = middle
      else tooLong = middle
    }
    shown = `${shown.slice(0, fits).trimEnd()}…`
  }
  const slack = width - document.widthOfString(shown)
  const indent = align === 'right' ? slack : align === 'center' ? slack / 2 : 0
  document.text(shown, x + indent, y, { lineBreak: false })
}

export function drawHeading(document: Document, report: ReportContent): void {
  const { left, width } = frame(document)
  document.rect(0, 0, document.page.width, 8).fill(COLOR.accent)
  document.font('Helvetica').fontSize(9).fillColor(COLOR.muted)
  drawText(document, 'Search and AI intelligence report', left, 42, width)
  document.font('Helvetica-Bold').fontSize(22).fillColor(COLOR.ink)
  drawText(document, report.title, left, 56, width)

  document.font('Helvetica').fontSize(10).fillColor(COLOR.muted)
  const { start_date, end_date, days } = report.period
  const { location, device, search_engine } = report.settings
  const where = [search_engine, location, device].filter(Boolean).join(', ')
  drawText(document, `${report.brand} · ${report.domain}`, left, 86, width)
  drawText(
    document,
    `${start_date} to ${end_date} (${days} ${days === 1 ? 'day' : 'days'})${where && ` · ${where}`}`,
    left,
    100,
    width,
  )
  document.y = 126
}

/** Cards with the figures that people look at first. */
export function drawKeyFigures(document: Document, { summary, changes }: ReportContent): void {
  const figures: { label: string; value: string; change: number | null; digits: number }[] = [
    {
      label: 'Average position',
      value: summary.average_position?.toFixed(1) ?? '–',
      change: changes.average_position,
      digits: 1,
    },
    {
      label: 'Visibility',
      value: summary.visibility === null ? '–' : `${summary.visibility.toFixed(1)}%`,
      change: changes.visibility,
      digits: 1,
    },
    {
      label: 'Keywords in top 10',
      value: `${summary.distribution.top_10} of ${summary.keywords}`,
      change: null,
      digits: 0,
    },
    {
      label: 'AI mentions',
      value: String(summary.mentions),
      change: changes.mentions,
      digits: 0,
    },
  ]
  const { left, width } = frame(document)
  const gap = 10
  const cardWidth = (width - gap * (figures.length - 1)) / figures.length
  const top = document.y
  figures.forEach(({ label, value, change, digits }, i) => {
    const x = left + i * (cardWidth + gap)
    document.roundedRect(x, top, cardWidth, 66, 4).fill(COLOR.stripe)
    document.font('Helvetica').fontSize(8.5).fillColor(COLOR.muted)
    drawText(document, label, x + 10, top + 10, cardWidth - 20)
    document.font('Helvetica-Bold').fontSize(18).fillColor(COLOR.ink)
    drawText(document, value, x + 10, top + 23, cardWidth - 20)
    document.font('Helvetica').fontSize(8.5)
    document.fillColor(!change ? COLOR.muted : change > 0 ? COLOR.up : COLOR.down)
    drawText(document, comparison(change, digits), x + 10, top + 48, cardWidth - 20)
  })
  document.y = top + 66
  if (summary.average_position === null) return

  document.font('Helvetica').fontSize(9.5).fillColor(COLOR.ink)
  const { improved, declined, unchanged, distribution } = summary
  drawText(
    document,
    `Since the first day of the period ${improved} improved, ${declined} declined, ` +
      `${unchanged} unchanged. Top 3: ${distribution.top_3}, top 20: ${distribution.top_20}.`,
    left,
    document.y + 12,
    width,
  )
  document.y = top + 66 + 28
}

function comparison(change: number | null, digits: number): string {
  if (change === null) return ''
  const amount = Math.abs(change).toFixed(digits)
  if (Number(amount) === 0) return 'as in the previous period'
  return change > 0 ? `${amount} better than before` : `${amount} worse than before`
}

/** A section's title, on a new page when less than `room` points are left. */
export function drawSection(document: Document, title: string, room: number): void {
  const { left, width, bottom } = frame(document)
  if (document.y + room > bottom) {
    document.addPage()
    document.y = document.page.margins.top
  } else {
    document.y += 14
  }
  document.font('Helvetica-Bold').fontSize(13).fillColor(COLOR.ink)
  const top = document.y
  drawText(document, title, left, top, width)
  document.y = top + 22
}

/** Once all pages are there, their number is known. */
export function drawFooters(document: Document, report: ReportContent): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    const { left, width } = frame(document)
    const y = document.page.height - 38
    // Inside the bottom margin PDFKit would begin a new page.
    document.page.margins.bottom = 0
    document
      .moveTo(left, y - 8)
      .lineTo(left + width, y - 8)
      .lineWidth(0.5)
      .stroke(COLOR.line)
    document.font('Helvetica').fontSize(8).fillColor(COLOR.muted)
    const stamp = report.generated_at.replace('T', ' ').slice(0, 16)
    drawText(document, `Generated ${stamp} UTC`, left, y, width / 2)
    drawText(document, `Page ${page - start + 1} of ${count}`, left, y, width, 'right')
  }
}
