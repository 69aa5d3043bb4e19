import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { type Load, measure } from '../load.ts'
import { dataOf, firstId, loadOf } from '../operations.ts'
import { type Origin, origin, originLine } from '../results.ts'
import { fixtureOf, type Server, startSandbox } from '../servers.ts'
import { answerTime, median, pause } from '../statistics.ts'
import { table, whole } from '../table.ts'
import { accountsFixture } from './measure.ts'

const SIZES = [1_000, 100_000]
const ACCOUNTS = 10_000
const IDLE_CONNECTIONS = 10_000
const OPEN_STREAMS = 1_000
/** Requests of each kind; the median of their rounds counts. */
const REQUESTS = 300
const ROUNDS = 3
/** Milliseconds of a server at rest. */
const REST = 3_000
/** Long, so that few changes bring the journal to the size of the file of 100,000 campaigns. */
const LONG_KEYWORDS = Array.from({ length: 200 }, (_, n) => `${n} ${'keyword '.repeat(24)}`.trim())
const MOST_LONG_CHANGES = 3_000

type Figures = Record<string, string>

/** What one process holds: figures as text, by what was measured and of what size. */
export interface Scale {
  origin: Origin
  /** By number of campaigns in one account. */
  campaigns: Record<string, Figures>
  others: Record<string, Figures>
}

export async function measureScale(onProgress: (line: string) => void): Promise<Scale> {
  const from = origin()
  const campaigns: Scale['campaigns'] = {}
  for (const size of SIZES) {
    onProgress(`${whole(size)} campaigns in one account`)
    campaigns[whole(size)] = await ofCampaigns(size)
  }
  const others: Scale['others'] = {}
  onProgress(`${whole(ACCOUNTS)} accounts`)
  others[`${whole(ACCOUNTS)} accounts`] = await ofAccounts()
  onProgress('connections and streams')
  others[`${whole(IDLE_CONNECTIONS)} idle connections`] = await ofConnections()
  others[`${whole(OPEN_STREAMS)} open streams`] = await ofStreams()
  return { origin: from, campaigns, others }
}

export function scaleTables({ origin, campaigns, others }: Scale): string {
  return [
    `${originLine(origin)}. CPU is what the server itself used for each request.`,
    tableOf('campaigns in one account', campaigns),
    tableOf('one process with', others),
  ].join('\n\n')
}

function tableOf(what: string, columns: Record<string, Figures>): string {
  const names = [...new Set(Object.values(columns).flatMap((figures) => Object.keys(figures)))]
  const heads = [what, ...Object.keys(columns)]
  const rows = names.map((name) => [name, ...Object.values(columns).map((it) => it[name] ?? '')])
  return table(heads, rows)
}

async function ofCampaigns(size: number): Promise<Figures> {
  const fixture = fixtureOf(`    generate_campaigns: ${size}\n`)
  const data = join(dirname(fixture), 'data')
  const flags = ['--no-rate-limits', '--fixture', fixture, '--data', data]
  await (await startSandbox(flags)).stop()
  const server = await startSandbox(flags)
  const figures: Figures = {
    'start from the data folder': `${whole(server.startMs)} ms`,
    'memory, started': `${whole(server.memory())} MB`,
  }
  const id = await firstId(`${server.url}/api`)
  for (const [name, load] of Object.entries(loadsOf(id))) {
    const rounds: { cpuMs: number; p99: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push(await measure(server, { ...load(round), amount: REQUESTS }))
    }
    // The first round warms up.
    const [, ...counted] = rounds
    const cpu = median(counted.map(({ cpuMs }) => cpuMs)) * 1000
    figures[name] = `${whole(cpu)} µs, p99 ${median(counted.map(({ p99 }) => p99)).toFixed(0)} ms`
  }
  figures['longest read while the journal is folded'] = await longestWhileFolding(server, data)
  await server.stop()
  return figures
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

/** The longest answer time of one reader while long changes fill the journal, until it has been folded into the file. */
async function longestWhileFolding(server: Server, data: string): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  const root = `${server.url}/api`
  const campaigns = await dataOf<{ id: string }[]>(root, { path: '/campaigns?limit=100' })
  const journal = join(data, 'accounts', 'acc_bench.journal')
  const times: number[] = []
  let isWriting = true
  const reading = (async () => {
    while (isWriting) {
      times.push(await answerTime(`${root}/campaigns/x`, 'svc_test_demo', 404, agent))
      await pause(1)
    }
  })()
  let length = 0
  for (let n = 0; n < MOST_LONG_CHANGES; n++) {
    // Each campaign keeps a few earlier states only.
    const { id } = campaigns[n % campaigns.length] as { id: string }
    // Others than in the round before: a change to the same would write nothing.
    const keywords = LONG_KEYWORDS.slice(Math.floor(n / campaigns.length) % 2)
    await dataOf(root, { path: `/campaigns/${id}`, method: 'PUT', body: { keywords } })
    const { size } = statSync(journal, { throwIfNoEntry: false }) ?? { size: 0 }
    if (size < length) break
    length = size
  }
  isWriting = false
  await reading
  agent.destroy()
  return `${Math.max(...times).toFixed(0)} ms`
}

async function ofAccounts(): Promise<Figures> {
  const fixture = accountsFixture(ACCOUNTS, 1)
  const flags = ['--no-rate-limits', '--fixture', fixture, '--data', join(dirname(fixture), 'data')]
  await (await startSandbox(flags)).stop()
  const server = await startSandbox(flags)
  const figures = { start: `${whole(server.startMs)} ms`, ...(await burdenOn(server)) }
  await server.stop()
  return figures
}

async function ofConnections(): Promise<Figures> {
  const server = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const { port } = new URL(server.url)
  const sockets: Socket[] = []
  for (let n = 0; n < IDLE_CONNECTIONS; n++) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    if (n % 100 === 99) await once(socket, 'connect')
  }
  const figures = await burdenOn(server)
  for (const socket of sockets) socket.destroy()
  await server.stop()
  return figures
}

async function ofStreams(): Promise<Figures> {
  const server = await startSandbox(['--ephemeral', '--no-rate-limits'])
  const agent = new Agent({ maxSockets: OPEN_STREAMS })
  for (let n = 0; n < OPEN_STREAMS; n++) {
    const request = get(`${server.url}/_sandbox/changes/stream`, { agent })
    request.on('error', () => {})
    const [response] = await once(request, 'response')
    if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}.`)
    response.on('error', () => {}).resume()
  }
  const figures = await burdenOn(server)
  agent.destroy()
  await server.stop()
  return figures
}

/** What a server needs while it holds much and has little to do. */
async function burdenOn(server: Server): Promise<Figures> {
  const before = server.cpuMs()
  await pause(REST)
  const rest = (server.cpuMs() - before) / REST
  const load = { path: '/api/campaigns', amount: REQUESTS * 3 }
  await measure(server, load)
  const { cpuMs, p99 } = await measure(server, load)
  return {
    memory: `${whole(server.memory())} MB`,
    'share of a core at rest': `${(rest * 100).toFixed(1)} %`,
    'list 20 campaigns, CPU': `${whole(cpuMs * 1000)} µs`,
    'list 20 campaigns, p99': `${p99.toFixed(0)} ms`,
  }
}
