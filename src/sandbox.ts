import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DEMO_TOKEN, hashToken } from './accounts/token.ts'
import { createApp } from './app.ts'
import { type Config, readConfig, type SandboxOptions } from './config.ts'
import { Changes } from './control/changes.ts'
import { Receivers } from './control/receivers.ts'
import { type Steering, steering } from './control/steering.ts'
import { answerForms, OWN_FORMS } from './document/answer-forms.ts'
import { ApiDocument } from './document/api-document.ts'
import { DocumentError } from './document/document-error.ts'
import type { JsonObject } from './document/json.ts'
import { mergedDocument, packagedDocument, readOverlays } from './document/load.ts'
import { operationsOf } from './document/methods.ts'
import { guardConnections } from './http/connection-guard.ts'
import { Connections } from './http/connections.ts'
import { drain } from './http/drain.ts'
import { createExpressServer } from './http/express-server.ts'
import { listen } from './http/port.ts'
import { Quotas } from './http/rate-limit.ts'
import { RequestLog } from './http/request-log.ts'
import { UsageCounter } from './http/usage.ts'
import { errorLog, jsonLog, type Log, silentLog, terminalLog } from './log.ts'
import { dispensable, handlers } from './operations/handlers.ts'
import { preparedRules, type RequestRules } from './request-rules.ts'
import { Router } from './router.ts'
import { seedStore } from './seeding.ts'
import type { Services } from './services.ts'
import { Simulation } from './simulation/simulation.ts'
import { EntryCache } from './store/entry-cache.ts'
import { FixtureLibrary } from './store/fixture-library.ts'
import { Snapshots } from './store/snapshots.ts'
import type { Store } from './store/store.ts'
import { type Clock, createClock, isoTime } from './time/clock.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

/** As `node:http` calls it; told without its types, so that ours can be used where those of Node are not installed. */
export type Listener = (
  request: { method?: string | undefined; url?: string | undefined; headers: object },
  response: { statusCode: number; setHeader(name: string, value: string): unknown; end(): unknown },
) => void

/** A running sandbox. */
export interface Sandbox extends Steering {
  /** Root of the API, to be used as the client's base URL: `http://127.0.0.1:PORT/api`. */
  url: string
  port: number
  /** Root of the server as callers reach it, without a trailing slash; undefined unless it was told. */
  publicUrl: string | undefined
  /** For supertest, or to be mounted in a server of one's own. */
  app: Listener
  /** The release that is served (§9). */
  apiVersion: string
  /** Whether `svc_test_demo` opens it; a fixture of one's own may have other keys. */
  hasDemoKey: boolean
  /** How many accounts the fixture gave, or the data folder kept. */
  start: { seeded: number; kept: number }
  /** Answers what was accepted, writes what was changed, and leaves no handle behind. May be called twice. */
  close(): Promise<void>
}

export interface SandboxParts {
  /** Replaces the clock, for tests. */
  clock?: Clock
}

/** As `createSandbox` of index.ts, which is without `parts`: their types lead to all that a sandbox keeps. */
export async function createSandbox(
  options: SandboxOptions = {},
  parts: SandboxParts = {},
): Promise<Sandbox> {
  const config = readConfig(options)
  const clock = parts.clock ?? createClock({ startAt: config.startAt })
  const overlays = await readOverlays(config.overlays)
  const raw = await mergedDocument(overlays, config.apiVersion)
  const document = new ApiDocument(raw)
  requireHandlers(raw)
  const router = new Router(await requestRules(config, raw))
  const forms = config.overlays.length === 0 ? OWN_FORMS : await answerForms(raw)

  const texts = new EntryCache()
  const store = await openStore(config, clock, texts)
  const closing = new AbortController()
  try {
    const log = createLog(config, clock)
    const dispatcher = new Dispatcher({ config, store, clock, log })
    const services: Services = {
      config,
      document,
      overlays,
      router,
      forms,
      responseChecks: await responseChecks(config, raw),
      store,
      snapshots: new Snapshots(config.data && join(config.data, 'snapshots'), texts),
      fixtures: new FixtureLibrary(document),
      texts,
      clock,
      quotas: new Quotas(document, config.rateLimits),
      dispatcher,
      simulation: new Simulation({ store, clock, log, dispatcher, closing: closing.signal }),
      usage: new UsageCounter({ store, clock, log, closing: closing.signal }),
      visitors: undefined,
      requests: new RequestLog(),
      changes: new Changes(),
      receivers: new Receivers(),
      log,
      closing: closing.signal,
    }
    const start = await seedStore(services)
    if (config.openSignup) {
      const { Visitors } = await import('./control/visitors.ts')
      services.visitors = new Visitors(services)
      void services.visitors.keepTidy()
    }
    const app = createApp(services)
    const server = createExpressServer(app)
    const connections = new Connections(server)
    guardConnections(server, connections, services)
    await listen(server, config)
    const hasDemoKey = (await store.findCredential(hashToken(DEMO_TOKEN))) !== undefined
    services.simulation.start()
    const close = async () => {
      closing.abort()
      await Promise.all([
        drain(server, connections, clock),
        dispatcher.close(),
        services.simulation.close(),
      ])
    }
    return running(app, { server, close }, services, { start, hasDemoKey })
  } catch (error) {
    closing.abort()
    await store.close()
    throw error
  }
}

function running(
  app: RequestListener,
  { server, close }: { server: Server; close: () => Promise<void> },
  services: Services,
  facts: Pick<Sandbox, 'start' | 'hasDemoKey'>,
): Sandbox {
  const { port } = server.address() as AddressInfo
  const { host, basePath, publicUrl } = services.config
  let closing: Promise<void> | undefined
  const root = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    ...steering(services, publicUrl ?? root),
    url: `${root}${basePath}`,
    port,
    publicUrl,
    app: app as Listener,
    apiVersion: services.document.version,
    ...facts,
    close() {
      closing ??= close().then(async () => {
        await services.usage.close()
        await services.store.close()
        await services.log.flush()
      })
      return closing
    },
  }
}

async function requestRules({ overlays }: Config, document: JsonObject): Promise<RequestRules> {
  if (overlays.length === 0) return preparedRules(document)
  const [{ compiledRules }, { requireServedInputs }] = await Promise.all([
    import('./compiled-rules.ts'),
    import('./document/served-inputs.ts'),
  ])
  const rules = await compiledRules(document)
  requireServedInputs(document, packagedDocument, dispensable)
  return rules
}

async function openStore(config: Config, clock: Clock, texts: EntryCache): Promise<Store> {
  if (config.data === undefined) {
    const { openMemoryStore } = await import('./store/memory-store.ts')
    return openMemoryStore()
  }
  const { openFileStore } = await import('./store/file-store.ts')
  return openFileStore(config.data, { now: clock.now(), texts })
}

async function responseChecks(config: Config, service: JsonObject) {
  if (!config.validateResponses) return undefined
  const [{ ResponseCheck }, { controlDocument }] = await Promise.all([
    import('./document/response-check.ts'),
    import('./control/document.ts'),
  ])
  return { service: new ResponseCheck(service), control: new ResponseCheck(controlDocument) }
}

function createLog(config: Config, clock: Clock): Log {
  switch (config.log) {
    case 'silent':
      return silentLog
    case 'errors':
      return errorLog
    case 'json':
      return jsonLog()
    case 'terminal':
      return terminalLog(
        (line) => process.stdout.write(line),
        () => isoTime(clock.now()).slice(11, 19),
      )
  }
}

/** An overlay may change what operations do, not add ones that the sandbox has no behaviour for. */
function requireHandlers(document: JsonObject): void {
  const unknown = operationsOf(document).filter(({ id }) => !Object.hasOwn(handlers, String(id)))
  if (unknown.length > 0) {
    const names = unknown.map(({ id, method, path }) => `${id} (${method} ${path})`)
    throw new DocumentError(
      `The document has operations that this sandbox cannot serve: ${names.join(', ')}. ` +
        'An overlay can change what operations do, not add any: take them out of it.',
    )
  }
}
