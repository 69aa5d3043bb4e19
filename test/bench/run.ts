/**
 * `npm run bench` compares the built package with its peers. `npm run bench -- list` measures one part and `-- parts`
 * all of them, each next to a reference of the same run, because absolute figures depend on the machine.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { databaseGrowthTable, measureDatabaseGrowth } from './growth/database.ts'
import { measureGrowth } from './growth/measure.ts'
import { measureReplicas, replicasTable } from './growth/replicas.ts'
import { measureScale } from './growth/scale.ts'
import { scaleTables } from './growth/scale-table.ts'
import { growthTables } from './growth/table.ts'
import { buildOf, CannotCompare, releaseOf, workingTree } from './guard/builds.ts'
import { compareBuilds } from './guard/guard.ts'
import { guardTable, MOST_LOSS } from './guard/judgement.ts'
import { simulation } from './parts/clock.ts'
import { parts } from './parts/parts.ts'
import { compare, Interrupted } from './peers/compare.ts'
import { comparisonTables } from './peers/table.ts'
import { needLinux } from './processes.ts'
import { measureProxy } from './proxy/measure.ts'
import { proxyTables } from './proxy/table.ts'
import { origin, save } from './results.ts'
import { partsTable, partsTables, type Row } from './table.ts'

/** With the seconds since the begin. */
const progress = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`)

const runs: Record<string, () => Promise<void>> = {
  async peers() {
    const comparison = await compare(progress, share)
    const tables = comparisonTables(comparison)
    if (share === 1) save('peers', comparison, tables)
    console.log(tables)
  },

  async growth() {
    const growth = await measureGrowth(progress)
    const tables = growthTables(growth)
    save('growth', growth, tables)
    console.log(tables)
  },

  async scale() {
    const scale = await measureScale(progress)
    const tables = scaleTables(scale)
    save('scale', scale, tables)
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
    const run = await measureProxy(progress, share)
    const tables = proxyTables(run)
    if (share === 1) save('proxy', run, tables)
    console.log(tables)
  },

  async guard() {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const [release, present] = [releaseOf(root, values.against), workingTree(root)]
    if (release.tree === present.tree) {
      console.log(`Nothing has changed since ${release.name}.`)
      return
    }
    progress(`building ${release.name} and the working tree`)
    const before = await buildOf(root, release)
    const after = await buildOf(root, present)
    const verdicts = await compareBuilds(before, after, progress, share)
    console.log(guardTable(release.name, verdicts))
    const slower = verdicts.filter(({ outcome }) => outcome === 'slower')
    if (slower.length === 0) return
    const figures = slower.map(({ figure }) => figure).join(', ')
    console.error(
      `Slower than ${release.name} by more than ${MOST_LOSS * 100} % and the spread: ${figures}.`,
    )
    process.exitCode = 1
  },

  async simulation() {
    const from = origin()
    const run = { origin: from, rows: await simulation() }
    save('simulation', run, partsTables(run))
    console.log(partsTable(run.rows))
  },

  async parts() {
    const from = origin()
    const run = {
      origin: from,
      rows: await measureParts(Object.keys(parts).filter((name) => name !== 'simulation')),
    }
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
  options: {
    help: { type: 'boolean', short: 'h' },
    share: { type: 'string', default: '1' },
    against: { type: 'string' },
  },
  args: process.argv.slice(2).filter((text) => text !== '--'),
  allowPositionals: true,
})
/** Of the time and the requests. */
const share = Number(values.share)
const wanted = positionals.length > 0 ? positionals : ['peers']
const known = [...Object.keys(runs), ...Object.keys(parts)]
const unknown = wanted.filter((name) => !known.includes(name))
if (values.help) {
  console.log(
    `npm run bench -- [name…]\nNames: ${known.join(', ')}; peers if none is given.\n--share 0.05 tries peers, proxy or guard with a share of its time and requests, and saves nothing.\n--against <ref> compares with another commit than the last release (guard).`,
  )
  process.exit()
}
needLinux('npm run bench')
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
  process.exit(2)
}
if (!(share > 0 && share <= 1)) {
  console.error(`--share must be a number above 0, and 1 at most, not ${values.share}.`)
  process.exit(2)
}
for (const name of wanted) {
  await runs[name]?.().catch((error) => {
    if (error instanceof Interrupted) console.log(comparisonTables(error.found))
    else if (!(error instanceof CannotCompare)) throw error
    console.error(error.message)
    process.exit(error instanceof CannotCompare ? 2 : 1)
  })
}
const single = wanted.filter((name) => !Object.hasOwn(runs, name))
if (single.length > 0) await measureParts(single)
