/**
 * `npm run test:soak -- replicas --kills 200 --seed 7`: three replicas on PostgreSQL behind a load balancer, under mixed load,
 * with `kill -9` of replicas and of the database. `--short` takes about 20 seconds.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { needLinux } from '../bench/processes.ts'
import { whole } from '../bench/table.ts'
import { binaries } from '../support/postgres-binaries.ts'
import { randomSeed, report } from './options.ts'
import { killRepeatedly } from './replicas/kills.ts'

const SHORT = { kills: 4, seed: 2 }

needLinux('npm run test:soak -- replicas')
if (!binaries) {
  console.warn(
    'SKIPPED: there is no PostgreSQL for this platform, so NOTHING was checked about replicas.',
  )
  process.exit(0)
}
const { values } = parseArgs({
  options: { short: { type: 'boolean' }, kills: { type: 'string' }, seed: { type: 'string' } },
})
const kills = Number(values.kills ?? (values.short ? SHORT.kills : 200))
const seed = Number(values.seed ?? (values.short ? SHORT.seed : randomSeed()))
console.log(`${kills} kills, seed ${seed}`)
const begin = performance.now()
const cli = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
const result = await killRepeatedly({
  cli,
  kills,
  seed,
  onKill: (kill) => kill % 20 === 0 && console.log(`${kill} of ${kills}`),
})
const seconds = Math.round((performance.now() - begin) / 1000)
const { kills: done, records, quota, webhooks, problems } = result
const total = done.replica + done.database + done.both
const rows = [
  ['kills', whole(total)],
  ['of these: a replica', whole(done.replica)],
  ['of these: the database', whole(done.database)],
  ['of these: both at once', whole(done.both)],
  ['acknowledged changes', whole(records.acknowledged)],
  ['acknowledged changes that were read through the next replica', whole(records.reads)],
  ['ids given twice', whole(records.repeated.length)],
  ['hours of a key of 5 an hour', whole(quota.windows)],
  ['of these with exactly 5 requests', whole(quota.exact)],
  ['of these with more than 5, without a crash of the database', whole(quota.exceeded.length)],
  ['most in an hour in which the database crashed', whole(quota.mostInCrash)],
  ['acknowledged events', whole(webhooks.triggered)],
  ['of these whose webhook never arrived', whole(webhooks.missing)],
  ['of these whose webhook arrived more than once', whole(webhooks.repeated)],
  ['problems', whole(problems.length)],
  ['took', `${seconds} s`],
]
report(`Seed ${seed}.`, rows, problems.slice(0, 20))
