/**
 * `npm run test:soak -- costs`: sends the largest and worst allowed inputs to every operation, beside 1,000 campaigns, and lists
 * those that hold up the event loop for more than 50 ms. `--only text` selects operations by their ids, `--input text` inputs by
 * their description, `--campaigns 100` the size of the account.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { killOnExit } from '../bench/processes.ts'
import { fixtureOf } from '../bench/servers.ts'
import { mainThreadCost } from '../support/main-thread.ts'
import { ALL_CONTROL_OPERATIONS, OPERATIONS } from '../support/malformed/malformed-operations.ts'
import { serveProcess } from '../support/processes/cli-process.ts'
import { type Input, inputsOf } from './largest-inputs.ts'
import { report } from './options.ts'

/** What one request may take of the event loop without a pause. */
const MOST_MS = 50
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    input: { type: 'string', default: '' },
    campaigns: { type: 'string', default: '1000' },
  },
})

const fixture = fixtureOf(1, Number(options.campaigns))
const child = spawn(
  process.execPath,
  [
    ...['--expose-gc', '--import', path('reporter.js'), path('../../dist/src/cli/main.cjs')],
    ...['serve', '--port', '0', '--ephemeral', '--no-rate-limits', '--fixture', fixture],
  ],
  { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
)
killOnExit(child)
const server = await serveProcess(child)
const agent = new Agent({ keepAlive: true })

const rows: string[][] = []
const failures: string[] = []
let sent = 0
let longest = 0
for (const operation of [...OPERATIONS, ...ALL_CONTROL_OPERATIONS]) {
  if (!operation.id.includes(options.only)) continue
  console.error(operation.id)
  for (const input of inputsOf(operation, await firstCampaign())) {
    if (!input.what.includes(options.input)) continue
    const { cost, delay, status } = await costOf(input)
    sent++
    longest = Math.max(longest, Math.min(cost, delay))
    if (delay <= MOST_MS || cost <= MOST_MS) continue
    const words = `${operation.id}, ${input.what}: busy for ${delay.toFixed(0)} ms without a pause`
    rows.push([words, `${status}, ${cost.toFixed(0)} ms in all`])
    failures.push(words)
    console.error(words)
  }
}
child.disconnect()
child.kill('SIGKILL')
agent.destroy()
report(
  `${sent} inputs, ${options.campaigns} campaigns`,
  [['longest', `${longest.toFixed(0)} ms`], ...rows],
  failures,
)

/** The least of three, because collections of garbage and compilations fall into some of them. */
async function costOf(input: Input) {
  const least = { cost: Number.POSITIVE_INFINITY, delay: Number.POSITIVE_INFINITY, status: 0 }
  for (let time = 0; time < 3; time++) {
    await delayOf(child)
    const cost = await mainThreadCost(server.pid, async () => {
      least.status = await send(input)
    })
    least.cost = Math.min(least.cost, cost)
    least.delay = Math.min(least.delay, await delayOf(child))
    if (least.cost <= MOST_MS || least.delay <= MOST_MS) break
  }
  return least
}

async function delayOf(process: ChildProcess): Promise<number> {
  process.send('delay')
  const [delay] = await once(process, 'message')
  return delay
}

async function firstCampaign(): Promise<string> {
  const headers = { authorization: 'Bearer svc_test_demo' }
  const response = await fetch(`${server.url}/campaigns?limit=1`, { headers })
  const { data } = (await response.json()) as { data: { id: string }[] }
  return data[0]?.id ?? 'none'
}

/** The status; 0 if the server closed the connection. */
async function send({ method, target, headers, body }: Input): Promise<number> {
  const outgoing = request({
    ...{ port: server.port, host: '127.0.0.1', method, path: target, agent },
    headers: {
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    // A stream does not end.
    timeout: 3000,
  })
  outgoing.on('timeout', () => outgoing.destroy())
  outgoing.end(body)
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
