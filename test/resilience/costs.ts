/**
 * `npm run test:soak -- costs`: sends the largest and worst allowed inputs to every operation, and lists those that cost the main
 * thread more than 50 ms. `--only text` selects operations by their ids.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { killOnExit } from '../bench/processes.ts'
import { serveProcess } from '../support/processes/cli-process.ts'
import { type LargeInput, largeInputs } from './probe/large-inputs.ts'
import { mainThreadCost } from './probe/main-thread-cost.ts'
import { type Target, targetsOf } from './probe/targets.ts'
import { report } from './report.ts'

const MOST_MS = 50
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, input: { type: 'string', default: '' } },
})

const child = spawn(
  process.execPath,
  [
    ...['--import', path('probe/event-loop-delay.js'), path('../../dist/src/cli/main.cjs')],
    ...['serve', '--port', '0', '--ephemeral', '--no-rate-limits'],
  ],
  { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
)
killOnExit(child)
const server = await serveProcess(child)
const agent = new Agent({ keepAlive: true })

const rows: string[][] = []
const failures: string[] = []
let sent = 0
for (const target of await targetsOf(`http://127.0.0.1:${server.port}`)) {
  if (!target.id.includes(options.only)) continue
  console.error(target.id)
  const usual = { cost: 0, delay: 0, status: 0 }
  for (const input of largeInputs(target)) {
    if (input.what !== 'as usual' && !input.what.includes(options.input)) continue
    const found = await costOf(target, input)
    if (input.what === 'as usual') Object.assign(usual, found)
    sent++
    if (found.delay <= MOST_MS || found.cost <= MOST_MS) continue
    const numbers = [found.cost, found.delay, usual.cost].map((ms) => ms.toFixed(0))
    const row = [target.id, input.what, String(found.status), ...numbers]
    rows.push(row)
    console.error(row.join(' · '))
    failures.push(`${target.id}, ${input.what}: busy for ${numbers[1]} ms`)
  }
}
child.disconnect()
child.kill('SIGKILL')
agent.destroy()
report(
  `# What inputs cost the main thread\n\n${sent} inputs`,
  rows.map(([id, what, status, cost, delay, usual]) => [
    `${id}: ${what}`,
    `${status}, ${cost} ms, ${delay} ms without a pause; usually ${usual} ms`,
  ]),
  failures,
)

/** The least of three, because collections of garbage and compilations fall into some of them. */
async function costOf(target: Target, input: LargeInput) {
  const least = { cost: Number.POSITIVE_INFINITY, delay: Number.POSITIVE_INFINITY, status: 0 }
  for (let time = 0; time < 3; time++) {
    await delayOf(child)
    const cost = await mainThreadCost(server.pid, async () => {
      least.status = await send(target, input)
    })
    least.cost = Math.min(least.cost, cost)
    least.delay = Math.min(least.delay, await delayOf(child))
    if (least.cost <= MOST_MS || least.delay <= MOST_MS) break
  }
  return least
}

async function delayOf(process: ChildProcess): Promise<number> {
  process.send('report')
  const [delay] = await once(process, 'message')
  return delay
}

/** The status; 0 if the server closed the connection. */
async function send({ method, authorization }: Target, input: LargeInput): Promise<number> {
  const outgoing = request({
    ...{ port: server.port, host: '127.0.0.1', method, path: input.path, agent },
    headers: {
      ...(authorization && { authorization }),
      ...(input.body !== undefined && { 'content-length': Buffer.byteLength(input.body) }),
      ...input.headers,
    },
    // A stream does not end.
    timeout: 3000,
  })
  outgoing.on('timeout', () => outgoing.destroy())
  outgoing.end(input.body)
  try {
    const [answer] = await once(outgoing, 'response')
    const type = String(answer.headers['content-type'])
    if (type.startsWith('text/event-stream')) outgoing.destroy()
    else for await (const _ of answer);
    return answer.statusCode
  } catch {
    return 0
  }
}
