import { type Origin, originLine } from './results.ts'

/** A line of the table of parts: what was measured here, beside its reference of the same run. */
export interface Row {
  name: string
  here: string
  reference: string
  there: string
  ratio: number
}

export function row(
  name: string,
  here: string,
  reference: string,
  there: string,
  ratio: number,
): Row {
  return { name, here, reference, there, ratio }
}

export interface PartsRun {
  origin: Origin
  rows: Row[]
}

export function partsTables({ origin, rows }: PartsRun): string {
  return `${originLine(origin)}.\n\n${partsTable(rows)}`
}

export function partsTable(rows: Row[]): string {
  return table(
    ['measured', 'here', 'reference', 'there', 'ratio'],
    rows.map(({ name, here, reference, there, ratio }) => [
      name,
      here,
      reference,
      there,
      ratio.toFixed(2),
    ]),
  )
}

/** As Markdown. */
export function table(heads: string[], rows: string[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Whole numbers with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function milliseconds(value: number, digits = 0): string {
  return `${value.toFixed(digits)} ms`
}
