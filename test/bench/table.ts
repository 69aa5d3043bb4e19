import { type Origin, originLine } from './results.ts'

/** A row of the table of parts: a figure and its reference of the same run. */
export interface Row {
  name: string
  here: string
  reference: string
  there: string
  ratio: number
}

/** Rows of figures next to a reference that was measured in the same run. */
export function compared(
  reference: string,
  there: number,
  measured: Record<string, number>,
  format: (value: number) => string = milliseconds,
): Row[] {
  return Object.entries(measured).map(([name, here]) => {
    return { name, here: format(here), reference, there: format(there), ratio: here / there }
  })
}

export interface PartsRun {
  origin: Origin
  rows: Row[]
}

export function partsTables({ origin, rows }: PartsRun): string {
  return `${originLine(origin)}.\n\n${partsTable(rows)}`
}

export function partsTable(rows: Row[]): string {
  const cells = rows.map(({ name, here, reference, there, ratio }) => {
    return [name, here, reference, there, ratio.toFixed(2)]
  })
  return table(['measured', 'svc-sandbox', 'compared with', 'its value', 'ratio'], cells)
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

export const milliseconds = (value: number): string => `${value.toFixed(0)} ms`
export const tenths = (value: number): string => `${value.toFixed(1)} ms`
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`
export const perSecond = (value: number): string => `${whole(value)}/s`

/** A target of ours, and what a run measured. */
export interface Aim {
  target: string
  measured: string
  isReached: boolean
}

/** Targets as Markdown, and whether the run reached them. */
export function aimTable(aims: readonly Aim[]): string {
  const rows = aims.map(({ target, measured, isReached }) => {
    return [target, measured, isReached ? 'reached' : 'not reached']
  })
  return table(['target', 'measured', ''], rows)
}
