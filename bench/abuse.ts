/**
 * `npm run abuse -- --inputs 100000 --seed 7`: malformed requests over raw sockets against the built package.
 * What is sent follows from the seed alone. Exits with 1 when an answer was wrong, the server ended, or a neighbour waits
 * twice as long or more.
 */
import { randomInt } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { abuse, exchange, inBatches } from '../src/testing/abuse.ts'
import { malformed } from '../src/testing/malformed.ts'
import type { Malformed } from '../src/testing/malformed-bytes.ts'
import { randomFrom } from '../src/testing/random.ts'
import { pin, unpinned } from './cores.ts'
import { needLinux } from './linux.ts'
import { startProbe } from './probe.ts'
import { origin, originLine, save } from './results.ts'
import { type Server, startSandbox } from './servers.ts'
import { median, percentile } from './statistics.ts'
import { table, whole } from './table.ts'

/** Each has a seed of its own, so that not all requests are in memory at once. */
const BATCH = 5000
/** What the attacker sends a second while the neighbour is timed: a part of what the server can take. */
const RATE = 100
const ROUNDS = 5
const ROUND_MS = 4000
const PER_ROUND = (ROUND_MS / 1000) * RATE
const NEIGHBOUR = 'svc_test_enterprise'
/** How many inputs are timed one by one, and how many of the slowest again. */
const TIMED = 3000
const AGAIN = 5
/** What the p99 of the neighbour must stay below, as a multiple of that without attack. */
const BEARABLE = 2
/** As many make a result that is kept. */
const WHOLE_RUN = 100_000

needLinux('npm run abuse')
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31 - 1)) },
  },
})
const [inputs, seed] = [wholeNumber('inputs', values.inputs), wholeNumber('seed', values.seed)]
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
if (!ok) complaints.push('The sandbox does not answer any more.')
for (const complaint of complaints.slice(0, 5)) console.error(complaint)
row(
  'inputs that were answered as they should',
  `${whole(sent - complaints.length)} of ${whole(sent)}`,
)
row('sent in', `${seconds.toFixed(0)} s`)
row('memory before and after', `${before.toFixed(0)} and ${sandbox.memory().toFixed(0)} MB`)

// What 100,000 requests without a quota have made would be timed, too.
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
const slowed =
  ratio < BEARABLE
    ? []
    : [
        `The p99 of a neighbour is ${ratio.toFixed(2)} times as high under attack; it must stay below ${BEARABLE} times.`,
      ]
const failures = [...complaints.slice(0, 5), ...slowed]
const markdown = [
  `${originLine(from)}. ${whole(sent)} malformed inputs, seed ${seed}.`,
  table(['measured', 'value'], rows),
  ...(unpinned ? [unpinned] : []),
  ...failures.map((text) => `Failed: ${text}`),
].join('\n\n')
console.log(markdown)
if (sent >= WHOLE_RUN) {
  save('abuse', { origin: from, sent, seed, ratios, rows, failures }, markdown)
}
if (failures.length > 0) process.exitCode = 1

function row(name: string, value: string): void {
  console.error(`${name}: ${value}`)
  rows.push([name, value])
}

/** As text that can stand in a table: a malformed request may hold any byte. */
function firstLine({ bytes }: Malformed): string {
  const [line = ''] = bytes.toString('latin1').split('\r\n')
  return line.slice(0, 70).replace(/[^ -~]|[<`|]/g, (char) => {
    return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${name} must be a whole number; found ${text}.`)
}

/**
 * Idle and under attack in turns, since the machine's speed drifts. The server may use all cores, as at its users':
 * kept to one, it would wait there for its own threads, which compile, collect garbage, unpack and hash.
 */
async function neighbour(server: Server) {
  pin(process.pid, 'generator')
  const probe = await startProbe({ url: `${server.url}/api/campaigns`, token: NEIGHBOUR })
  // The probe shares a core with the attacker: it would measure how long it waits for that, and not for the server.
  setPriority(constants.priority.PRIORITY_LOW)
  const rounds = { idle: [] as number[], attacked: [] as number[] }
  const random = randomFrom(seed)
  await probe.times(() => pause(ROUND_MS / 2))
  for (let round = 0; round < ROUNDS; round++) {
    rounds.idle.push(percentile(await probe.times(() => pause(ROUND_MS)), 0.99))
    // Made before: that takes longer than to send them.
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

/** Sends inputs at a fixed rate, whether those before were answered or not. */
async function attack(batches: Malformed[][]): Promise<void> {
  const start = performance.now()
  const open: Promise<unknown>[] = []
  for (const [n, batch] of batches.entries()) {
    open.push(exchange(port(), batch))
    await pause(start + ((n + 1) * ROUND_MS) / batches.length - performance.now())
  }
  await Promise.all(open)
}

/** The inputs whose answers take longest when nothing else is asked; medians of several tries. */
async function slowest(): Promise<{ ms: number; request: Malformed }[]> {
  const random = randomFrom(seed)
  const timed: { ms: number; request: Malformed }[] = []
  for (let n = 0; n < Math.min(TIMED, inputs); n++) {
    const request = malformed(random)
    // What waits because it was asked to is not slow.
    if (!request.framed || /X-Sandbox-Delay/.test(request.bytes.toString('latin1'))) continue
    timed.push({ ms: await timeOf(request), request })
  }
  const worst = timed.sort((a, b) => b.ms - a.ms).slice(0, AGAIN)
  for (const entry of worst) {
    const again: number[] = []
    for (let n = 0; n < 5; n++) again.push(await timeOf(entry.request))
    entry.ms = median(again)
  }
  return worst.sort((a, b) => b.ms - a.ms)
}

async function timeOf(request: Malformed): Promise<number> {
  const started = performance.now()
  await exchange(port(), [request])
  return performance.now() - started
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
