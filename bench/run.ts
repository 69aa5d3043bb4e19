/**
 * `npm run bench`: measures the built package beside its peers, in one table. `npm run bench -- list` measures one
 * part, `-- parts` all of them, each beside a reference of the same run: absolute figures tell more of the machine
 * than of the program.
 */
import { measureGrowth } from './growth/measure.ts'
import { growthTables } from './growth/table.ts'
import { needLinux } from './linux.ts'
import { parts } from './parts/parts.ts'
import { compare, Interrupted } from './peers/compare.ts'
import { comparisonTables } from './peers/table.ts'
import { origin, save } from './results.ts'
import { partsTable, partsTables, type Row } from './table.ts'

const whole: Record<string, () => Promise<void>> = {
  async peers() {
    const comparison = await compare((line) => console.error(line)).catch((error) => {
      if (error instanceof Interrupted) console.log(comparisonTables(error.found))
      throw error
    })
    const tables = comparisonTables(comparison)
    save('peers', comparison, tables)
    console.log(tables)
  },

  async growth() {
    const growth = await measureGrowth((line) => console.error(line))
    const tables = growthTables(growth)
    save('growth', growth, tables)
    console.log(tables)
  },

  async parts() {
    const from = origin()
    const run = { origin: from, rows: await runParts(Object.keys(parts)) }
    save('parts', run, partsTables(run))
  },
}

async function runParts(names: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of names) {
    console.error(name)
    rows.push(...((await parts[name]?.()) ?? []))
  }
  console.log(partsTable(rows))
  return rows
}

needLinux('npm run bench')
const asked = process.argv.slice(2)
const wanted = asked.length > 0 ? asked : ['peers']
const known = [...Object.keys(whole), ...Object.keys(parts)]
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
  process.exit(2)
}
for (const name of wanted) await whole[name]?.()
const single = wanted.filter((name) => !Object.hasOwn(whole, name))
if (single.length > 0) await runParts(single)
