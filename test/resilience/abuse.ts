/**
 * `npm run test:soak -- abuse --inputs 100000 --seed 7`: sends malformed requests to the built package over raw sockets. They
 * depend on the seed only.
 * Exits with 1 if an answer is wrong or the server ends.
 */
import { needLinux } from '../bench/processes.ts'
import { whole } from '../bench/table.ts'
import { abuse } from '../support/malformed/abuse.ts'
import { randomSeed, report, wholeNumbers } from './options.ts'
import { startBuilt } from './sandbox.ts'

/** Inputs of a batch. Each has its own seed, so that not all requests are in memory at once. */
const BATCH = 5000
const MOST_MEMORY_MB = 600

needLinux('npm run test:soak -- abuse')
const { inputs, seed } = wholeNumbers({ inputs: 100_000, seed: randomSeed() })
console.log(`${inputs} inputs, seed ${seed}`)
const failures: string[] = []

const sandbox = await startBuilt()
const begin = performance.now()
let sent = 0
for (let n = 0; sent < inputs && failures.length < 5; n++) {
  const result = await abuse(sandbox.port, Math.min(BATCH, inputs - sent), seed + n)
  sent += result.sent
  failures.push(...result.complaints.map((text) => `seed ${seed + n}: ${text}`))
}
const seconds = Math.round((performance.now() - begin) / 1000)
const isAlive = await fetch(`${sandbox.root}/_sandbox/health/live`).then(
  ({ ok }) => ok,
  () => false,
)
if (!isAlive) failures.push('The sandbox answers no more.')
const memory = isAlive ? sandbox.memory() : 0
if (memory > MOST_MEMORY_MB) failures.push(`The sandbox takes ${memory} MB.`)
const wrong = `${failures.length} wrong`
const rows = [['malformed requests', `${whole(sent)} sent, ${wrong}, ${seconds} s, ${memory} MB`]]
await sandbox.stop()
report(`Seed ${seed}.`, rows, failures.slice(0, 5))
// Without an exit, connections that hang keep the process.
process.exit(process.exitCode ?? 0)
