/**
 * `npm run test:soak -- probe --inputs 20000 --seed 7 --minutes 60`: sends hostile inputs to the built package, and judges each
 * answer by rules that need no knowledge of the program. `--only idea` repeats the inputs of one idea, `--case 12` one
 * of its cases. Exits with 1 if it found something, a server ended, or its memory grew too much.
 */
import { parseArgs } from 'node:util'
import { cpuTime, needLinux } from '../bench/processes.ts'
import { origin, originLine, save } from '../bench/results.ts'
import { whole } from '../bench/table.ts'
import { randomSeed } from './arguments.ts'
import { Canary } from './probe/canary.ts'
import { Findings } from './probe/findings.ts'
import { IDEAS } from './probe/ideas.ts'
import { Pulse } from './probe/pulse.ts'
import { Schedule } from './probe/schedule.ts'
import { ProbedServer } from './probe/server.ts'
import { Slowest } from './probe/slowest.ts'
import { victimIds } from './probe/victim.ts'
import { report } from './report.ts'

/** Inputs of a run whose result is saved. */
const WHOLE_RUN = 1_000_000
/** Inputs between two looks at the canary. */
const LOOK_EVERY = 5000
/** Cases that run at a time. */
const TOGETHER = 12
const MEMORY_LIMIT_MB = 1500

needLinux('npm run test:soak -- probe')
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomSeed()) },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string' },
    case: { type: 'string' },
  },
})
const [inputs, seed, minutes] = [values.inputs, values.seed, values.minutes].map(Number) as [
  number,
  number,
  number,
]
const ideas = IDEAS.filter(({ name }) => values.only === undefined || name === values.only)
if (ideas.length === 0) {
  console.error(`There is no idea ${values.only}: ${IDEAS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
console.log(`${inputs} inputs, seed ${seed}`)
const from = origin()
const findings = new Findings()
const loopback = await ProbedServer.start('loopback')
const hosted = await ProbedServer.start('hosted')
const servers = [loopback, hosted]
const slowest = new Slowest()
const range = { loopback, hosted, findings, slowest, seed }
const before = servers.map((server) => server.memory())
await Promise.all(servers.map(victimIds))
const canaries = await Promise.all(servers.map((server) => Canary.of(server)))
const pulses = servers.map((server) => new Pulse(server))
const ended = () => servers.find(({ ending }) => ending !== undefined)

const begin = performance.now()
const isOver = () => performance.now() - begin > minutes * 60_000 || ended() !== undefined
const only = values.case === undefined ? undefined : Number(values.case)
const schedule = new Schedule(range, ideas, inputs)
if (only === undefined) {
  while (!schedule.isDone && !isOver()) {
    await schedule.play(Math.min(LOOK_EVERY, inputs), TOGETHER, isOver)
    for (const canary of canaries) await canary.look(findings)
  }
  if (!ended()) await schedule.finish()
} else {
  await schedule.playCase(only)
  for (const canary of canaries) await canary.look(findings)
}
for (const pulse of pulses) pulse.stop()
const block = await slowest.judge(findings).catch((error) => {
  // What it measures is gone, and reported below.
  if (ended()) return 0
  throw error
})
const seconds = (performance.now() - begin) / 1000

for (const server of servers) {
  if (server.ending)
    findings.add(
      `The ${server.name} server ${server.ending}`,
      (await server.process.ended).stderr.slice(-2000),
    )
  else if (server.memory() > MEMORY_LIMIT_MB) {
    findings.add(`The memory of the ${server.name} server`, `${server.memory().toFixed(0)} MB`)
  }
}
const rows: string[][] = [
  ...[...schedule.counts].map(([name, count]) => [`inputs of ${name}`, whole(count)]),
  ['inputs', whole(schedule.sent)],
  ['processor time of the probe and both servers', `${whole(processorSeconds())} s`],
  ['inputs a second', whole(schedule.sent / seconds)],
  ...servers.map((server, n) => [
    `memory of the ${server.name} server before and after`,
    `${before[n]?.toFixed(0)} and ${server.ending ? '–' : server.memory().toFixed(0)} MB`,
  ]),
  ...servers.map((server, n) => [
    `slowest health check of the ${server.name} server`,
    `${whole(pulses[n]?.slowest ?? 0)} ms`,
  ]),
  ['longest block of the main thread by one of the slowest inputs', `${whole(block)} ms`],
  ['findings', whole(findings.size)],
]
await Promise.all(servers.map((server) => server.stop()))
const markdown = report(`${originLine(from)}. Seed ${seed}.`, rows, findings.lines())
if (schedule.sent >= WHOLE_RUN) {
  save('probe', { origin: from, seed, seconds, rows, findings: findings.lines() }, markdown)
}
console.log(
  `${whole(schedule.sent)} inputs, seed ${seed}, ${findings.size} findings, ${seconds.toFixed(0)} s`,
)
// Without an exit, connections that hang keep the process.
process.exit(process.exitCode ?? 0)

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  const running = servers.filter(({ ending }) => ending === undefined)
  return (user + system) / 1e6 + running.reduce((sum, { pid }) => sum + cpuTime(pid), 0) / 1000
}
