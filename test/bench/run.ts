/**
 * `npm run bench -- [name…]`: measures the built package, prints tables as Markdown, and compares them with what we promise.
 * `--share 0.1` takes a tenth of the time and requests, for a trial; `--against <ref>` is for `guard`.
 */
import { parseArgs } from 'node:util'
import { guard } from './guard.ts'
import { comparePeers } from './peers/compare.ts'
import { needLinux } from './processes.ts'
import { deliveries, simulation } from './simulation.ts'

/** With the seconds since the begin. */
const progress = (line: string) =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}`)

const { positionals, values } = parseArgs({
  options: { share: { type: 'string', default: '1' }, against: { type: 'string' } },
  args: process.argv.slice(2).filter((text) => text !== '--'),
  allowPositionals: true,
})
const share = Number(values.share)

const RUNS: Record<string, () => Promise<string>> = {
  peers: () => comparePeers(progress, share),
  guard: () => guard(progress, share, values.against),
  simulation: () => simulation(progress),
  deliveries: () => deliveries(progress),
}

needLinux('npm run bench')
const wanted = positionals.length > 0 ? positionals : ['peers']
const unknown = wanted.filter((name) => !Object.hasOwn(RUNS, name))
if (unknown.length > 0 || !(share > 0 && share <= 1)) {
  const names = Object.keys(RUNS).join(', ')
  console.error(
    `Choose from ${names}, with a --share above 0 and 1 at most; found ${[...unknown, values.share].join(', ')}.`,
  )
  process.exit(2)
}
for (const name of wanted) {
  try {
    console.log(await RUNS[name]?.())
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
// The load generator would keep this process.
process.exit()
