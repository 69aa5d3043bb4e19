import { measure } from '../load.ts'
import { firstId, loadOf, type Operation } from '../operations.ts'
import { commandOf, install } from '../peers/install.ts'
import { document, PRISM } from '../peers/peers.ts'
import { unpinned } from '../processes.ts'
import { type Origin, origin } from '../results.ts'
import { type Cores, type Server, start, startSandbox } from '../servers.ts'
import { inTurns, medians } from '../statistics.ts'

const ROUNDS = 5
/** Requests of each server before anything is measured: Node compiles code that runs often, in threads that take CPU, too. */
const WARM_UP = 3000
/** Of each round and operation, one after the other: what a single caller waits for. */
const REQUESTS = 400
const OPERATIONS = ['list', 'read', 'create'] as const satisfies readonly Operation[]
/** The cores of the upstream and of the proxies. */
export const PLACES = ['one', 'all'] as const satisfies readonly Cores[]
/** Requests of the memory run, and how often memory is read. */
const MEMORY_REQUESTS = 20_000
const READINGS = 5
const CONNECTIONS = 10

export interface Latency {
  /** Milliseconds until the answer. */
  p50: number
  p99: number
  /** Milliseconds of CPU of the process, for each request. */
  cpuMs: number
}

export interface ProxySubject {
  name: string
  latencies: Record<Cores, Record<(typeof OPERATIONS)[number], Latency>>
  /** Resident MB after the latencies, and at equal steps of the memory run; empty for the upstream. */
  memory: number[]
}

export interface ProxyRun {
  origin: Origin
  remarks: string[]
  /** Of the memory run. */
  requests: number
  /** The upstream alone is the first. */
  subjects: ProxySubject[]
}

interface Running {
  name: string
  server: Server
  /** Path of the API root. */
  base: string
}

/** What a proxy adds to the upstream alone, next to Prism's, and its memory. `share` of all requests is for a trial. */
export async function measureProxy(
  onProgress: (line: string) => void,
  share = 1,
): Promise<ProxyRun> {
  const from = origin()
  const upstream = await startSandbox(['--ephemeral', '--no-rate-limits'])
  await beginAgain(upstream)
  const api = `${upstream.url}/api`
  const id = await firstId(api)
  const remarks = unpinned === undefined ? [] : [unpinned]
  const running: Running[] = [{ name: 'the upstream alone', server: upstream, base: '/api' }]
  onProgress('starting')
  running.push({ name: 'svc-sandbox proxy', server: await startProxy(api), base: '/api' })
  await startPrism(api).then(
    (server) => running.push({ name: `Prism ${Object.values(PRISM)} proxy`, server, base: '' }),
    (error: Error) => remarks.push(`Prism was left out: ${error.message.split('\n')[0]}`),
  )
  const subjects = running.map(({ name }): ProxySubject => {
    return { name, latencies: { one: {}, all: {} } as ProxySubject['latencies'], memory: [] }
  })

  onProgress('warming up')
  for (const { server, base } of running) {
    for (const operation of OPERATIONS) {
      const { path, ...load } = loadOf(operation, id)
      const amount = Math.ceil((WARM_UP * share) / OPERATIONS.length)
      const given = { ...load, path: base + path, connections: CONNECTIONS, amount }
      await measure(server, { ...given, cores: 'all' })
    }
    await beginAgain(upstream)
  }

  for (const cores of PLACES) {
    for (const operation of OPERATIONS) {
      onProgress(`${operation}, cores: ${cores}`)
      const { path, ...load } = loadOf(operation, id)
      const rounds = await inTurns(running, ROUNDS + 1, async ({ server, base }) => {
        if (operation === 'create') await beginAgain(upstream)
        const amount = Math.ceil(REQUESTS * share)
        const given = { ...load, path: base + path, cores, connections: 1, amount }
        const { p50, p99, cpuMs } = await measure(server, given)
        return { p50, p99, cpuMs }
      })
      for (const [index, { latencies }] of subjects.entries()) {
        // The first round warms up.
        latencies[cores][operation] = medians((rounds[index] ?? []).slice(1))
      }
    }
  }

  await beginAgain(upstream)
  const step = Math.ceil((MEMORY_REQUESTS * share) / READINGS)
  for (const [index, { name, server, base }] of running.entries()) {
    if (index === 0) continue
    onProgress(`memory of ${name}`)
    const memory = [server.memory()]
    for (let reading = 0; reading < READINGS; reading++) {
      const operation = reading % 2 === 0 ? 'read' : 'list'
      const { path, ...load } = loadOf(operation, id)
      const given = { ...load, cores: 'all', connections: CONNECTIONS, amount: step } as const
      await measure(server, { ...given, path: base + path })
      memory.push(server.memory())
    }
    ;(subjects[index] as ProxySubject).memory = memory
  }
  // The upstream last: a proxy may still have a connection to it.
  for (const { server } of running.toReversed()) await server.stop()
  return { origin: from, remarks, requests: step * READINGS, subjects }
}

/**
 * Takes the upstream back to its fixture, with a clock that stands still. Otherwise each new campaign runs soon, and each
 * run looks at all campaigns with the same keywords: thousands of creates would take minutes.
 */
async function beginAgain({ url }: Server): Promise<void> {
  await control(`${url}/_sandbox/reset?account=acc_demo`, {})
  await control(`${url}/_sandbox/clock?account=acc_demo`, { frozen: true })
}

async function control(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
}

function startProxy(upstream: string): Promise<Server> {
  return start(
    (port) => ['dist/src/cli/main.cjs', 'proxy', upstream, '--port', port],
    '/api/auth/me',
  )
}

async function startPrism(upstream: string): Promise<Server> {
  const folder = await install(PRISM)
  const command = commandOf(folder, '@stoplight/prism-cli')
  const flags = ['--multiprocess', 'false']
  return start(
    (port) => [command, 'proxy', document, upstream, '--port', port, ...flags],
    '/auth/me',
  )
}
