import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { replayOf, writeReplay } from '../contract-tests/fuzz/replay.ts'
import { fuzzReport } from '../contract-tests/fuzz/terminal.ts'
import { fuzzSandbox } from '../src/testing/fuzzing.ts'

/** Cases that the day's quota of a key is enough for; each batch has a sandbox and a seed of its own. */
const BATCH = 5000
const SEEDS = 2 ** 31 - 1

/** Fuzzes the sandbox of this checkout: `npm run fuzz -- --cases 1000 --seed 7`. */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(SEEDS)) },
  },
})
const [cases, first] = [Number(values.cases), Number(values.seed)]
for (const [name, value] of Object.entries({ cases, seed: first })) {
  if (Number.isSafeInteger(value) && value >= 0) continue
  throw new Error(`--${name} must be a whole number; found ${values[name as 'cases' | 'seed']}.`)
}

for (let played = 0; played < cases; played += BATCH) {
  const seed = (first + played / BATCH) % SEEDS
  const result = await fuzzSandbox({ cases: Math.min(BATCH, cases - played), seed })
  const replay = replayOf(result)
  const replayFile = replay && `svc-fuzz-${seed}-${replay.case}.json`
  if (replay && replayFile) writeReplay(replayFile, replay)
  process.stdout.write(fuzzReport(result, replayFile === undefined ? {} : { replayFile }))
  if (result.outcome === 'passed') continue
  process.exitCode = 1
  break
}
