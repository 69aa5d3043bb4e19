import { join } from 'node:path'
import { domainToUnicode } from 'node:url'
import { packageRoot } from '../../package/package-root.ts'
import type { ReportContent } from '../report.ts'
import { legible } from './legible.ts'

/** The two weights in fonts/, for PDFKit. */
export const FONT = {
  regular: join(packageRoot(), 'fonts/Inter-Regular.ttf'),
  bold: join(packageRoot(), 'fonts/Inter-SemiBold.ttf'),
} as const

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

/** Green for a plus, red for a minus, grey otherwise. */
export function colorOf(text: string): string {
  return text.startsWith('+') ? COLOR.up : text.startsWith('−') ? COLOR.down : COLOR.muted
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Draws text and page furniture on a PDFKit document with buffered pages. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument

  constructor(pdf: PDFKit.PDFDocument) {
    this.pdf = pdf
  }

  /** Left edge, width, and the highest and lowest usable line of the current page. */
  get frame() {
    const { margins, width, height } = this.pdf.page
    return {
      left: margins.left,
      top: margins.top,
      width: width - margins.left - margins.right,
      bottom: height - margins.bottom,
    }
  }

  newPage(): void {
    this.pdf.addPage()
    this.pdf.y = this.frame.top
  }

  /** Sets size in points, colour and weight of the following text. */
  type(size: number, color: string, bold = false): this {
    this.pdf
      .font(bold ? FONT.bold : FONT.regular)
      .fontSize(size)
      .fillColor(color)
    return this
  }

  /**
   * Writes one line of text, cut with an ellipsis if it is wider than `width`; `pdf.y` stays. Returns the width of
   * the shown text.
   */
  text(
    text: string,
    x: number,
    y: number,
    width: number,
    align: 'left' | 'right' | 'center' = 'left',
  ): number {
    let shown = this.#shownText(text)
    let shownWidth = this.pdf.widthOfString(shown)
    if (shownWidth > width) {
      // A binary search finds the longest beginning that fits, however long the text is.
      const characters = [...shown]
      let [fits, tooLong] = [0, characters.length]
      const beginning = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`
      while (tooLong - fits > 1) {
        const middle = (fits + tooLong) >> 1
        if (this.pdf.widthOfString(beginning(middle)) <= width) fits = middle
        else tooLong = middle
      }
      shown = beginning(fits)
      shownWidth = this.pdf.widthOfString(shown)
    }
    const slack = width - shownWidth
    const indent = align === 'right' ? slack : align === 'center' ? slack / 2 : 0
    const { y: before } = this.pdf
    this.pdf.text(shown, x + indent, y, { lineBreak: false })
    this.pdf.y = before
    return shownWidth
  }

  /** Writes several lines of text, at most `maxHeight` points high. Returns the `y` below. */
  paragraph(text: string, x: number, y: number, width: number, maxHeight: number): number {
    const shown = this.#shownText(text)
    const options = { width, lineGap: 2 }
    const height = Math.min(maxHeight, this.pdf.heightOfString(shown, options))
    this.pdf.text(shown, x, y, { ...options, height: maxHeight, ellipsis: true })
    return y + height
  }

  /** Whether the current font has a glyph for a character. PDFKit has no public way to ask. */
  #canDraw(character: string): boolean {
    const { _font } = this.pdf as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
    }
    return _font.font.hasGlyphForCodePoint(character.codePointAt(0) as number)
  }

  /** `text` as the current font can draw it. */
  #shownText(text: string): string {
    return legible(text, (character) => this.#canDraw(character))
  }

  /** `address` with its host in its own script, as browsers show it, if the current font can draw that. */
  address(address: string): string {
    if (!address.includes('xn--')) return address
    const [host = '', ...path] = address.split('/')
    const unicode = domainToUnicode(host)
    const isShown = unicode !== '' && [...unicode].every((it) => this.#canDraw(it))
    return [isShown ? unicode : host, ...path].join('/')
  }

  /** A right-aligned figure with its sign, after a triangle that shows its direction. */
  change(text: string, x: number, y: number, width: number): void {
    const used = this.text(text, x, y, width, 'right')
    this.arrow(text, x + width - used - 10, y + 2)
  }

  /** A triangle up for a plus, down for a minus, 7 points wide; returns whether it drew one. */
  arrow(text: string, x: number, y: number): boolean {
    const up = text.startsWith('+')
    if (!up && !text.startsWith('−')) return false
    const [base, tip] = up ? [y + 6, y] : [y, y + 6]
    this.pdf.polygon([x, base], [x + 7, base], [x + 3.5, tip]).fill(colorOf(text))
    return true
  }

  /** A section's title and its bookmark, on a new page if less than `room` points are left. */
  section(title: string, room: number): void {
    const { left, width, bottom, top } = this.frame
    if (this.pdf.y + room > bottom) this.newPage()
    else if (this.pdf.y > top) this.pdf.y += 22
    this.pdf.outline.addItem(title)
    this.type(15, COLOR.ink, true).text(title, left, this.pdf.y, width)
    this.pdf.y += 26
  }

  /** A note that replaces a chart or a table. */
  noData(reason = 'No data in this period.'): void {
    const { left, width } = this.frame
    const top = this.pdf.y
    this.pdf.roundedRect(left, top, width, 40, 6).fill(COLOR.stripe)
    this.type(9.5, COLOR.muted).text(reason, left, top + 14, width, 'center')
    this.pdf.y = top + 40
  }

  /**
   * The header of each page except the cover, and the footer of all. Comes last, when the number of pages is known.
   */
  footers(report: ReportContent): void {
    const { start, count } = this.pdf.bufferedPageRange()
    const stamp = `Generated ${report.generated_at.replace('T', ' ').slice(0, 16)} UTC`
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page)
      const { left, width } = this.frame
      const y = this.pdf.page.height - 40
      // Below the margin PDFKit would begin a new page.
      this.pdf.page.margins.bottom = 0
      if (page > start) {
        this.type(8, COLOR.muted)
        const half = width / 2 - 10
        this.text(report.title, left, 30, half)
        this.text(this.address(report.domain), left + half + 20, 30, half, 'right')
        this.rule(left, 46, width)
      }
      this.rule(left, y - 8, width)
      this.type(8, COLOR.muted).text(stamp, left, y, width / 2)
      this.text(`Page ${page - start + 1} of ${count}`, left, y, width, 'right')
    }
  }

  rule(x: number, y: number, width: number): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke(COLOR.line)
  }
}
