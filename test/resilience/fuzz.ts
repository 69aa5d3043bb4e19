import { replayOf, writeReplay } from '../../contract-tests/fuzz/replay.ts'
import { fuzzReport } from '../../contract-tests/fuzz/terminal.ts'
import { fuzzSandbox } from '../support/fuzzing.ts'
import { randomSeed, SEEDS, wholeNumbers } from './arguments.ts'

/** Cases within the daily quota of a key. Each batch has its own sandbox and seed. */
const BATCH = 5000

/** Fuzzes the sandbox of this checkout: `npm run test:soak -- fuzz --cases 1000 --seed 7`. */
const { cases, seed: first } = wholeNumbers({ cases: 100_000, seed: randomSeed() })

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
