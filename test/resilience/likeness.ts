/**
 * `npm run test:soak -- likeness`: whether the data looks like that of a real service. It reads several worlds over HTTP, and
 * checks measures (likeness/measures.ts), each of which has a band. `--seeds 1,2`, `--fixtures demo` and `--only text` choose some.
 */
import { parseArgs } from 'node:util'
import { table } from '../bench/table.ts'
import { MEASURES, mean } from './likeness/measures.ts'
import { withWorld } from './likeness/sandbox.ts'

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    fixtures: { type: 'string', default: 'demo,starter,edges,probes' },
    only: { type: 'string', default: '' },
  },
})
const seeds = options.seeds.split(',').map(Number)
const measured = new Map<string, number[]>()

for (const fixture of options.fixtures.split(',')) {
  for (const seed of seeds) {
    await withWorld(fixture, seed, async (world) => {
      for (const { name, fixture: of, measure } of MEASURES) {
        if (of !== fixture || !name.includes(options.only)) continue
        measured.set(name, [...(measured.get(name) ?? []), await measure(world)])
      }
    })
    console.error(`${fixture}, seed ${seed}`)
  }
}

const rows = MEASURES.filter(({ name }) => measured.has(name)).map(
  ({ name, band: [least, most], source, isRare }) => {
    const values = measured.get(name) as number[]
    const judged = isRare ? [mean(values)] : values
    const isIn = judged.every((value) => value >= least && value <= most)
    const said = values.map((value) => String(Math.round(value * 1000) / 1000)).join(' ')
    return [name, `${least} to ${most}`, said, isIn ? 'in' : 'OUT', source]
  },
)
console.log(table(['measure', 'band', 'by seed', '', 'source'], rows))
const out = rows.filter(([, , , isIn]) => isIn === 'OUT').length
console.log(`\n${rows.length} measures, ${out} outside their band`)
process.exitCode = out > 0 ? 1 : 0
