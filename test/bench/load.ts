import type { Cores, Server } from './servers.ts'
import { Worker } from './worker.ts'

export interface Request {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  /** The demo key by default; `null` for none. */
  token?: string | null
  /** Required of each answer; any success by default. Failures are faster than successes. */
  status?: number
}

export interface Load extends Request {
  /** What each connection sends after the first request, before it begins again. */
  then?: Request[]
  /** One by default. */
  cores?: Cores
  connections?: number
  seconds?: number
  /** Number of requests, in place of `seconds`. */
  amount?: number
}

export interface Measured {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Milliseconds of the server's CPU for each request. Other processes change it least. */
  cpuMs: number
  elapsedMs: number
  /** Share of its core that the server used. Other processes may have used the rest. */
  serverShare: number
  /** Share of its core that the load generator used: near 1, the generator was the limit. */
  generatorShare: number
}

/** What the load generator measures. */
export interface Fired extends Omit<Measured, 'cpuMs' | 'serverShare'> {
  statuses: number[]
  failed: number
  /** Of the first failure. */
  reason?: string
}

/** A server that takes longer to answer a request hangs: the measurement fails. */
export const ANSWER_SECONDS = 30

/** If a load does not say how many. */
export const CONNECTIONS = 10

let generator: Worker | undefined

/** Measures a server under load, each on a core of its own unless it may use all. Throws if an answer has another status. */
export async function measure(server: Server, load: Load): Promise<Measured> {
  server.pin(load.cores ?? 'one')
  const before = server.cpuMs()
  generator ??= new Worker('generator.ts')
  const { statuses, failed, reason, ...fired } = await generator.ask<Fired>({
    url: server.url,
    load,
  })
  const used = server.cpuMs() - before
  server.requireOneProcess()
  const address = server.url + load.path
  if (failed > 0) {
    throw new Error(
      `${failed} requests to ${address} got no answer within ${ANSWER_SECONDS} seconds, ${fired.requests} did: ${reason}.`,
    )
  }
  if (fired.requests === 0) {
    // A connection that the server ends is opened again, and its request is in no count.
    if (load.amount !== undefined) throw new Error(`${address} ended all connections.`)
    // The time was too short for a busy machine, unless the server hangs.
    return measure(server, { ...load, amount: load.connections ?? CONNECTIONS })
  }
  const requests = [load, ...(load.then ?? [])]
  const isExpected = (status: number) =>
    requests.some((it) =>
      it.status === undefined ? status >= 200 && status < 300 : status === it.status,
    )
  if (!statuses.every(isExpected)) {
    throw new Error(`${address} answered ${statuses.join(', ')}.`)
  }
  return { ...fired, cpuMs: used / fired.requests, serverShare: used / fired.elapsedMs }
}
