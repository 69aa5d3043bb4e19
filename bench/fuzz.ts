import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { replayOf, writeReplay } from '../contract-tests/fuzz/replay.ts'
import { fuzzReport } from '../contract-tests/fuzz/terminal.ts'
import { fuzzSandbox } from '../src/testing/fuzzing.ts'

/** Fuzzes the sandbox of this checkout: `npm run fuzz -- --cases 1000 --seed 7`. */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31 - 1)) },
  },
})
const seed = Number(values.seed)
process.stdout.write(`seed ${seed}\n`)
let responses = 0
const result = await fuzzSandbox({ cases: Number(values.cases), seed }, () => {
  responses += 1
  if (responses % 10_000 === 0)
    process.stdout.write(`${responses.toLocaleString('en-US')} responses\n`)
})
const replay = replayOf(result)
const replayFile = replay && `svc-fuzz-${seed}-${replay.case}.json`
if (replay && replayFile) writeReplay(replayFile, replay)
process.stdout.write(fuzzReport(result, replayFile === undefined ? {} : { replayFile }))
process.exitCode = result.outcome === 'passed' ? 0 : 1
