import { domainToUnicode } from 'node:url'
import type { ReportContent } from '../report.ts'
import { FONT } from './fonts.ts'
import { Structure } from './structure.ts'
import type { Line, Piece, Typesetter } from './typesetting.ts'

export const COLOR = {
  ink: '#111827',
  muted: '#5b6472',
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

/** From the upper edge of a line to the feet of its letters, and the height of a line, for a size of 1. */
const ASCENT = 0.96875
const LINE_HEIGHT = 1.21

/** Draws text and page furniture on a PDFKit document with buffered pages. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly structure: Structure
  readonly #typesetter: Typesetter
  #size = 10
  #color: string = COLOR.ink
  #bold = false

  constructor(pdf: PDFKit.PDFDocument, typesetter: Typesetter) {
    this.pdf = pdf
    this.#typesetter = typesetter
    this.structure = new Structure(pdf)
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
    this.#size = size
    this.#color = color
    this.#bold = bold
    return this
  }

  /** Draws what adds nothing to the text, such as rules and backgrounds. */
  paint(draw: (pdf: PDFKit.PDFDocument) => void): void {
    this.structure.decoration(() => draw(this.pdf))
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
    const line = this.#typesetter.cut(text, this.#fits(width))
    const shownWidth = this.#widthOf(line)
    const slack = width - shownWidth
    const indent = align === 'right' ? slack : align === 'center' ? slack / 2 : 0
    this.structure.text(() => this.#draw(line, x + indent, y), actualOf([line]))
    return shownWidth
  }

  /** Like `text`, of a link that opens `url`, if there is one. */
  link(text: string, url: string | null | undefined, x: number, y: number, width: number): number {
    if (!url) return this.text(text, x, y, width)
    this.structure.begin('Link')
    const used = this.text(text, x, y, width)
    this.structure.annotate(x, y, used, this.#size * LINE_HEIGHT, url)
    this.structure.end()
    return used
  }

  /** Writes several lines of text, at most `maxHeight` points high. Returns the `y` below. */
  paragraph(text: string, x: number, y: number, width: number, maxHeight: number): number {
    const step = this.#size * LINE_HEIGHT + 2
    const most = Math.max(1, Math.floor((maxHeight + 2) / step))
    const lines = this.#typesetter.paragraph(text, this.#fits(width), most)
    this.structure.text(() => {
      for (const [i, line] of lines.entries()) this.#draw(line, x, y + i * step)
    }, actualOf(lines))
    return y + lines.length * step
  }

  /** The height of `paragraph`. */
  heightOf(text: string, width: number): number {
    return this.linesOf(text, width) * (this.#size * LINE_HEIGHT + 2)
  }

  /** The number of lines of `paragraph`. */
  linesOf(text: string, width: number): number {
    return this.#typesetter.paragraph(text, this.#fits(width), 100).length
  }

  #fits(width: number): (line: Line) => boolean {
    return (line) => this.#widthOf(line) <= width
  }

  #widthOf({ pieces }: Line): number {
    return pieces.reduce((sum, piece) => sum + this.#widthOfPiece(piece), 0)
  }

  #widthOfPiece(piece: Piece): number {
    this.pdf.fontSize(this.#size)
    return this.#select(piece).widthOfString(piece.text)
  }

  #draw(line: Line, x: number, y: number): void {
    const { pdf } = this
    const { y: before } = pdf
    pdf.fontSize(this.#size)
    for (const piece of line.pieces) {
      this.#select(piece).fillColor(this.#color)
      const isThin = this.#bold && piece.font !== FONT.regular
      if (isThin) pdf.lineWidth(this.#size * 0.035).strokeColor(this.#color)
      pdf.text(piece.text, x, y, {
        lineBreak: false,
        baseline: -ASCENT * this.#size,
        ...(isThin && { fill: true, stroke: true }),
      })
      x += this.#widthOfPiece(piece)
    }
    pdf.y = before
  }

  #select({ font }: Piece): PDFKit.PDFDocument {
    return this.pdf.font(font === FONT.regular && this.#bold ? FONT.bold : font)
  }

  /** `address` with its host in its own script, as browsers show it, if a font has that. */
  address(address: string): string {
    if (!address.includes('xn--')) return address
    const [host = '', ...path] = address.split('/')
    const unicode = domainToUnicode(host)
    const isShown = unicode !== '' && [...unicode].every((it) => this.#typesetter.canDraw(it))
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
    this.paint((pdf) => {
      pdf.polygon([x, base], [x + 7, base], [x + 3.5, tip]).fill(colorOf(text))
    })
    return true
  }

  /** A section's title and its bookmark, on a new page if less than `room` points are left. */
  section(title: string, room: number): void {
    const { left, width, bottom, top } = this.frame
    if (this.pdf.y + room > bottom) this.newPage()
    else if (this.pdf.y > top) this.pdf.y += 22
    this.pdf.outline.addItem(title)
    this.heading('H2', title, left, this.pdf.y, width, 15)
    this.pdf.y += 26
  }

  /** A part of a section with its title, on a new page if less than `room` points are left. */
  part(title: string, room: number): void {
    const { left, width, bottom } = this.frame
    if (this.pdf.y + room > bottom) this.newPage()
    else this.pdf.y += 18
    this.heading('H3', title, left, this.pdf.y, width, 10)
    this.pdf.y += 20
  }

  heading(
    tag: 'H2' | 'H3',
    title: string,
    x: number,
    y: number,
    width: number,
    size: number,
  ): void {
    this.structure.begin(tag)
    this.type(size, COLOR.ink, true).text(title, x, y, width)
    this.structure.end()
  }

  /** A note that replaces a chart or a table. */
  noData(reason = 'Not checked in this period.'): void {
    const { left, width } = this.frame
    const top = this.pdf.y
    this.paint((pdf) => pdf.roundedRect(left, top, width, 40, 6).fill(COLOR.stripe))
    this.type(9.5, COLOR.muted).text(reason, left, top + 14, width, 'center')
    this.pdf.y = top + 40
  }

  /** Small print, as wide as the page. */
  note(text: string): void {
    const { left, width } = this.frame
    this.pdf.y = this.type(8, COLOR.muted).paragraph(text, left, this.pdf.y + 6, width, 60)
  }

  rule(x: number, y: number, width: number): void {
    this.paint((pdf) =>
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke(COLOR.line),
    )
  }
}

/** Other fonts reverse or combine letters, so their text must be stated. */
function actualOf(lines: readonly Line[]): string | undefined {
  const isLiteral = lines.every(({ pieces }) => pieces.every(({ font }) => font === FONT.regular))
  return isLiteral ? undefined : lines.map(({ text }) => text).join('')
}

/**
 * The header of each page except the cover, and the footer of all. Comes last, when the number of pages is known.
 */
export function drawFooters(sheet: Sheet, report: ReportContent): void {
  const { pdf } = sheet
  const { start, count } = pdf.bufferedPageRange()
  const stamp = `Generated ${report.generated_at.replace('T', ' ').slice(0, 16)} UTC`
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    const { left, width } = sheet.frame
    const y = pdf.page.height - 40
    // Below the margin PDFKit would begin a new page.
    pdf.page.margins.bottom = 0
    sheet.structure.decoration(() => {
      if (page > start) {
        sheet.type(8, COLOR.muted)
        const half = width / 2 - 10
        sheet.text(report.title, left, 30, half)
        sheet.text(sheet.address(report.domain), left + half + 20, 30, half, 'right')
        sheet.rule(left, 46, width)
      }
      sheet.rule(left, y - 8, width)
      sheet.type(8, COLOR.muted).text(stamp, left, y, width / 2)
      sheet.text(`Page ${page - start + 1} of ${count}`, left, y, width, 'right')
    }, 'Pagination')
  }
}
