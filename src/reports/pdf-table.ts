import { COLOR, type Document, drawText, frame } from './pdf-layout.ts'

export interface Column {
  title: string
  /** Points. */
  width: number
  /** Aligned right. */
  numeric?: boolean
  /** Green when it begins with a plus, red when with a dash. */
  tone?: boolean
}

const ROW = 18
const PAD = 6

/** A table that goes on over as many pages as it needs, each with the column titles on top. */
export function drawTable(
  document: Document,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  if (rows.length === 0) {
    document.font('Helvetica-Oblique').fontSize(9.5).fillColor(COLOR.muted)
    const { left, width } = frame(document)
    const top = document.y
    drawText(document, 'No data in this period.', left, top, width)
    document.y = top + ROW
    return
  }

  let y = drawTitles(document, columns, document.y)
  rows.forEach((cells, index) => {
    if (y + ROW > frame(document).bottom) {
      document.addPage()
      y = drawTitles(document, columns, document.page.margins.top)
    }
    drawRow(document, columns, cells, y, index % 2 === 1)
    y += ROW
  })
  document.y = y
}

function drawTitles(document: Document, columns: readonly Column[], y: number): number {
  const { left, width } = frame(document)
  document.font('Helvetica-Bold').fontSize(8.5).fillColor(COLOR.muted)
  eachCell(document, columns, (column, x) => {
    drawText(document, column.title, x + PAD, y + 4, column.width - 2 * PAD, alignOf(column))
  })
  document
    .moveTo(left, y + ROW)
    .lineTo(left + width, y + ROW)
    .lineWidth(1)
    .stroke(COLOR.line)
  return y + ROW
}

function drawRow(
  document: Document,
  columns: readonly Column[],
  cells: readonly string[],
  y: number,
  striped: boolean,
): void {
  const { left, width } = frame(document)
  if (striped) document.rect(left, y, width, ROW).fill(COLOR.stripe)
  document.font('Helvetica').fontSize(9)
  eachCell(document, columns, (column, x, i) => {
    const text = cells[i] ?? ''
    document.fillColor(column.tone ? toneOf(text) : COLOR.ink)
    drawText(document, text, x + PAD, y + 5, column.width - 2 * PAD, alignOf(column))
  })
}

function eachCell(
  document: Document,
  columns: readonly Column[],
  draw: (column: Column, x: number, index: number) => void,
): void {
  let x = frame(document).left
  columns.forEach((column, index) => {
    draw(column, x, index)
    x += column.width
  })
}

function alignOf(column: Column): 'left' | 'right' {
  return column.numeric ? 'right' : 'left'
}

function toneOf(text: string): string {
  return text.startsWith('+') ? COLOR.up : text.startsWith('–') ? COLOR.down : COLOR.muted
}
