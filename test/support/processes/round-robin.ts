import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const CHECK_EVERY_MS = 100
const CHECK_TIMEOUT_MS = 1000
/** For so long a request waits for a replica that is ready. */
const WAIT_MS = 1000

interface Upstream {
  port: number
  isReady: boolean
}

/**
 * A load balancer on 127.0.0.1: requests go to the replicas that are ready, in turns. One that a replica did not accept
 * goes to another; one that was sent is never sent again, and its caller's connection is cut if no answer comes.
 */
export class RoundRobin {
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 })
  readonly #upstreams: Upstream[]
  /** Answered requests by port. */
  readonly answered = new Map<number, number>()
  #turn = 0
  #isClosing = false

  static async open(ports: readonly number[]): Promise<RoundRobin> {
    const proxy = new RoundRobin(ports)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    await Promise.all(proxy.#upstreams.map((upstream) => proxy.#check(upstream)))
    for (const upstream of proxy.#upstreams) void proxy.#keepChecking(upstream)
    return proxy
  }

  private constructor(ports: readonly number[]) {
    this.#upstreams = ports.map((port) => ({ port, isReady: false }))
    this.#server = createServer((req, res) => void this.#handle(req, res))
    this.#server.keepAliveTimeout = 60_000
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** How many replicas are ready. */
  get ready(): number {
    return this.#upstreams.filter(({ isReady }) => isReady).length
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    req.on('error', () => {})
    res.on('error', () => {})
    const chunks: Buffer[] = []
    try {
      for await (const chunk of req) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const end = performance.now() + WAIT_MS
    while (!this.#isClosing && performance.now() < end) {
      const upstream = this.#next()
      if (upstream === undefined) await pause(CHECK_EVERY_MS)
      else if (await this.#forward(upstream, req, body, res)) return
    }
    const error = { success: false, error: { code: 'server_error', message: 'No replica.' } }
    if (!res.destroyed) res.writeHead(503, { 'x-no-replica': '1' }).end(JSON.stringify(error))
  }

  /** Resolves with false if the replica did not take the request. */
  #forward(
    upstream: Upstream,
    { method, url, rawHeaders }: IncomingMessage,
    body: Buffer,
    res: ServerResponse,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const { port } = upstream
      const headers = forwarded(rawHeaders)
      const out = request({
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers,
        agent: this.#agent,
      })
      let isSent = false
      out.on('socket', (socket) => {
        // A kept connection may have been closed meanwhile, but then nobody knows what was read from it.
        if (!socket.connecting) isSent = true
        else socket.once('connect', () => (isSent = true))
      })
      out.on('response', (answer) => {
        this.answered.set(port, (this.answered.get(port) ?? 0) + 1)
        res.writeHead(
          answer.statusCode as number,
          answer.statusMessage,
          forwarded(answer.rawHeaders),
        )
        // The head of a stream must not wait for its first event.
        res.flushHeaders()
        answer.on('error', () => res.destroy())
        answer.on('aborted', () => res.destroy())
        answer.pipe(res)
        resolve(true)
      })
      out.on('error', () => {
        upstream.isReady = false
        if (!isSent) return resolve(false)
        res.destroy()
        resolve(true)
      })
      res.on('close', () => out.destroy())
      out.end(body)
    })
  }

  #next(): Upstream | undefined {
    const ready = this.#upstreams.filter(({ isReady }) => isReady)
    this.#turn += 1
    return ready[this.#turn % Math.max(1, ready.length)]
  }

  async #keepChecking(upstream: Upstream): Promise<void> {
    while (!this.#isClosing) {
      await pause(CHECK_EVERY_MS)
      await this.#check(upstream)
    }
  }

  async #check(upstream: Upstream): Promise<void> {
    try {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
      const path = `http://127.0.0.1:${upstream.port}/_sandbox/health/ready`
      const { ok, body } = await fetch(path, { signal })
      await body?.cancel()
      upstream.isReady = ok
    } catch {
      upstream.isReady = false
    }
  }
}

/** The headers without those of the connection. */
function forwarded(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    if (!/^(connection|keep-alive|transfer-encoding|expect)$/i.test(name)) kept.push(name, value)
  }
  return kept
}
