/**
 * `npm run test:soak -- likeness`: whether the data is consistent and looks like that of a real service. It reads several worlds
 * over HTTP, and checks laws (likeness/laws.ts), which hold of every one, and measures (likeness/measures.ts), each of which has a
 * band. `--seeds 1,2`, `--fixtures demo` and `--only text` choose some.
 */
import { parseArgs } from 'node:util'
import { table } from '../bench/table.ts'
import { LAWS } from './likeness/laws.ts'
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
const isChosen = (name: string) => name.includes(options.only)

const broken = new Map<string, string[]>()
const checked = new Map<string, number>()
const measured = new Map<string, number[]>()

for (const fixture of options.fixtures.split(',')) {
  for (const seed of seeds) {
    await withWorld(fixture, seed, async (world) => {
      for (const [name, , check] of LAWS) {
        if (!isChosen(name)) continue
        const law = async (holds: boolean, what: () => string) => {
          checked.set(name, (checked.get(name) ?? 0) + 1)
          if (!holds)
            broken.set(name, [...(broken.get(name) ?? []), `${fixture}, seed ${seed}: ${what()}`])
        }
        await check(world, law)
      }
      for (const { name, fixture: of, measure } of MEASURES) {
        if (of !== fixture || !isChosen(name)) continue
        measured.set(name, [...(measured.get(name) ?? []), await measure(world)])
      }
    })
    console.error(`${fixture}, seed ${seed}`)
  }
}

const lawRows = LAWS.filter(([name]) => checked.has(name)).map(([name, what]) => {
  const failures = broken.get(name)?.length ?? 0
  return [
    name,
    what,
    String(checked.get(name)),
    failures === 0 ? 'holds' : `broken ${failures} times`,
  ]
})
const measureRows = MEASURES.filter(({ name }) => measured.has(name)).map(
  ({ name, band: [least, most], source, isRare }) => {
    const values = measured.get(name) as number[]
    const judged = isRare ? [mean(values)] : values
    const isIn = judged.every((value) => value >= least && value <= most)
    const said = values.map((value) => String(Math.round(value * 1000) / 1000)).join(' ')
    return [name, `${least} to ${most}`, said, isIn ? 'in' : 'OUT', source]
  },
)
if (lawRows.length > 0) console.log(table(['law', 'what', 'checks', ''], lawRows))
if (measureRows.length > 0)
  console.log(table(['measure', 'band', 'by seed', '', 'source'], measureRows))
for (const [name, cases] of broken) console.log(`\n${name}\n${cases.slice(0, 5).join('\n')}`)
const out = measureRows.filter(([, , , isIn]) => isIn === 'OUT').length
console.log(
  `\n${lawRows.length} laws, ${broken.size} broken; ${measureRows.length} measures, ${out} outside their band`,
)
process.exitCode = broken.size + out > 0 ? 1 : 0
