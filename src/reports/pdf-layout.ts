import { domainToUnicode } from 'node:url'
import { legible } from './legible.ts'
import { canDraw, FONT } from './pdf-font.ts'
import type { ReportContent } from './report.ts'

/** A PDFKit document with buffered pages. */
export type Document = PDFKit.PDFDocument

export const COLOR = {
  ink: '#111827',
  muted: '#6b7280',
  line: '#e5e7eb',
  stripe: '#f8fafc',
  accent: '#2563eb',
  wash: '#dbeafe',
  night: '#0f1f3d',
  dim: '#a9bbdb',
  paper: '#ffffff',
  up: '#15803d',
  down: '#b91c1c',
} as const

/** Green for a plus, red for a minus, grey for neither. */
export function colorOf(text: string): string {
  return text.startsWith('+') ? COLOR.up : text.startsWith('−') ? COLOR.down : COLOR.muted
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Left edge, width, and highest and lowest usable line of the current page. */
export function frame(document: Document) {
  const { margins, width, height } = document.page
  return {
    left: margins.left,
    top: margins.top,
    width: width - margins.left - margins.right,
    bottom: height - margins.bottom,
  }
}

/** Size in points, colour and weight of the texts that follow. */
export function setType(document: Document, size: number, color: string, bold = false): void {
  document
    .font(bold ? FONT.bold : FONT.regular)
    .fontSize(size)
    .fillColor(color)
}

/**
 * Text on one line at a place, cut with an ellipsis when it is wider than the room; `document.y` stays.
 * Returns the width of what is shown.
 */
export function drawText(
  document: Document,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' | 'center' = 'left',
): number {
  let shown = shownText(document, text)
  let shownWidth = document.widthOfString(shown)
  if (shownWidth > width) {
    // Halving finds the longest beginning that fits in a few steps, however long the text is.
    const characters = [...shown]
    let [fits, tooLong] = [0, characters.length]
    const beginning = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1
      if (document.widthOfString(beginning(middle)) <= width) fits = middle
      else tooLong = middle
    }
    shown = beginning(fits)
    shownWidth = document.widthOfString(shown)
  }
  const slack = width - shownWidth
  const indent = align === 'right' ? slack : align === 'center' ? slack / 2 : 0
  const { y: before } = document
  document.text(shown, x + indent, y, { lineBreak: false })
  document.y = before
  return shownWidth
}

/** Text over several lines, `maxHeight` points at most. Returns the `y` below it. */
export function drawParagraph(
  document: Document,
  text: string,
  x: number,
  y: number,
  width: number,
  maxHeight: number,
): number {
  const shown = shownText(document, text)
  const options = { width, lineGap: 2 }
  const height = Math.min(maxHeight, document.heightOfString(shown, options))
  document.text(shown, x, y, { ...options, height: maxHeight, ellipsis: true })
  return y + height
}

/** `text` as the current font can draw it. */
function shownText(document: Document, text: string): string {
  return legible(text, (character) => canDraw(document, character))
}

/** The first part of `address` in its own script, as browsers show it, if the current font can draw that. */
export function shownAddress(document: Document, address: string): string {
  if (!address.includes('xn--')) return address
  const [host = '', ...path] = address.split('/')
  const unicode = domainToUnicode(host)
  const isShown = unicode !== '' && [...unicode].every((it) => canDraw(document, it))
  return [isShown ? unicode : host, ...path].join('/')
}

/** A figure with its sign at the right end of the room, behind a triangle that shows where it went. */
export function drawChange(
  document: Document,
  text: string,
  x: number,
  y: number,
  width: number,
): void {
  const used = drawText(document, text, x, y, width, 'right')
  drawArrow(document, text, x + width - used - 10, y + 2)
}

/** A triangle up for a plus, down for a minus, 7 points wide; returns whether there is one. */
export function drawArrow(document: Document, text: string, x: number, y: number): boolean {
  const up = text.startsWith('+')
  if (!up && !text.startsWith('−')) return false
  const [base, tip] = up ? [y + 6, y] : [y, y + 6]
  document.polygon([x, base], [x + 7, base], [x + 3.5, tip]).fill(colorOf(text))
  return true
}

/** A section's title and its bookmark, on a new page when less than `room` points are left. */
export function drawSection(document: Document, title: string, room: number): void {
  const { left, width, bottom, top: first } = frame(document)
  if (document.y + room > bottom) {
    document.addPage()
    document.y = first
  } else if (document.y > first) {
    document.y += 22
  }
  document.outline.addItem(title)
  setType(document, 15, COLOR.ink, true)
  drawText(document, title, left, document.y, width)
  document.y += 26
}

/** What stands in place of a chart or table, for want of data unless said otherwise. */
export function drawNoData(document: Document, reason = 'No data in this period.'): void {
  const { left, width } = frame(document)
  const top = document.y
  document.roundedRect(left, top, width, 40, 6).fill(COLOR.stripe)
  setType(document, 9.5, COLOR.muted)
  drawText(document, reason, left, top + 14, width, 'center')
  document.y = top + 40
}

/** What stands above and below each page but the cover. Once all pages are there, their number is known. */
export function drawFooters(document: Document, report: ReportContent): void {
  const { start, count } = document.bufferedPageRange()
  const stamp = `Generated ${report.generated_at.replace('T', ' ').slice(0, 16)} UTC`
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    const { left, width } = frame(document)
    const y = document.page.height - 40
    // Inside the margins PDFKit would begin a new page.
    document.page.margins.bottom = 0
    if (page > start) {
      setType(document, 8, COLOR.muted)
      const half = width / 2 - 10
      drawText(document, report.title, left, 30, half)
      drawText(document, shownAddress(document, report.domain), left + half + 20, 30, half, 'right')
      drawRule(document, left, 46, width)
    }
    drawRule(document, left, y - 8, width)
    setType(document, 8, COLOR.muted)
    drawText(document, stamp, left, y, width / 2)
    drawText(document, `Page ${page - start + 1} of ${count}`, left, y, width, 'right')
  }
}

export function drawRule(document: Document, x: number, y: number, width: number): void {
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .stroke(COLOR.line)
}
