import { Client } from 'pg'
import { PostgresServer } from '../support/postgres-server.ts'
import { type Fired, Generator, type Load, requireAnswers } from './load.ts'
import { dataOf, firstId } from './operations.ts'
import { childrenOf, cpuTime } from './processes.ts'
import { fixtureOf, type Server, startSandbox, tokenOf } from './servers.ts'
import { median, percentile, timed } from './statistics.ts'
import { hundredths, megabytes, originLine, table, whole } from './table.ts'

const CACHE_MB = 64
const REQUESTS = 300
const CREATE = { name: 'Bench', type: 'serp', keywords: ['bench'], frequency: 'daily' }

/** Requests to three replicas with many accounts: their time, the statements that they cost, and what the database takes. */
export async function measureDatabase(onProgress: (line: string) => void, share: number) {
  const accounts = Math.ceil(1000 * share)
  const database = await PostgresServer.start({ fsync: true })
  const client = new Client(database.urlOf('postgres'))
  await client.connect()
  try {
    onProgress(`${accounts} accounts of 50 campaigns`)
    const flags = [
      '--no-rate-limits',
      '--cache-mb',
      String(CACHE_MB),
      '--database',
      database.urlOf('postgres'),
    ]
    const fixture = ['--fixture', fixtureOf(accounts, 50)]
    const replicas = [await startSandbox([...flags, ...fixture])]
    for (let n = 1; n < 3; n++) replicas.push(await startSandbox([...flags, ...fixture]))
    const rows = await requestRows(replicas, accounts, client, onProgress)
    onProgress('at rest')
    const before = await walOf(client)
    const rest = 10_000
    await new Promise((resolve) => setTimeout(resolve, rest))
    const wal = ((await walOf(client)) - before) / rest
    const { rows: sizes } = await client.query(
      'SELECT pg_database_size(current_database()) AS size',
    )
    const memory = replicas.map((replica) => megabytes(replica.memory())).join(', ')
    await Promise.all(replicas.map((replica) => replica.stop()))
    return [
      `${originLine()} Three replicas, ${whole(accounts)} accounts of 50 campaigns, --cache-mb ${CACHE_MB}, ${REQUESTS} requests of each kind one after the other.`,
      table(['request', 'p50', 'p99', 'transactions'], rows),
      table(
        ['', 'measured'],
        [
          ['size of the database', megabytes(Number(sizes[0].size) / 2 ** 20)],
          ['WAL at rest', `${wal.toFixed(1)} kB/s`],
          ['memory of the replicas', memory],
        ],
      ),
    ].join('\n\n')
  } finally {
    await client.end()
    await database.remove()
  }
}

async function requestRows(
  replicas: Server[],
  accounts: number,
  client: Client,
  onProgress: (line: string) => void,
) {
  const id = await firstId(`${replicas[0]?.url}/api`)
  const loads: Record<string, Load> = {
    'list campaigns': { path: '/api/campaigns?limit=20' },
    search: { path: '/api/campaigns?search=ca' },
    'read a campaign': { path: `/api/campaigns/${id}` },
    'create a campaign': { path: '/api/campaigns', method: 'POST', body: CREATE },
    'change a campaign': { path: `/api/campaigns/${id}`, method: 'PUT', body: { name: 'Changed' } },
    'a list of any account': { path: '/api/campaigns?limit=20' },
  }
  const rows: string[][] = []
  for (const [name, load] of Object.entries(loads)) {
    onProgress(name)
    const before = await transactionsOf(client)
    const times: number[] = []
    for (let n = 0; n < REQUESTS; n++) {
      const { url } = replicas[n % replicas.length] as Server
      const token = name.endsWith('any account') ? tokenOf((n * 7) % accounts) : tokenOf(0)
      times.push(await timed(() => dataOf(url, { ...load, token })))
    }
    const transactions = ((await transactionsOf(client)) - before) / REQUESTS
    rows.push([
      name,
      hundredths(median(times)),
      hundredths(percentile(times, 0.99)),
      transactions.toFixed(1),
    ])
  }
  return rows
}

/** Committed by all connections; PostgreSQL counts them a second late at most. */
async function transactionsOf(client: Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(rows[0].xact_commit)
}

async function walOf(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes")
  return Number(rows[0].bytes)
}

/** Requests by name, with their number in all. The first ones are not measured. */
const LOADS: Record<string, Load & { amount: number }> = {
  'first requests': { path: '/api/campaigns?limit=20', amount: 800 },
  'read the key': { path: '/api/auth/me', amount: 4000 },
  'list campaigns': { path: '/api/campaigns?limit=20', amount: 4000 },
  'create a campaign': { path: '/api/campaigns', method: 'POST', body: CREATE, amount: 800 },
}

/**
 * The CPU time of a request in replicas and in their database. It shows how many of them a machine with more cores can
 * keep busy, which this machine cannot show.
 */
export async function measureReplicas(onProgress: (line: string) => void, share: number) {
  const rows: string[][] = []
  for (const count of [0, 1, 2, 4]) {
    const name = count === 0 ? 'embedded' : String(count)
    onProgress(`replicas: ${name}`)
    rows.push([name, ...(await costsOf(count, share))])
  }
  return [
    `${originLine()} CPU time of a request: of a replica + of PostgreSQL (fsync on).`,
    table(['replicas', ...Object.keys(LOADS).slice(1)], rows),
  ].join('\n\n')
}

async function costsOf(replicas: number, share: number): Promise<string[]> {
  const flags = ['--no-rate-limits', '--drain-seconds', '0']
  const database = replicas > 0 ? await PostgresServer.start({ fsync: true }) : undefined
  const place = database ? ['--database', database.urlOf('postgres')] : ['--ephemeral']
  const servers: Server[] = []
  const generators: Generator[] = []
  try {
    for (let n = 0; n < Math.max(1, replicas); n++) {
      servers.push(await startSandbox([...flags, ...place]))
      generators.push(new Generator())
    }
    const cpu = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0)
    const databaseCpu = () =>
      database
        ? [database.pid, ...childrenOf(database.pid)].reduce((sum, pid) => sum + cpuTime(pid), 0)
        : 0
    const cells: string[] = []
    for (const load of Object.values(LOADS)) {
      const before = [cpu(), databaseCpu()] as const
      const part = {
        ...load,
        amount: Math.ceil((load.amount * share) / servers.length),
        connections: 4,
      }
      // To all servers at the same time.
      const fired = await Promise.all(
        servers.map(({ url }, n) => (generators[n] as Generator).fire(url, part)),
      )
      for (const each of fired) requireAnswers(each, load)
      const requests = fired.reduce((sum, each: Fired) => sum + each.requests, 0)
      const own = hundredths((cpu() - before[0]) / requests)
      cells.push(database ? `${own} + ${hundredths((databaseCpu() - before[1]) / requests)}` : own)
    }
    return cells.slice(1)
  } finally {
    for (const generator of generators) generator.stop()
    await Promise.all(servers.map((server) => server.stop()))
    await database?.remove()
  }
}
