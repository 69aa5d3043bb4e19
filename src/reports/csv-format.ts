/** What a cell can hold; nothing is an empty cell. */
export type Cell = string | number | null | undefined

/** Text that a spreadsheet would run, also behind blanks that it strips, also in full-width signs (OWASP). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

const NEEDS_QUOTES = /[",\r\n]/

/**
 * One record of a CSV file as RFC 4180 has it, CRLF included. Text that a spreadsheet would run as a formula
 * gets an apostrophe in front, also text that begins with a minus; numbers do not, so a change of −3 stays a
 * number.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
