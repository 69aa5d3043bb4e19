import { length, wrap } from '../../contract-tests/report/text-layout.ts'

/** What a cell shows where there is nothing. */
const NONE = '–'

type Cell = string | number | null

/**
 * Rows as lines of aligned columns below their titles; numbers go to the right. Nothing is cut, so that it can be
 * copied: where a terminal is narrower than the table (`width`), cells go on in the next line, at a space.
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

/** As wide as the texts are, but for the widest columns where that is more than `most`; no word is cut. */
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

/** The lines that a row takes. */
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

export function printJson(data: unknown): void {
  print(JSON.stringify(data, null, 2))
}
