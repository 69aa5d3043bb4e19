/**
 * `npm run bench` compares the built package with its peers. `npm run bench -- list` measures one part and `-- parts`
 * all of them, each next to a reference of the same run, because absolute figures depend on the machine.
 */
import { parseArgs } from 'node:util'
import { databaseGrowthTable, measureDatabaseGrowth } from './growth/database.ts'
import { measureGrowth } from './growth/measure.ts'
import { measureReplicas, replicasTable } from './growth/replicas.ts'
import { growthTables } from './growth/table.ts'
import { parts } from './parts/parts.ts'
import { compare, Interrupted } from './peers/compare.ts'
import { comparisonTables } from './peers/table.ts'
import { needLinux } from './processes.ts'
import { measureProxy } from './proxy/measure.ts'
import { proxyTables } from './proxy/table.ts'
import { origin, save } from './results.ts'
import { partsTable, partsTables, type Row } from './table.ts'

const progress = (line: string) => console.error(line)

const runs: Record<string, () => Promise<void>> = {
  async peers() {
    const comparison = await compare(progress).catch((error) => {
      if (error instanceof Interrupted) console.log(comparisonTables(error.found))
      throw error
    })
    const tables = comparisonTables(comparison)
    save('peers', comparison, tables)
    console.log(tables)
  },

  async growth() {
    const growth = await measureGrowth(progress)
    const tables = growthTables(growth)
    save('growth', growth, tables)
    console.log(tables)
  },

  async database() {
    const growth = await measureDatabaseGrowth(progress)
    const text = databaseGrowthTable(growth)
    save('database', growth, text)
    console.log(text)
  },

  async replicas() {
    const costs = await measureReplicas(progress)
    const text = replicasTable(costs)
    save('replicas', costs, text)
    console.log(text)
  },

  async proxy() {
    const share = Number(values.share ?? 1)
    const run = await measureProxy(progress, share)
    const tables = proxyTables(run)
    if (share === 1) save('proxy', run, tables)
    console.log(tables)
  },

  async parts() {
    const from = origin()
    const run = { origin: from, rows: await measureParts(Object.keys(parts)) }
    save('parts', run, partsTables(run))
  },
}

async function measureParts(names: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of names) {
    console.error(name)
    rows.push(...((await parts[name]?.()) ?? []))
  }
  console.log(partsTable(rows))
  return rows
}

const { positionals, values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, share: { type: 'string' } },
  args: process.argv.slice(2).filter((text) => text !== '--'),
  allowPositionals: true,
})
const wanted = positionals.length > 0 ? positionals : ['peers']
const known = [...Object.keys(runs), ...Object.keys(parts)]
const unknown = wanted.filter((name) => !known.includes(name))
if (values.help) {
  console.log(
    `npm run bench -- [name…]\nNames: ${known.join(', ')}; peers if none is given.\n--share 0.05 tries proxy with a share of its requests, and saves nothing.`,
  )
  process.exit()
}
needLinux('npm run bench')
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
  process.exit(2)
}
for (const name of wanted) await runs[name]?.()
const single = wanted.filter((name) => !Object.hasOwn(runs, name))
if (single.length > 0) await measureParts(single)
