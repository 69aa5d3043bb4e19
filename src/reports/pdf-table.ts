import { giveWay } from '../time/steps.ts'
import {
  COLOR,
  colorOf,
  type Document,
  drawChange,
  drawNoData,
  drawText,
  frame,
  setType,
} from './pdf-layout.ts'

export interface Column {
  title: string
  /** Points. */
  width: number
  /** Aligned right. */
  numeric?: boolean
  /** Coloured by its sign; a change has an arrow, too. */
  tone?: 'sign' | 'change'
}

export interface Row {
  cells: readonly string[]
  /** A smaller line below the first cell. */
  note?: string
  /** Set off from the others. */
  strong?: boolean
  /** 0–1: a bar behind the last cell. */
  share?: number
}

const TITLES = 22
const ROW = 22
const NOTE = 9
const PAD = 6

/** The height of a table of so many rows without notes. */
export function tableHeight(rows: number): number {
  return TITLES + rows * ROW
}

/**
 * A table that goes on over as many pages as it needs, each with the column titles on top. Its last row is on
 * no page alone.
 */
export async function drawTable(
  document: Document,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) {
    drawNoData(document)
    return
  }

  let y = drawTitles(document, columns, document.y)
  for (const [index, row] of rows.entries()) {
    await giveWay()
    const height = heightOf(row)
    const company = index > 0 && index === rows.length - 2 ? heightOf(rows[index + 1] as Row) : 0
    if (y + height + company > frame(document).bottom) {
      document.addPage()
      y = drawTitles(document, columns, frame(document).top)
    }
    drawRow(document, columns, row, { y, height, striped: index % 2 === 1 })
    y += height
  }
  document.y = y
}

function heightOf({ note }: Row): number {
  return note === undefined ? ROW : ROW + NOTE
}

function drawTitles(document: Document, columns: readonly Column[], y: number): number {
  const { left, width } = frame(document)
  document.roundedRect(left, y, width, TITLES, 3).fill(COLOR.line)
  setType(document, 8, '#374151', true)
  eachCell(document, columns, (column, x) => {
    drawText(document, column.title, x + PAD, y + 6.5, column.width - 2 * PAD, alignOf(column))
  })
  return y + TITLES
}

function drawRow(
  document: Document,
  columns: readonly Column[],
  row: Row,
  { y, height, striped }: { y: number; height: number; striped: boolean },
): void {
  const { left, width } = frame(document)
  if (row.strong) document.rect(left, y, width, height).fill(COLOR.wash)
  else if (striped) document.rect(left, y, width, height).fill(COLOR.stripe)
  eachCell(document, columns, (column, x, i) => {
    const text = row.cells[i] ?? ''
    const room = column.width - 2 * PAD
    if (row.share && i === columns.length - 1) {
      document.roundedRect(x + PAD, y + 8, (room - 44) * row.share, 6, 2).fill(COLOR.accent)
    }
    setType(document, 9, column.tone ? colorOf(text) : COLOR.ink, row.strong)
    if (column.tone === 'change') drawChange(document, text, x + PAD, y + 5.5, room)
    else drawText(document, text, x + PAD, y + 5.5, room, alignOf(column))
    if (i === 0 && row.note !== undefined) {
      setType(document, 7.5, COLOR.muted)
      drawText(document, row.note, x + PAD, y + 18, room)
    }
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
