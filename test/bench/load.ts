import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pin } from './processes.ts'
import type { Cores, Server } from './servers.ts'

export interface Request {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  /** The demo key by default. */
  token?: string
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

/** What the load generator measures. */
export interface Fired {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  statuses: number[]
  failed: number
  /** Of the first failure. */
  reason?: string
}

export interface Measured extends Pick<Fired, 'requestsPerSecond' | 'p50' | 'p99'> {
  /** Milliseconds of the server's CPU for each request. Other processes change it least. */
  cpuMs: number
}

/** A server that takes longer to answer a request hangs: the measurement fails. */
export const ANSWER_SECONDS = 30

/** If a load does not say how many. */
export const CONNECTIONS = 10

/**
 * Flags of V8. While the load generator collects garbage, responses wait, which would count as time of the server. With a
 * large young generation, that is rare; threads that help would take turns with it on its one core.
 */
const RARE_COLLECTIONS = ['--max-semi-space-size=64', '--single-threaded-gc']

/** A load generator in a process on a core of its own. */
export class Generator {
  readonly #child: ChildProcess

  constructor() {
    const path = fileURLToPath(new URL('generator.ts', import.meta.url))
    this.#child = fork(path, { execArgv: ['--import', 'tsx', ...RARE_COLLECTIONS] })
    pin(this.#child.pid as number, 'generator')
  }

  async fire(url: string, load: Load): Promise<Fired> {
    this.#child.send({ url, load })
    const [answer] = await once(this.#child, 'message')
    if ('complaint' in answer) throw new Error(answer.complaint)
    return answer
  }

  stop(): void {
    this.#child.disconnect()
  }
}

let generator: Generator | undefined

/** Measures a server under load, each on a core of its own unless it may use all. Throws if an answer has another status. */
export async function measure(server: Server, load: Load): Promise<Measured> {
  server.pin(load.cores ?? 'one')
  generator ??= new Generator()
  const before = server.cpuMs()
  const fired = await generator.fire(server.url, load)
  const used = server.cpuMs() - before
  // The time was too short for a busy machine, unless the server hangs.
  if (fired.requests === 0 && load.amount === undefined) {
    return measure(server, { ...load, amount: load.connections ?? CONNECTIONS })
  }
  requireAnswers(fired, load)
  const { requests, requestsPerSecond, p50, p99 } = fired
  return { requestsPerSecond, p50, p99, cpuMs: used / requests }
}

function requireAnswers({ statuses, failed, reason, requests }: Fired, load: Load): void {
  if (failed > 0 || requests === 0) {
    throw new Error(
      `${failed} requests to ${load.path} got no answer within ${ANSWER_SECONDS} seconds, ${requests} did: ${reason}.`,
    )
  }
  const expected = [load, ...(load.then ?? [])]
  const isExpected = (status: number) =>
    expected.some((it) => (it.status === undefined ? status < 300 : status === it.status))
  if (!statuses.every(isExpected)) throw new Error(`${load.path} answered ${statuses.join(', ')}.`)
}
