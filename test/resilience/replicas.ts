/**
 * `npm run test:soak -- replicas --kills 200 --seed 7`: three replicas on PostgreSQL behind a load balancer, under mixed load,
 * with `kill -9` of replicas and of the database. `--short` takes about 20 seconds. With `--restarts 3` instead, all are
 * restarted three times, one after the other, behind nginx and then behind Caddy.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { needLinux } from '../bench/processes.ts'
import { whole } from '../bench/table.ts'
import { binaries } from '../support/postgres-binaries.ts'
import { isInstalled } from '../support/processes/proxy-process.ts'
import { randomSeed, report } from './options.ts'
import { killRepeatedly } from './replicas/kills.ts'
import { restartRepeatedly } from './replicas/restarts.ts'
import type { UnderLoad } from './replicas/under-load.ts'

const SHORT = { kills: 4, seed: 2 }

needLinux('npm run test:soak -- replicas')
if (!binaries) {
  console.warn(
    'SKIPPED: there is no PostgreSQL for this platform, so NOTHING was checked about replicas.',
  )
  process.exit(0)
}
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    kills: { type: 'string' },
    restarts: { type: 'string' },
    seed: { type: 'string' },
  },
})
const seed = Number(values.seed ?? (values.short ? SHORT.seed : randomSeed()))
const cli = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
if (values.restarts === undefined) {
  const kills = Number(values.kills ?? (values.short ? SHORT.kills : 200))
  console.log(`${kills} kills, seed ${seed}`)
  const onKill = (kill: number) => kill % 20 === 0 && console.log(`${kill} of ${kills}`)
  const result = await killRepeatedly({ cli, kills, seed, onKill })
  const { replica, database, both } = result.kills
  const rows = [
    ['kills', whole(replica + database + both)],
    ['of these: a replica', whole(replica)],
    ['of these: the database', whole(database)],
    ['of these: both at once', whole(both)],
    ['most in an hour in which the database crashed', whole(result.quota.mostInCrash)],
  ]
  reportOn(`Seed ${seed}.`, rows, result)
} else {
  const rounds = Number(values.restarts)
  for (const proxy of ['nginx', 'caddy'] as const) {
    if (!isInstalled(proxy)) {
      console.warn(`SKIPPED: ${proxy} is not installed, so NOTHING was checked about it.`)
      continue
    }
    console.log(`${rounds} restarts of three replicas behind ${proxy}, seed ${seed}`)
    const result = await restartRepeatedly({ cli, proxy, rounds, seed })
    reportOn(`${proxy}, seed ${seed}.`, [['restarts of a replica', whole(3 * rounds)]], result)
  }
}

function reportOn(title: string, own: string[][], result: UnderLoad): void {
  const { seconds, requests, records, quota, webhooks, problems } = result
  const rows = [
    ...own,
    ['requests', whole(requests.sent)],
    ['requests a second', whole(requests.sent / seconds)],
    ['requests that failed', whole(requests.failed.length)],
    ['acknowledged changes', whole(records.acknowledged)],
    ['acknowledged changes that were read through the next replica', whole(records.reads)],
    ['ids given twice', whole(records.repeated.length)],
    ['hours of a key of 5 an hour', whole(quota.windows)],
    ['of these with exactly 5 requests', whole(quota.exact)],
    ['of these with more than 5, without a crash of the database', whole(quota.exceeded.length)],
    ['acknowledged events', whole(webhooks.triggered)],
    ['of these whose webhook never arrived', whole(webhooks.missing)],
    ['of these whose webhook arrived more than once', whole(webhooks.repeated)],
    ['problems', whole(problems.length)],
    ['took', `${Math.round(seconds)} s`],
  ]
  report(title, rows, problems.slice(0, 20))
}
