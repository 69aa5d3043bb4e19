import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Campaign } from '../src/accounts/campaign.ts'
import { pin } from './cores.ts'
import type { Server } from './servers.ts'
import { median } from './statistics.ts'

export interface Load {
  path: string
  method?: 'GET' | 'POST'
  body?: unknown
  /** Instead of the demo key; `null` for none. */
  token?: string | null
  /** The status that each answer must have, since failures are answered faster; any success if left out. */
  status?: number
  connections?: number
  seconds?: number
  /** Instead of `seconds`: how many requests. */
  amount?: number
}

export interface Measured {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of the server's CPU for each request: what else runs on the machine changes it least. */
  cpuMs: number
  elapsedMs: number
  /** How much of its core the server had, which others may have used meanwhile. */
  serverShare: number
  /** How much of its core the load generator needed: near 1, it was the limit and not the server. */
  generatorShare: number
  statuses: number[]
  failed: number
}

/** What the load generator itself can tell. */
export type Fired = Omit<Measured, 'cpuMs' | 'serverShare'>

let generator: ChildProcess | undefined

/** Puts load on a server, each on a core of its own; throws when an answer was not as the load says. */
export async function measure(server: Server, load: Load): Promise<Measured> {
  server.pin()
  const before = server.cpuMs()
  const fired = await fire(server.url, load)
  const used = server.cpuMs() - before
  server.demandOneProcess()
  const measured = {
    ...fired,
    cpuMs: used / fired.requests,
    serverShare: used / fired.elapsedMs,
  }
  const isExpected = (status: number) =>
    load.status === undefined ? status >= 200 && status < 300 : status === load.status
  if (measured.failed > 0 || !measured.statuses.every(isExpected)) {
    throw new Error(
      `${server.url}${load.path} answered ${measured.statuses.join(', ')}, and ${measured.failed} requests failed.`,
    )
  }
  return measured
}

function fire(url: string, load: Load): Promise<Fired> {
  generator ??= startGenerator()
  const child = generator
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The load generator has ended.'))
    child.once('exit', ended)
    child.once('message', ({ fired, complaint }: { fired: Fired; complaint?: string }) => {
      child.off('exit', ended)
      if (complaint) reject(new Error(complaint))
      else resolve(fired)
    })
    child.ref()
    child.channel?.ref()
    child.send({ url, load })
  }).finally(() => {
    // Nobody waits for it any more, so it must not keep this process.
    child.unref()
    child.channel?.unref()
  }) as Promise<Fired>
}

function startGenerator(): ChildProcess {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  pin(child.pid as number, 'generator')
  return child
}

export function medianOf(runs: Measured[]): Measured {
  const of = (figure: (run: Measured) => number) => median(runs.map(figure))
  return {
    requests: of((run) => run.requests),
    requestsPerSecond: of((run) => run.requestsPerSecond),
    p50: of((run) => run.p50),
    p99: of((run) => run.p99),
    cpuMs: of((run) => run.cpuMs),
    elapsedMs: of((run) => run.elapsedMs),
    serverShare: of((run) => run.serverShare),
    generatorShare: of((run) => run.generatorShare),
    statuses: [...new Set(runs.flatMap(({ statuses }) => statuses))],
    failed: 0,
  }
}

export function benchCampaign(name: string, keywords: number): Campaign {
  return {
    id: `cmp_${name}`,
    name,
    type: 'serp',
    keywords: Array.from({ length: keywords }, (_, index) => `keyword number ${index}`),
    frequency: 'daily',
    settings: {},
    brand: name,
    domain: `${name.toLowerCase()}.example`,
    competitors: [],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
  }
}
