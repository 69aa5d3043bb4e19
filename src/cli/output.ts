import { length, wrap } from '../../contract-tests/report/text-layout.ts'

/** The text of an empty cell. */
const NONE = '–'

type Cell = string | number | null

/**
 * Rows as lines of aligned columns below their titles, with numbers on the right. Text is never cut, so that users can copy it:
 * a cell that is too wide for the terminal (`width`) continues on the next line.
 */
export function table(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  width = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  const texts = [titles, ...rows.map((row) => row.map((cell) => String(cell ?? NONE)))]
  const widths = widthsOf(texts, width)
  const isNumeric = titles.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === null),
  )
  const aligned = (text: string, column: number) => {
    const blanks = ' '.repeat((widths[column] as number) - length(text))
    return isNumeric[column] ? blanks + text : text + blanks
  }
  return texts
    .flatMap((row) => linesOf(row, widths))
    .map((line) => line.map(aligned).join(GAP).trimEnd())
    .join('\n')
}

const GAP = '  '

/** The widths of the longest texts. If they exceed `most`, the widest columns shrink, but never below their longest word. */
function widthsOf(texts: readonly (readonly string[])[], most: number): number[] {
  const longest = (column: number, partsOf: (text: string) => string[]) =>
    Math.max(...texts.flatMap((row) => partsOf(row[column] as string).map(length)))
  const columns = [...(texts[0] ?? []).keys()]
  const widths = columns.map((column) => longest(column, (text) => [text]))
  const least = columns.map((column) => longest(column, (text) => text.split(' ')))
  const total = () => widths.reduce((sum, each) => sum + each, (widths.length - 1) * GAP.length)
  while (total() > most) {
    const slack = columns.filter((column) => (widths[column] as number) > (least[column] as number))
    if (slack.length === 0) break
    const widest = slack.reduce((one, other) =>
      (widths[other] as number) > (widths[one] as number) ? other : one,
    )
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}

/** The lines of a row. */
function linesOf(row: readonly string[], widths: readonly number[]): string[][] {
  const cells = row.map((text, column) => wrap(text, widths[column] as number))
  const count = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: count }, (_, line) => cells.map((lines) => lines[line] ?? ''))
}

/** `2026-01-15 09:30` of an ISO 8601 time in UTC; null stays null. */
export function minuteOf(time: string | null): string | null {
  return time === null ? null : time.slice(0, 16).replace('T', ' ')
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Writes to standard error, because the next program of a pipe wants only the data. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  print(JSON.stringify(data, null, 2))
}

interface Format {
  json?: true
}

/** Prints data as text, or as JSON if the user asked for it. */
export function show<T>({ json }: Format, data: T, textOf: (data: T) => string): void {
  if (json) printJson(data)
  else print(textOf(data))
}

/** The same with the JSON on one line. */
export function showLine<T>({ json }: Format, data: T, textOf: (data: T) => string): void {
  print(json ? JSON.stringify(data) : textOf(data))
}

/** Prints a page of a list in reverse, so that the newest row is last, next to the prompt. */
export function showList<T>(
  format: Format,
  { data, meta }: { data: readonly T[]; meta: { pagination?: { total: number } } },
  none: string,
  lineOf: (row: T) => string,
): void {
  if (data.length === 0 && !format.json) note(none)
  for (const row of data.toReversed()) showLine(format, row, lineOf)
  const total = meta.pagination?.total ?? data.length
  if (total > data.length) note(`${data.length} of ${total}; more with --limit.`)
}

/** Prints data as a table, as JSON, or `none` if it is empty. */
export function showTable<T>(
  format: Format,
  data: readonly T[],
  { none, titles }: { none: string; titles: readonly string[] },
  cellsOf: (row: T) => readonly Cell[],
): void {
  show(format, data, () => (data.length === 0 ? none : table(titles, data.map(cellsOf))))
}

/** `1 run`, `2 runs` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
