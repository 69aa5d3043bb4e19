/** `npx tsx test/bench/docs.ts`: puts the tables of the newest runs into docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Growth } from './growth/measure.ts'
import type { Scale } from './growth/scale.ts'
import { scaleTables } from './growth/scale-table.ts'
import { growthTables } from './growth/table.ts'
import type { Comparison } from './peers/comparison.ts'
import { comparisonTables } from './peers/table.ts'
import type { ProxyRun } from './proxy/measure.ts'
import { proxyTables } from './proxy/table.ts'
import { type Kind, newest, newestOrNone } from './results.ts'
import { type PartsRun, partsTables } from './table.ts'

const PAGE = new URL('../../docs/performance.md', import.meta.url)

const TABLES: Partial<Record<Kind, () => string>> = {
  peers: () => comparisonTables(newest<Comparison>('peers')),
  growth: () => growthTables(newest<Growth>('growth')),
  scale: () => orNotYet(newestOrNone<Scale>('scale'), scaleTables),
  parts: () => partsTables(newest<PartsRun>('parts')),
  simulation: () => orNotYet(newestOrNone<PartsRun>('simulation'), partsTables),
  proxy: () => orNotYet(newestOrNone<ProxyRun>('proxy'), proxyTables),
}

function orNotYet<Run>(run: Run | undefined, tables: (run: Run) => string): string {
  return run ? tables(run) : 'Not measured yet.'
}

/** The page with each table in its place, between `<!-- bench:KIND -->` and `<!-- /bench:KIND -->`. */
export function withTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [kind, tables]) => {
    const [begin, end] = [`<!-- bench:${kind} -->`, `<!-- /bench:${kind} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from)
      throw new Error(`docs/performance.md has no place for ${kind}: ${begin} … ${end}`)
    return `${text.slice(0, from)}${begin}\n${tables()}\n${text.slice(to)}`
  }, page)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')))
}
