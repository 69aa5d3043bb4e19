import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import { readConfig, type SandboxOptions } from '../config.ts'
import { listen } from '../connection/server.ts'
import type { StandIn } from '../connection/stand-in.ts'
import { AbortController } from '../node-globals.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { mergedDocument, readOverlays } from '../openapi/load.ts'
import { failureEnvelope, successEnvelope } from '../pipeline/envelope.ts'
import { quotaHeaders, untouchedQuota } from '../runtime/quotas.ts'
import { createClock } from '../time/clock.ts'

/** Nearly all sandboxes have started before, also on a busy machine: scripts that wait for the port get no 503 then. */
const OPENS_AFTER_MS = 5000

const LIVE = '/_sandbox/health/live'

/** Reports on the port of a sandbox that it is live and not ready, and answers everything else with 503 and the reason. */
export class Starting implements StandIn {
  readonly #options: SandboxOptions
  readonly #ended = new AbortController()
  #opening: Promise<Server | undefined> | undefined
  #reason = 'The sandbox is starting.'

  constructor(options: SandboxOptions) {
    this.#options = options
    void createClock()
      .pause(OPENS_AFTER_MS, this.#ended.signal)
      // A port that cannot be used is reported by the sandbox.
      .then(() => this.open().catch(() => {}))
  }

  report(reason: string): void {
    this.#reason = reason
  }

  /** Rejects with a ConfigError if the port cannot be used. */
  async open(): Promise<void> {
    if (this.#ended.signal.aborted) return
    this.#opening ??= this.#listen()
    await this.#opening
  }

  async handOver(): Promise<Server | undefined> {
    this.#ended.abort()
    return await this.#opening?.catch(() => undefined)
  }

  async close(): Promise<void> {
    const server = await this.handOver()
    server?.close()
    server?.closeAllConnections()
  }

  async #listen(): Promise<Server> {
    const config = readConfig(this.#options)
    const overlays = await readOverlays(config.overlays)
    const document = ApiDocument.of(await mergedDocument(overlays, config.apiVersion))
    const answer = this.#answerer(document, config)
    const server = config.https
      ? await this.#secure(answer)
      : createServer({ requireHostHeader: false }, answer)
    await listen(server, config)
    return server
  }

  async #secure(answer: RequestListener): Promise<Server> {
    const { openTls } = await import('../connection/tls.ts')
    const config = readConfig(this.#options)
    const tls = await openTls(config, createClock().wallTime())
    return tls.createServer({}).on('request', answer)
  }

  #answerer(
    document: ApiDocument,
    { startAt, basePath }: ReturnType<typeof readConfig>,
  ): RequestListener {
    const clock = createClock({ startAt })
    return (req, res) => {
      const now = clock.now()
      // The sandbox takes new connections only.
      res.setHeader('Connection', 'close')
      res.setHeader('Content-Type', 'application/json; charset=utf-8')
      const path = req.url?.split('?')[0]
      if (path === LIVE || path === basePath + LIVE) {
        res.end(JSON.stringify(successEnvelope({ status: 'live' }, now, document.version, {})))
        return
      }
      const { code, status } = document.wording('unavailable')
      const quota = untouchedQuota(undefined, document, now)
      for (const [name, value] of Object.entries(quotaHeaders(quota, document.resetUnit, now))) {
        res.setHeader(name, value)
      }
      res.writeHead(status, { 'Retry-After': '1' })
      const { version } = document
      res.end(JSON.stringify(failureEnvelope(code, this.#reason, undefined, now, version)))
    }
  }
}
