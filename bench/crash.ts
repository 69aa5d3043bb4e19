import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { killRepeatedly } from '../src/testing/crash/rounds.ts'
import { origin, originLine, save } from './results.ts'
import { table, whole } from './table.ts'
import { temporaryFolder } from './temporary.ts'

/** As many make a result that is kept. */
const WHOLE_RUN = 200

/** Kills the built package time and again: `npm run crash -- --kills 200 --seed 7`. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(2 ** 31 - 1)) },
  },
})
const [kills, seed] = [Number(values.kills), Number(values.seed)]
for (const [name, value] of Object.entries({ kills, seed })) {
  if (Number.isSafeInteger(value) && value >= 0) continue
  throw new Error(`--${name} must be a whole number; found ${values[name as 'kills' | 'seed']}.`)
}

console.log(`${kills} kills, seed ${seed}`)
const from = origin()
const begin = performance.now()
const cli = fileURLToPath(new URL('../dist/src/cli.js', import.meta.url))
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
  ['killed from outside, as their moment did not come', whole(result.missed)],
  ['acknowledged changes that were looked for', whole(result.acknowledged)],
  ['problems', whole(result.problems.length)],
  ['took', `${seconds} s`],
]
const markdown = [
  `${originLine(from)}. Seed ${seed}.`,
  table(['measured', 'value'], rows),
  ...result.problems.map((text) => `Failed: ${text}`),
].join('\n\n')
console.log(markdown)
if (done >= WHOLE_RUN) save('crash', { origin: from, seed, seconds, ...result }, markdown)
if (result.problems.length > 0) process.exitCode = 1
