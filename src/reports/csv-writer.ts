import { isSliceUsedUp } from '../time/pauses.ts'

/** The value of a cell; null and undefined leave it empty. A list is written as its JSON. */
export type Cell = string | number | boolean | null | undefined | readonly unknown[]

/** How many rows become text at a time, which limits the memory of an export. */
const ROWS_AT_A_TIME = 500

/** Marks a file as UTF-8 for Excel, which otherwise reads the code page of its machine. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of column names, then one per row, in chunks (`Readable.from`). */
export function* csv<Column extends string, Row>(
  columns: readonly Column[],
  rows: Iterable<Row>,
  cellsOf: (row: Row) => Record<Column, Cell>,
): Generator<string, undefined> {
  yield csvRecord(columns)
  yield* csvLines(rows, (row) => inOrder(columns, cellsOf(row)))
}

/** A line for each row, in chunks. */
export function* csvLines<Row>(
  rows: Iterable<Row>,
  cellsOf: (row: Row) => readonly Cell[],
): Generator<string, undefined> {
  let text = ''
  let held = 0
  for (const row of rows) {
    text += csvRecord(cellsOf(row))
    held++
    if (held === ROWS_AT_A_TIME || isSliceUsedUp()) {
      yield text
      text = ''
      held = 0
    }
  }
  if (held > 0) yield text
}

/** The cells of a record in the order of the columns. */
export function inOrder<Column extends string>(
  columns: readonly Column[],
  cells: Record<Column, Cell>,
): Cell[] {
  return columns.map((column) => cells[column])
}

/** Blank or without a shape: some programs strip them before they look for a formula. */
const UNSEEN = '[\\s\\p{C}\\p{Z}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800\\ufffc\\ufffd]*'

/** A formula begins with one (OWASP). The others are forms of them that some programs read alike. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]'

/** Text that a spreadsheet would run. */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${UNSEEN}${SIGN})`, 'u')

/**
 * The same within a text. Spreadsheets of many countries separate cells by semicolons and then split ours at those, also
 * within quotes; at a line end they begin a row. A list of Markdown stays.
 */
const INNER_FORMULA = new RegExp(
  `((?:;|\\t)${UNSEEN}|[\\r\\n][^\\S\\r\\n]*(?!- ))(?=${SIGN})`,
  'gu',
)

const INNER_FORMULA_OF_JSON = new RegExp(`(;${UNSEEN})(${SIGN})`, 'gu')

const HAS_INNER = /[;\t\r\n]/

const NEEDS_QUOTES = /[",\r\n]/

/**
 * One record of a CSV file by RFC 4180, with CRLF. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, even if it begins with a minus; numbers do not, so a change of −3 stays a number.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return textOf(cell)
  if (typeof cell === 'object') return listText(cell)
  return String(cell)
}

function textOf(text: string): string {
  const harmless = inert(FORMULA.test(text) ? `'${text}` : text)
  return NEEDS_QUOTES.test(harmless) ? quoted(harmless) : harmless
}

function inert(text: string): string {
  return HAS_INNER.test(text) ? text.replace(INNER_FORMULA, "$1'") : text
}

/** An escape of JSON does not change the text of a list. */
function inertJson(json: string): string {
  if (!json.includes(';')) return json
  return json.replace(INNER_FORMULA_OF_JSON, (_, before, sign) => {
    return `${before}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function listText(list: readonly unknown[]): string {
  return list.length === 0 ? '[]' : quoted(inertJson(JSON.stringify(list)))
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
