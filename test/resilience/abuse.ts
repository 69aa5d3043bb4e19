/**
 * `npm run test:soak -- abuse --inputs 100000 --seed 7`: sends malformed requests over raw sockets to the built package.
 * They depend on the seed only. Exits with 1 if an answer is wrong, the server ends, or a neighbour waits twice as long.
 */
import { constants, setPriority } from 'node:os'
import { Probe } from '../bench/probe.ts'
import { needLinux, pin, unpinned } from '../bench/processes.ts'
import { origin, originLine, save } from '../bench/results.ts'
import { type Server, startSandbox } from '../bench/servers.ts'
import { median, medianTime, pause, percentile, timed } from '../bench/statistics.ts'
import { whole } from '../bench/table.ts'
import { abuse, exchange, inBatches } from '../support/malformed/abuse.ts'
import { malformed } from '../support/malformed/malformed.ts'
import type { Malformed } from '../support/malformed/malformed-bytes.ts'
import { randomFrom } from '../support/random.ts'
import { randomSeed, wholeNumbers } from './arguments.ts'
import { report } from './report.ts'

/** Inputs of a batch. Each has its own seed, so that not all requests are in memory at once. */
const BATCH = 5000
/** Malformed requests a second while the neighbour is timed: less than the server can take. */
const RATE = 100
const ROUNDS = 5
const ROUND_MS = 4000
const PER_ROUND = (ROUND_MS / 1000) * RATE
const NEIGHBOUR = 'svc_test_enterprise'
/** Inputs that are timed one by one, and the slowest of them that are timed again. */
const TIMED = 3000
const AGAIN = 5
/** Limit of the neighbour's p99 under attack, as a multiple of its p99 when idle. */
const BEARABLE = 2
/** Inputs of a run whose result is saved. */
const WHOLE_RUN = 100_000

needLinux('npm run test:soak -- abuse')
const { inputs, seed } = wholeNumbers({ inputs: WHOLE_RUN, seed: randomSeed() })
console.log(`${inputs} inputs, seed ${seed}`)
const from = origin()
const rows: [measured: string, value: string][] = []

const flags = ['--ephemeral', '--no-rate-limits']
let sandbox = await startSandbox(flags)
const port = () => Number(new URL(sandbox.url).port)
const before = sandbox.memory()
const begin = performance.now()
let sent = 0
const complaints: string[] = []
for (let number = 0; sent < inputs && complaints.length < 5; number++) {
  const result = await abuse(port(), Math.min(BATCH, inputs - sent), seed + number)
  sent += result.sent
  complaints.push(...result.complaints.map((text) => `seed ${seed + number}: ${text}`))
}
const seconds = (performance.now() - begin) / 1000
const { ok } = await fetch(`${sandbox.url}/_sandbox/health`)
if (!ok) complaints.push('The sandbox no longer answers.')
const failures = complaints.slice(0, 5)
for (const failure of failures) console.error(failure)
row('inputs with a correct answer', `${whole(sent - complaints.length)} of ${whole(sent)}`)
row('sent in', `${seconds.toFixed(0)} s`)
row('memory before and after', `${before.toFixed(0)} and ${sandbox.memory().toFixed(0)} MB`)

// A fresh server: 100,000 requests without a quota leave records that would be timed, too.
await sandbox.stop()
sandbox = await startSandbox(flags)
const { idle, attacked, ratios } = await neighbour(sandbox)
row(`p99 of a neighbour's GET /campaigns, idle`, `${idle.toFixed(1)} ms`)
row(`the same while ${RATE} malformed inputs a second come`, `${attacked.toFixed(1)} ms`)
const ratio = median(ratios)
row(`ratio, median of ${ROUNDS} rounds in turns`, ratio.toFixed(2))

for (const { ms, request } of await slowest()) {
  row(`slow input: ${firstLine(request)} (${request.bytes.length} bytes)`, `${ms.toFixed(1)} ms`)
}
await sandbox.stop()
if (ratio >= BEARABLE) {
  failures.push(
    `The p99 of a neighbour is ${ratio.toFixed(2)} times as high under attack; it must stay below ${BEARABLE} times.`,
  )
}
const title = `${originLine(from)}. ${whole(sent)} malformed inputs, seed ${seed}.`
const markdown = report(title, rows, failures, unpinned ? [unpinned] : [])
if (sent >= WHOLE_RUN) {
  save('abuse', { origin: from, sent, seed, ratios, rows, failures }, markdown)
}

function row(name: string, value: string): void {
  console.error(`${name}: ${value}`)
  rows.push([name, value])
}

/** The first line as text for a table: a malformed request may hold any byte. */
function firstLine({ bytes }: Malformed): string {
  const [line = ''] = bytes.toString('latin1').split('\r\n')
  return line.slice(0, 70).replace(/[^ -~]|[<`|]/g, (char) => {
    return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

/**
 * Times a neighbour, idle and under attack in turns, because the speed of the machine drifts. The server may use all
 * cores, as at its users: on a single one it would wait for its own threads, which compile, collect garbage and hash.
 */
async function neighbour(server: Server) {
  pin(process.pid, 'generator')
  const probe = new Probe({ url: `${server.url}/api/campaigns`, token: NEIGHBOUR })
  // The probe shares a core with this process, and must not measure how long it waits for it.
  setPriority(constants.priority.PRIORITY_LOW)
  const rounds = { idle: [] as number[], attacked: [] as number[] }
  const random = randomFrom(seed)
  await probe.times(() => pause(ROUND_MS / 2))
  for (let round = 0; round < ROUNDS; round++) {
    rounds.idle.push(percentile(await probe.times(() => pause(ROUND_MS)), 0.99))
    // Made in advance, which takes longer than to send them.
    const batches = Array.from({ length: PER_ROUND }, () => inBatches([malformed(random)])[0] ?? [])
    rounds.attacked.push(percentile(await probe.times(() => attack(batches)), 0.99))
  }
  probe.stop()
  return {
    idle: median(rounds.idle),
    attacked: median(rounds.attacked),
    ratios: rounds.attacked.map((value, n) => value / (rounds.idle[n] as number)),
  }
}

/** Sends inputs at a fixed rate, without waiting for answers. */
async function attack(batches: Malformed[][]): Promise<void> {
  const start = performance.now()
  const open: Promise<unknown>[] = []
  for (const [n, batch] of batches.entries()) {
    open.push(exchange(port(), batch))
    await pause(start + ((n + 1) * ROUND_MS) / batches.length - performance.now())
  }
  await Promise.all(open)
}

/** The inputs whose answers take longest on an idle server, with medians of several tries. */
async function slowest(): Promise<{ ms: number; request: Malformed }[]> {
  const random = randomFrom(seed)
  const answered: { ms: number; request: Malformed }[] = []
  for (let n = 0; n < Math.min(TIMED, inputs); n++) {
    const request = malformed(random)
    // A request that asks for a delay is not slow.
    if (!request.framed || /X-Sandbox-Delay/.test(request.bytes.toString('latin1'))) continue
    answered.push({ ms: await timed(() => exchange(port(), [request])), request })
  }
  const worst = answered.sort((a, b) => b.ms - a.ms).slice(0, AGAIN)
  for (const entry of worst) {
    entry.ms = await medianTime(5, () => exchange(port(), [entry.request]))
  }
  return worst.sort((a, b) => b.ms - a.ms)
}
