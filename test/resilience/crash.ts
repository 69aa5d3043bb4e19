import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../bench/servers.ts'
import { whole } from '../bench/table.ts'
import { killRepeatedly } from '../support/crash/rounds.ts'
import { randomSeed, report, wholeNumbers } from './options.ts'

/** Kills the built package repeatedly: `npm run test:soak -- crash --kills 200 --seed 7`. */
const { kills, seed } = wholeNumbers({ kills: 200, seed: randomSeed() })
console.log(`${kills} kills, seed ${seed}`)
const begin = performance.now()
const cli = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
const folder = temporaryFolder()
const result = await killRepeatedly({
  cli,
  folder,
  kills,
  seed,
  onKill: (kill) => kill % 20 === 0 && console.log(`${kill} of ${kills}`),
})
const seconds = Math.round((performance.now() - begin) / 1000)
const done = Object.values(result.kills).reduce((sum, count) => sum + count, 0)
const rows = [
  ['kills', whole(done)],
  ...Object.entries(result.kills).map(([moment, count]) => [`of these: ${moment}`, whole(count)]),
  ['killed from outside, because their moment did not come', whole(result.missed)],
  ['acknowledged changes that were checked', whole(result.acknowledged)],
  ['problems', whole(result.problems.length)],
  ['took', `${seconds} s`],
]
report(`Seed ${seed}.`, rows, result.problems)
