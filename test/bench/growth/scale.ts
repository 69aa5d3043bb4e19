import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { type Load, measure } from '../load.ts'
import { dataOf, firstId, loadOf } from '../operations.ts'
import { pin } from '../processes.ts'
import { type Origin, origin } from '../results.ts'
import { fixtureOf, type Server, startSandbox } from '../servers.ts'
import { answerTime, median, pause } from '../statistics.ts'
import { whole } from '../table.ts'
import { accountsFixture } from './measure.ts'

/** The creates make the second one as large as an account can be. */
const SIZES = [1_000, 4_000]
const ACCOUNTS = 10_000
const IDLE_CONNECTIONS = 10_000
const OPEN_STREAMS = 1_000
/** Requests of each kind; the median of their rounds counts. The system counts CPU in steps of 10 ms, so they must be many. */
const REQUESTS = 1_500
const ROUNDS = 3
/** Milliseconds of a server at rest, and before that: a start looks once for what is due in each account. */
const REST = 3_000
const SETTLING = 2_000
/** Long, so that few changes bring the journal to the size of the file of 10,000 campaigns. */
const LONG_KEYWORDS = Array.from({ length: 200 }, (_, n) => `${n} ${'keyword '.repeat(24)}`.trim())
const MOST_CHANGES = 3_000

/** An account of so many campaigns. CPU is microseconds of a request, p99 and all other times are milliseconds. */
export interface CampaignFigures {
  size: number
  startMs: number
  memoryMb: number
  requests: Record<string, { cpu: number; p99: number }>
  longest: LongestReads
}

interface LongestReads {
  writingMs: number
  foldingMs: number
}

/** A server that holds much and has little to do. */
export interface Burden {
  /** What it holds. */
  name: string
  /** Only of a server that holds it when it starts. */
  startMs?: number
  memoryMb: number
  /** Share of a core. */
  rest: number
  /** Microseconds of a list. */
  listCpu: number
  listP99: number
}

/** What one process holds. */
export interface Scale {
  origin: Origin
  /** The smallest first. */
  campaigns: CampaignFigures[]
  burdens: Burden[]
}

export async function measureScale(onProgress: (line: string) => void): Promise<Scale> {
  const from = origin()
  const campaigns: CampaignFigures[] = []
  for (const size of SIZES) {
    onProgress(`${whole(size)} campaigns in one account`)
    campaigns.push(await ofCampaigns(size))
  }
  onProgress(`${whole(ACCOUNTS)} accounts`)
  const accounts = await ofAccounts()
  onProgress('connections and streams')
  const burdens = [accounts, await ofConnections(), await ofStreams()]
  return { origin: from, campaigns, burdens }
}

async function ofCampaigns(size: number): Promise<CampaignFigures> {
  const fixture = fixtureOf(`    generate_campaigns: ${size}\n`)
  const data = join(dirname(fixture), 'data')
  const flags = ['--no-rate-limits', '--fixture', fixture, '--data', data]
  await (await startSandbox(flags)).stop()
  const server = await startSandbox(flags)
  const memoryMb = server.memory()
  const id = await firstId(`${server.url}/api`)
  const requests: CampaignFigures['requests'] = {}
  for (const [name, load] of Object.entries(loadsOf(id))) {
    const rounds: { cpuMs: number; p99: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push(await measure(server, { ...load(round), amount: REQUESTS }))
      // The first runs of new campaigns would count for the next requests.
      await untilAtRest(server)
    }
    // The first round warms up.
    const [, ...counted] = rounds
    requests[name] = {
      cpu: median(counted.map(({ cpuMs }) => cpuMs)) * 1000,
      p99: median(counted.map(({ p99 }) => p99)),
    }
  }
  const longest = await longestReads(server, data)
  await server.stop()
  return { size, startMs: server.startMs, memoryMb, requests, longest }
}

/** Resolves when the server has nothing to do, or after ten seconds. */
async function untilAtRest(server: Server): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const before = server.cpuMs()
    await pause(200)
    // The system counts CPU in steps of 10 ms.
    if (server.cpuMs() - before <= 10) return
  }
}

function loadsOf(id: string): Record<string, (round: number) => Load> {
  const api = (load: Load): Load => ({ ...load, path: `/api${load.path}` })
  return {
    'create a campaign': () => api(loadOf('create', id)),
    'list 20 campaigns': () => api(loadOf('list', id)),
    'search, again and again': () => api({ path: '/campaigns?search=shop' }),
    'update a campaign': (round) => {
      const body = { name: `Renamed ${round}` }
      return api({ path: `/campaigns/${id}`, method: 'PUT', body })
    },
  }
}

/**
 * The longest answer times of one reader: while long changes fill the journal, and while the journal is folded into the
 * file. Meanwhile, changes go on, but short ones: long changes take longer than folding.
 */
async function longestReads(server: Server, data: string): Promise<LongestReads> {
  // The requests of this process would delay the server on its core.
  pin(process.pid, 'generator')
  const agent = new Agent({ keepAlive: true })
  const root = `${server.url}/api`
  const campaigns = await dataOf<{ id: string }[]>(root, { path: '/campaigns?limit=100' })
  const file = join(data, 'accounts', 'acc_bench')
  // A new file replaces it.
  const fileNumber = () => statSync(`${file}.json`).ino
  const before = fileNumber()
  const isSetAside = () => existsSync(`${file}.1.journal`)
  const longest = { writingMs: 0, foldingMs: 0 }
  let isWriting = true
  const reading = (async () => {
    while (isWriting) {
      const [wasSetAside, number] = [isSetAside(), fileNumber()]
      const took = await answerTime(`${root}/campaigns/x`, 'svc_test_demo', 404, agent)
      const isFolding = wasSetAside || isSetAside() || fileNumber() !== number
      const phase = isFolding ? 'foldingMs' : 'writingMs'
      longest[phase] = Math.max(longest[phase], took)
      await pause(1)
    }
  })()
  for (let n = 0; fileNumber() === before || isSetAside(); n++) {
    if (n === MOST_CHANGES) throw new Error(`${n} changes were not folded.`)
    // Each campaign keeps a few earlier states only.
    const { id } = campaigns[n % campaigns.length] as { id: string }
    // Others than in the round before: a change to the same would write nothing.
    const keywords = LONG_KEYWORDS.slice(Math.floor(n / campaigns.length) % 2)
    const body = isSetAside() ? { name: `Renamed ${n}` } : { keywords }
    await dataOf(root, { path: `/campaigns/${id}`, method: 'PUT', body })
  }
  isWriting = false
  await reading
  agent.destroy()
  pin(process.pid, 'all')
  return longest
}

async function ofAccounts(): Promise<Burden> {
  const fixture = accountsFixture(ACCOUNTS, 1)
  const flags = ['--no-rate-limits', '--fixture', fixture, '--data', join(dirname(fixture), 'data')]
  await (await startSandbox(flags)).stop()
  const server = await startSandbox(flags)
  const burden = await burdenOn(server, `${whole(ACCOUNTS)} accounts`)
  await server.stop()
  return { startMs: server.startMs, ...burden }
}

async function ofConnections(): Promise<Burden> {
  const server = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const { port } = new URL(server.url)
  const sockets: Socket[] = []
  for (let n = 0; n < IDLE_CONNECTIONS; n++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    if (n % 100 === 99) await once(socket, 'connect')
  }
  const burden = await burdenOn(server, `${whole(IDLE_CONNECTIONS)} idle connections`)
  for (const socket of sockets) socket.destroy()
  await server.stop()
  return burden
}

async function ofStreams(): Promise<Burden> {
  const server = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const agent = new Agent({ maxSockets: OPEN_STREAMS })
  for (let n = 0; n < OPEN_STREAMS; n++) {
    const request = get(`${server.url}/_sandbox/changes/stream`, { agent })
    request.on('error', () => {})
    const [response] = await once(request, 'response')
    if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}.`)
    response.on('error', () => {}).resume()
  }
  const burden = await burdenOn(server, `${whole(OPEN_STREAMS)} open streams`)
  agent.destroy()
  await server.stop()
  return burden
}

/** What a server needs while it holds much and has little to do. */
async function burdenOn(server: Server, name: string): Promise<Burden> {
  await pause(SETTLING)
  const before = server.cpuMs()
  await pause(REST)
  const rest = (server.cpuMs() - before) / REST
  const load = { path: '/api/campaigns', amount: REQUESTS * 3 }
  await measure(server, load)
  const { cpuMs, p99 } = await measure(server, load)
  return { name, memoryMb: server.memory(), rest, listCpu: cpuMs * 1000, listP99: p99 }
}
