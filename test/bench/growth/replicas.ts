import { PostgresServer } from '../../support/postgres-server.ts'
import type { Fired, Load } from '../load.ts'
import { childrenOf, cpuTime } from '../processes.ts'
import { type Origin, origin, originLine } from '../results.ts'
import { type Server, startSandbox } from '../servers.ts'
import { table } from '../table.ts'
import { Worker } from '../worker.ts'

/** Numbers of replicas; 0 for the embedded sandbox. */
const REPLICAS = [0, 1, 2, 4]
const CONNECTIONS = 4

const CREATE = { name: 'Bench', type: 'serp', keywords: ['bench'], frequency: 'daily' }

/** Requests by name, with their number in all. The first ones are not measured. */
const LOADS: Record<string, Load & { amount: number }> = {
  'first requests': { path: '/api/campaigns?limit=20', amount: 800 },
  'read the key': { path: '/api/auth/me', amount: 4_000 },
  'list campaigns': { path: '/api/campaigns?limit=20', amount: 4_000 },
  'create a campaign': { path: '/api/campaigns', method: 'POST', body: CREATE, amount: 800 },
}

/** Milliseconds of CPU for each request. */
export interface ReplicaCost {
  replicas: number
  request: string
  replicaMs: number
  databaseMs: number
}

export interface ReplicaCosts {
  origin: Origin
  costs: ReplicaCost[]
}

/**
 * The CPU time of a request in replicas and in their database. It shows how many of them a machine with more cores can
 * keep busy, which this machine cannot show.
 */
export async function measureReplicas(onProgress: (line: string) => void): Promise<ReplicaCosts> {
  const from = origin()
  const costs: ReplicaCost[] = []
  for (const replicas of REPLICAS) {
    onProgress(replicas === 0 ? 'embedded' : `${replicas} replicas`)
    costs.push(...(await costsOf(replicas)))
  }
  return { origin: from, costs }
}

export function replicasTable({ origin: from, costs }: ReplicaCosts): string {
  const names = Object.keys(LOADS).slice(1)
  const ms = (value: number) => `${value.toFixed(2)} ms`
  const rows = REPLICAS.map((replicas) => [
    replicas === 0 ? 'embedded' : String(replicas),
    ...names.map((name) => {
      const cost = costs.find((each) => each.replicas === replicas && each.request === name)
      if (!cost) return ''
      return replicas === 0 ? ms(cost.replicaMs) : `${ms(cost.replicaMs)} + ${ms(cost.databaseMs)}`
    }),
  ])
  return [
    `${originLine(from)}. CPU time of a request: of a replica + of PostgreSQL (fsync on).`,
    table(['replicas', ...names], rows),
  ].join('\n\n')
}

async function costsOf(replicas: number): Promise<ReplicaCost[]> {
  const flags = ['--no-rate-limits', '--drain-seconds', '0']
  if (replicas === 0) {
    const server = await startSandbox([...flags, '--ephemeral'])
    const costs = await measured([server], () => 0)
    await server.stop()
    return costs.map((cost) => ({ ...cost, replicas }))
  }
  const database = await PostgresServer.start({ fsync: true })
  const servers: Server[] = []
  try {
    for (let n = 0; n < replicas; n++) {
      servers.push(await startSandbox([...flags, '--database', database.urlOf('postgres')]))
    }
    const costs = await measured(servers, () => databaseCpu(database))
    return costs.map((cost) => ({ ...cost, replicas }))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await database.remove()
  }
}

/** Sends each load in equal parts to all servers at the same time. */
async function measured(
  servers: readonly Server[],
  databaseMs: () => number,
): Promise<Omit<ReplicaCost, 'replicas'>[]> {
  const workers = servers.map(() => new Worker('generator.ts'))
  const costs: Omit<ReplicaCost, 'replicas'>[] = []
  for (const [request, load] of Object.entries(LOADS)) {
    const before = [cpuOf(servers), databaseMs()] as const
    const amount = load.amount / servers.length
    const fired = await Promise.all(
      servers.map(({ url }, n) => {
        const part = { ...load, amount, connections: CONNECTIONS }
        return (workers[n] as Worker).ask<Fired>({ url, load: part })
      }),
    )
    const bad = fired.flatMap(({ statuses, failed }) =>
      statuses.filter((status) => status >= 300).concat(failed > 0 ? [0] : []),
    )
    if (bad.length > 0) throw new Error(`${load.path} answered ${bad.join(', ')} (0: nothing).`)
    const requests = fired.reduce((sum, each) => sum + each.requests, 0)
    costs.push({
      request,
      replicaMs: (cpuOf(servers) - before[0]) / requests,
      databaseMs: (databaseMs() - before[1]) / requests,
    })
  }
  for (const worker of workers) worker.stop()
  return costs.slice(1)
}

function cpuOf(servers: readonly Server[]): number {
  return servers.reduce((sum, server) => sum + server.cpuMs(), 0)
}

/** CPU time of all processes of the database that run. */
function databaseCpu({ pid }: PostgresServer): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuTime(each), 0)
}
