import { length, wrap } from '../../contract-tests/report/wording.ts'
import { oneLine } from '../text/visible.ts'

/** The text of an empty cell. */
const NONE = '–'

export type Cell = string | number | null

/**
 * Rows as lines of aligned columns below their titles, with numbers on the right. Text is never cut, so that users can copy it:
 * a cell that is too wide for the terminal (`width`) continues on the next line.
 */
export function table(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  width = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string[] {
  // Escapes are wider than what they show, so they come before the widths.
  const texts = [titles, ...rows.map((row) => row.map((cell) => oneLine(String(cell ?? NONE))))]
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
