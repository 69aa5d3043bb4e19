/** `npm run bench:readme`: puts the tables of the newest runs into the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Growth } from './growth/measure.ts'
import { growthTables } from './growth/table.ts'
import type { Comparison } from './peers/comparison.ts'
import { comparisonTables } from './peers/table.ts'
import { newest } from './results.ts'
import { type PartsRun, partsTables } from './table.ts'

const README = new URL('../README.md', import.meta.url)

const TABLES: Record<'peers' | 'growth' | 'parts', () => string> = {
  peers: () => comparisonTables(newest<Comparison>('peers')),
  growth: () => growthTables(newest<Growth>('growth')),
  parts: () => partsTables(newest<PartsRun>('parts')),
}

/** The README with each table in its place, between `<!-- bench:KIND -->` and `<!-- /bench:KIND -->`. */
export function withTables(readme: string): string {
  return Object.entries(TABLES).reduce((text, [kind, tables]) => {
    const [begin, end] = [`<!-- bench:${kind} -->`, `<!-- /bench:${kind} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from)
      throw new Error(`README.md has no place for ${kind}: ${begin} … ${end}`)
    return `${text.slice(0, from)}${begin}\n${tables()}\n${text.slice(to)}`
  }, readme)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(README, withTables(readFileSync(README, 'utf8')))
}
