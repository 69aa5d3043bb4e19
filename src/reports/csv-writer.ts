import { isSliceUsedUp } from '../time/pauses.ts'

/** The value of a cell; null and undefined leave it empty. A list is written as its JSON. */
export type Cell = string | number | boolean | null | undefined | readonly unknown[]

/** How many rows become text at a time, which limits the memory of an export. */
const ROWS_AT_A_TIME = 500

/** Marks a file as UTF-8 for Excel, which otherwise reads the code page of its machine. */
export const BYTE_ORDER_MARK = '\ufeff'

/** The countries whose spreadsheets open a file as it is; `en` is RFC 4180 with times of ISO 8601. */
export type CsvLocale = 'en' | 'de' | 'fr'

/** A line of column names, then one per row, in chunks (`Readable.from`). */
export function* csv<Column extends string, Row>(
  columns: readonly Column[],
  rows: Iterable<Row>,
  cellsOf: (row: Row) => Record<Column, Cell>,
  locale: CsvLocale = 'en',
): Generator<string, undefined> {
  yield csvRecord(columns, locale)
  yield* csvLines(rows, (row) => inOrder(columns, cellsOf(row)), locale)
}

/** A line for each row, in chunks. */
export function* csvLines<Row>(
  rows: Iterable<Row>,
  cellsOf: (row: Row) => readonly Cell[],
  locale: CsvLocale,
): Generator<string, undefined> {
  let text = ''
  let held = 0
  for (const row of rows) {
    text += csvRecord(cellsOf(row), locale)
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
const NEEDS_QUOTES_ABROAD = /[";\r\n]/

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/

/**
 * One record of a CSV file by RFC 4180, with CRLF. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, even if it begins with a minus; numbers do not, so a change of −3 stays a number. In Germany and France,
 * spreadsheets separate cells by semicolons, and take 14.2 for a day and 2026-01-15T09:30:00Z for text.
 */
export function csvRecord(cells: readonly Cell[], locale: CsvLocale = 'en'): string {
  if (locale === 'en') return `${cells.map(cellText).join(',')}\r\n`
  return `${cells.map(cellAbroad).join(';')}\r\n`
}

function cellAbroad(cell: Cell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell !== 'string') return cellText(cell)
  const [, day, time] = TIME.exec(cell) ?? []
  if (day !== undefined) return `${day} ${time}`
  return textOf(cell, NEEDS_QUOTES_ABROAD)
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return textOf(cell)
  if (typeof cell === 'object') return listText(cell)
  return String(cell)
}

function textOf(text: string, needsQuotes = NEEDS_QUOTES): string {
  const harmless = inert(FORMULA.test(text) ? `'${text}` : text)
  return needsQuotes.test(harmless) ? quoted(harmless) : harmless
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
