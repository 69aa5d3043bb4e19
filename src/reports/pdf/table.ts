import { yieldToEventLoop } from '../../time/pauses.ts'
import { COLOR, colorOf, type Sheet } from './sheet.ts'
import { grouped } from './wording.ts'

export interface Column {
  title: string
  /** Points. */
  width: number
  /** Aligned right. */
  numeric?: boolean
  /** Coloured by its sign; a change also has an arrow. */
  tone?: 'sign' | 'change'
}

export interface Row {
  cells: readonly string[]
  /** The link of the first cell, or of the note below it. */
  url?: string
  /** A smaller line below the first cell. */
  note?: string
  /** Highlighted. */
  strong?: boolean
  /** A bar behind the last cell. The greatest of a table fills the cell, unless it is below 1. */
  bar?: number | null
}

const TITLES = 22
const ROW = 22
const NOTE = 9
const PAD = 6
/** A further line of the first cell, which has two at most. */
const LINE = 13
const SIZE = 9

/** The height of a whole table. */
export function tableHeight(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly Row[],
): number {
  return rows.reduce((sum, row) => sum + heightOf(sheet, columns, row), TITLES)
}

/** A table with column titles on every page. Its last row is never alone on a page. */
export async function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) {
    sheet.noData()
    return
  }

  const most = Math.max(...rows.map(({ bar }) => bar ?? 0), 1)
  sheet.structure.begin('Table')
  let y = drawTitles(sheet, columns, sheet.pdf.y)
  for (const [index, row] of rows.entries()) {
    await yieldToEventLoop()
    const height = heightOf(sheet, columns, row)
    const isLastButOne = index > 0 && index === rows.length - 2
    const company = isLastButOne ? heightOf(sheet, columns, rows[index + 1] as Row) : 0
    if (y + height + company > sheet.frame.bottom) {
      sheet.newPage()
      // Titles that are drawn again are no part of the table.
      sheet.structure.decoration(() => {
        y = drawTitles(sheet, columns, sheet.pdf.y)
      }, 'Pagination')
    }
    drawRow(sheet, columns, row, { y, height, striped: index % 2 === 1, most })
    y += height
  }
  sheet.structure.end()
  sheet.pdf.y = y
}

function heightOf(sheet: Sheet, columns: readonly Column[], row: Row): number {
  const further = (linesOf(sheet, columns, row) - 1) * LINE
  return (row.note === undefined ? ROW : ROW + NOTE) + further
}

/** The lines of the first cell. A link has one. */
function linesOf(sheet: Sheet, [column]: readonly Column[], row: Row): number {
  if (!column || isLink(row)) return 1
  const lines = sheet
    .type(SIZE, COLOR.ink, row.strong)
    .linesOf(row.cells[0] ?? '', column.width - 2 * PAD)
  return Math.min(2, lines)
}

function isLink({ url, note }: Row): boolean {
  return url !== undefined && note === undefined
}

function drawTitles(sheet: Sheet, columns: readonly Column[], y: number): number {
  const { left, width } = sheet.frame
  sheet.paint((pdf) => pdf.roundedRect(left, y, width, TITLES, 3).fill(COLOR.line))
  sheet.type(8, '#374151', true)
  sheet.structure.begin('TR')
  eachCell(sheet, columns, (column, x) => {
    sheet.structure.begin('TH', { scope: 'Column' })
    sheet.text(column.title, x + PAD, y + 6.5, column.width - 2 * PAD, alignOf(column))
    sheet.structure.end()
  })
  sheet.structure.end()
  return y + TITLES
}

function drawRow(
  sheet: Sheet,
  columns: readonly Column[],
  row: Row,
  { y, height, striped, most }: { y: number; height: number; striped: boolean; most: number },
): void {
  const { left, width } = sheet.frame
  const ground = row.strong ? COLOR.wash : striped ? COLOR.stripe : undefined
  if (ground) sheet.paint((pdf) => pdf.rect(left, y, width, height).fill(ground))
  sheet.structure.begin('TR')
  eachCell(sheet, columns, (column, x, i) => {
    const text = row.cells[i] ?? ''
    const room = column.width - 2 * PAD
    if (row.bar && i === columns.length - 1) {
      const bar = (room - 44) * (row.bar / most)
      sheet.paint((pdf) => pdf.roundedRect(x + PAD, y + 8, bar, 6, 2).fill(COLOR.accent))
    }
    sheet.structure.begin(i === 0 ? 'TH' : 'TD', i === 0 ? { scope: 'Row' } : {})
    sheet.type(SIZE, column.tone ? colorOf(text) : COLOR.ink, row.strong)
    if (column.tone === 'change') sheet.change(text, x + PAD, y + 5.5, room)
    else if (i === 0 && isLink(row)) sheet.link(text, row.url, x + PAD, y + 5.5, room)
    else if (i === 0) {
      const below = sheet.paragraph(text, x + PAD, y + 5.5, room, 2 * LINE)
      if (row.note !== undefined) {
        sheet.type(7.5, COLOR.muted).link(row.note, row.url, x + PAD, below - 0.4, room)
      }
    } else sheet.text(text, x + PAD, y + 5.5, room, alignOf(column))
    sheet.structure.end()
  })
  sheet.structure.end()
}

function eachCell(
  sheet: Sheet,
  columns: readonly Column[],
  draw: (column: Column, x: number, index: number) => void,
): void {
  let x = sheet.frame.left
  columns.forEach((column, index) => {
    draw(column, x, index)
    x += column.width
  })
}

function alignOf(column: Column): 'left' | 'right' {
  return column.numeric ? 'right' : 'left'
}

interface Share {
  label: string
  count: number
  color: string
}

/** One bar divided by counts, with a legend below. */
export function drawShares(
  sheet: Sheet,
  title: string | undefined,
  shares: readonly Share[],
): void {
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const { left, width } = sheet.frame
  const top = sheet.pdf.y + 18
  if (title) sheet.heading('H3', title, left, top, width, 10)

  sheet.paint((pdf) => {
    pdf.save()
    pdf.roundedRect(left, top + 20, width, 16, 4).clip()
    let x = left
    for (const { count, color } of shares) {
      const part = (count / Math.max(all, 1)) * width
      pdf.rect(x, top + 20, part, 16).fill(color)
      x += part
    }
    pdf.restore()
  })

  const legend = shares.map(({ label, count, color }) => ({ label, color, figure: grouped(count) }))
  drawLegend(sheet, legend, top + 45)
  sheet.pdf.y = top + 58
}

/** Marks of colour with their meaning, side by side. */
export function drawLegend(
  sheet: Sheet,
  marks: readonly { label: string; color: string; figure?: string }[],
  y: number,
  longest = 150,
): void {
  let x = sheet.frame.left
  for (const { label, color, figure = '' } of marks) {
    const at = x
    sheet.paint((pdf) => pdf.roundedRect(at, y + 1, 8, 8, 2).fill(color))
    sheet.structure.begin('P')
    x += 13 + sheet.type(8.5, COLOR.muted).text(label, x + 13, y, longest) + 6
    x += sheet.type(8.5, COLOR.ink, true).text(figure, x, y, 40) + 20
    sheet.structure.end()
  }
}
