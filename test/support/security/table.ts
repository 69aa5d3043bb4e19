import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The modes of a sandbox, as the headings of docs/security.md name them. */
export const MODES = ['Loopback', 'Shared network', 'Hosted demo'] as const
export type Mode = (typeof MODES)[number]

/** Verdicts by actor, then by asset. */
export type Verdicts = Record<string, Record<string, string>>

const FILE = join(fileURLToPath(new URL('../../..', import.meta.url)), 'docs/security.md')

/** The table below the heading of each mode in docs/security.md. */
export function documentedVerdicts(): Record<string, Verdicts> {
  const text = readFileSync(FILE, 'utf8')
  const sections = text.split(/^### /m).slice(1)
  return Object.fromEntries(
    sections
      .map((section) => [section.split('\n', 1)[0] as string, tableIn(section)] as const)
      .filter(([, table]) => table !== undefined),
  ) as Record<string, Verdicts>
}

function tableIn(section: string): Verdicts | undefined {
  const [head, _line, ...rows] = section.split('\n').filter((line) => line.startsWith('|'))
  if (head === undefined || cellsOf(head)[0] !== 'Actor') return undefined
  const [, ...assets] = cellsOf(head)
  return Object.fromEntries(
    rows.map((row) => {
      const [actor = '', ...verdicts] = cellsOf(row)
      return [actor, Object.fromEntries(assets.map((asset, at) => [asset, verdicts[at] ?? '']))]
    }),
  )
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
