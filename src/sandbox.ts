import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_TOKEN, hashToken } from './accounts/token.ts'
import { type AppParts, ServedApp } from './app.ts'
import { isShared } from './config/mode.ts'
import { type Config, readConfig, type SandboxOptions } from './config.ts'
import { Connections, drain } from './connection/drain.ts'
import { type Fetch, inProcessFetch, inProcessFetchAt } from './connection/fetch.ts'
import { guardConnections } from './connection/guard.ts'
import { embeddedHandler, type Handler } from './connection/handler.ts'
import { InProcessNetwork, PORTLESS_ROOT } from './connection/in-process.ts'
import { Readiness } from './connection/readiness.ts'
import { createAppServer, listen, TIMEOUTS } from './connection/server.ts'
import type { StandIn } from './connection/stand-in.ts'
import type { Tls } from './connection/tls.ts'
import { serveUpstream } from './connection/upstream.ts'
import type { DemoResetParts } from './control/demo-resets.ts'
import { controlInProcess } from './control/in-process.ts'
import type { VisitorParts, Visitors } from './control/visitors.ts'
import { controlApi } from './control-client/control-api.ts'
import type { ControlApi } from './control-client/sandbox-methods.ts'
import { seedStore } from './fixtures/seeding.ts'
import { createLog, type Log } from './log.ts'
import { DocumentError } from './openapi/document-error.ts'
import { readOverlays } from './openapi/load.ts'
import { openBacking, registryOf } from './opened-state.ts'
import { packageVersion } from './package/package-root.ts'
import { Origins } from './pipeline/origins.ts'
import type { OpenUpstream, Upstream } from './pipeline/upstream.ts'
import type { Backing } from './runtime/backing.ts'
import { FigureTurns } from './runtime/figure-turns.ts'
import { OpenRequests } from './runtime/open-requests.ts'
import { RequestTally } from './runtime/request-tally.ts'
import { Traffic } from './runtime/traffic.ts'
import type { JsonObject } from './schema/json.ts'
import { readDocument, type ServedDocument, servedDocument } from './served/served-document.ts'
import { versionsOf, WatchedOverlays } from './served/watched-overlays.ts'
import { Simulation } from './simulation/simulation.ts'
import { SerializedRecords } from './store/serialized-records.ts'
import { type Clock, createClock } from './time/clock.ts'
import { closingController } from './time/closing.ts'
import { restoreSteps } from './time/turn.ts'
import { withCauses } from './tracing/causes.ts'
import type { Tracing } from './tracing/tracing.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

/** A listener of `node:http`, typed without it, so that users do not need the types of Node. */
export type Listener = (
  request: { method?: string | undefined; url?: string | undefined; headers: object },
  response: { statusCode: number; setHeader(name: string, value: string): unknown; end(): unknown },
) => void

/** Editors show this text, and not that of the global `fetch`, because it is the first signature. */
interface SandboxFetch {
  /**
   * Sends a request to the sandbox without a network. Like the global `fetch`, but it follows no redirects and decompresses
   * nothing. Also takes a path such as `/api/campaigns`.
   *
   * @example
   * const headers = { authorization: 'Bearer svc_test_demo' }
   * const response = await sandbox.fetch('/api/campaigns', { headers })
   */
  (...request: Parameters<Fetch>): ReturnType<Fetch>
}

/** A running sandbox. */
export interface Sandbox extends ControlApi {
  /** Base URL for clients: `http://127.0.0.1:PORT/api`. Without a port, only `fetch` below can reach it. */
  url: string
  /** 0 without a port. */
  port: number
  /** Root of the server for callers, without a trailing slash; undefined unless configured. */
  publicUrl: string | undefined
  /**
   * Sends a request without a network. Like the global `fetch`, but it follows no redirects and decompresses
   * nothing. Also takes a path such as `/api/campaigns`.
   */
  fetch: SandboxFetch & Fetch
  /**
   * The same for clients whose base URL is `baseUrl`, such as `https://api.example.com/v1`. Links in responses start
   * with it, too.
   */
  fetchAt(baseUrl: string): Fetch
  /**
   * A listener for `createServer` of `node:http`, or middleware for Express, which passes on requests that are
   * not below `/api`, `/files`, `/_sandbox` or `/openapi.json`.
   */
  handler: Handler
  /** For supertest. */
  app: Listener
  /** The served release (§9). */
  apiVersion: string
  /** Whether the key `svc_test_demo` exists; your own fixture may have other keys. */
  hasDemoKey: boolean
  /** Number of accounts created from the fixture, and found in the data folder. */
  start: { seeded: number; kept: number }
  /** With HTTPS: the certificate file for clients to trust, and a warning if its dates are wrong. */
  certificate: { file: string; warning: string | undefined } | undefined
  /**
   * Finishes accepted requests, writes changes, and leaves no open handle. Can be called twice. The log shows `reason`.
   */
  close(reason?: string): Promise<void>
}

export interface SandboxParts {
  /** Replaces the clock, for tests. */
  clock?: Clock
  /** Opens the upstream of a proxy, as `createProxy` does. */
  openUpstream?: OpenUpstream
  /** Answers on the port until the sandbox does. */
  standIn?: StandIn
}

/** Like `createSandbox` of index.ts, which has no `parts` because their types would expose the internals. */
export async function createSandbox(
  options: SandboxOptions = {},
  parts: SandboxParts = {},
): Promise<Sandbox> {
  const given = readConfig(options)
  await restoreSteps()
  const ownClock = parts.clock ?? createClock({ startAt: given.startAt })
  const seen = versionsOf(given.overlays)
  const read = await readDocument(await readOverlays(given.overlays), given.apiVersion)
  const { document } = read
  let { eventKinds } = document

  const serialized = new SerializedRecords()
  const closing = closingController()
  const replica = given.database === undefined ? undefined : randomUUID().slice(0, 8)
  const log = createLog(given, ownClock, replica)
  const report = (reason: string) => parts.standIn?.report(reason)
  const opening = { document, log, serialized, closing: closing.signal, replica, report }
  const opened = await openBacking({ ...opening, config: given, clock: ownClock }, document.raw)
  const { config, clock, shared, backing, isDocumentNew } = opened
  let upstream: Upstream | undefined
  try {
    const tracing = config.traces ? await openTracing({ log, clock }) : undefined
    const events = tracing ? withCauses(backing.events, tracing) : backing.events
    const running = { ...backing, events, clock, log, tracing, closing: closing.signal }
    const network = new InProcessNetwork()
    const tls = await tlsOf(config, clock)
    // The sandbox's own receiver has this certificate.
    const trust = tls && { ca: tls.cert }
    const dispatcher = new Dispatcher({ config, ...running }, { network, ...trust })
    const readiness = new Readiness(clock, () => backing.isAvailable())
    const services = {
      ...running,
      readiness,
      accountStates: registryOf(backing, dispatcher),
      config,
      origins: new Origins(config),
      tally: new RequestTally(),
      traffic: new Traffic(clock.elapsed, config.openSignup && config.rateLimits),
      open: new OpenRequests(),
      figures: new FigureTurns({ isShared: isShared(config) }),
      serialized,
      dispatcher,
      simulation: new Simulation({ ...running, dispatcher, shared, kinds: () => eventKinds }),
    }
    const served = await servedDocument(read, config, documentOfControl)
    const serve = (next: ServedDocument) => {
      eventKinds = next.document.eventKinds
      backing.follow?.(next.document)
      app.serve(next)
    }
    const overlayFiles = new WatchedOverlays({
      ...running,
      config,
      seen,
      read: async () => {
        const again = await readDocument(await readOverlays(config.overlays), config.apiVersion)
        return servedDocument(again, config, documentOfControl)
      },
      serve,
    })
    const begun = { ...services, ...served, overlayFiles }
    const start = await seedStore({ ...begun, report }, { checksKept: isDocumentNew })
    const visitors = config.openSignup ? await openVisitors(begun) : undefined
    let document: () => ServedDocument = () => served
    upstream = await parts.openUpstream?.({ ...services, current: () => document() })
    const app = new ServedApp({ ...begun, visitors, upstream })
    const current = () => app.parts
    document = current
    if (config.resetEveryMs !== undefined) await startResets(config.resetEveryMs, current)
    const server = createAppServer(app.listener, TIMEOUTS, tls?.createServer)
    const connections = new Connections(server)
    guardConnections(server, connections, current)
    if (upstream) serveUpstream(server, upstream, config)
    network.serve(server)
    const hasDemoKey = (await backing.store.findCredential(hashToken(DEMO_TOKEN))) !== undefined
    if (config.listen) await listen(server, config, await parts.standIn?.handOver())
    void startSimulation(services.simulation, clock, closing.signal)
    readiness.start()
    const close = async () => {
      readiness.drain()
      await restoreSteps()
      if (config.drainSeconds > 0) {
        connections.announceEnd()
        await clock.wait(config.drainSeconds * 1000)
      }
      closing.abort()
      network.close()
      await Promise.all([
        drain(server, connections, clock),
        dispatcher.close(),
        services.simulation.close(),
      ])
      await overlayFiles.close()
      await upstream?.close()
    }
    const certificate = tls && { file: tls.file, warning: tls.warning }
    const facts = { start, hasDemoKey, certificate }
    const sandbox = sandboxOf({ app, server, network, backing, close }, facts)
    const { url, publicUrl, apiVersion } = sandbox
    log.event('started', { url, publicUrl, version: packageVersion(), apiVersion })
    return sandbox
  } catch (error) {
    if (isDocumentNew && error instanceof DocumentError) await opened.forgetDocument?.()
    closing.abort()
    await upstream?.close()
    await backing.close()
    throw error
  }
}

interface Opening {
  app: ServedApp<AppParts & ServedDocument>
  server: Server
  network: InProcessNetwork
  backing: Backing
  close: () => Promise<void>
}

function sandboxOf(
  { app, server, network, backing, close }: Opening,
  facts: Pick<Sandbox, 'start' | 'hasDemoKey' | 'certificate'>,
): Sandbox {
  const { host, basePath, apiPath, publicUrl } = app.parts.config
  let closing: Promise<void> | undefined
  const { port } = (server.address() ?? { port: 0 }) as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  const origin =
    port === 0 ? PORTLESS_ROOT : `${facts.certificate ? 'https' : 'http'}://${name}:${port}`
  const root = origin + basePath
  const closed = async (reason: string) => {
    const { log, clock, tracing } = app.parts
    const from = clock.elapsed()
    log.event('stopping', { reason })
    try {
      await close()
    } finally {
      await Promise.all([backing.close(), tracing?.close()])
    }
    log.event('stopped', { reason, durationMs: Math.round(clock.elapsed() - from) })
    await log.flush()
  }
  return {
    ...controlApi(controlInProcess(() => app.parts, publicUrl ?? root)),
    url: `${root}${apiPath}`,
    port,
    publicUrl,
    fetch: inProcessFetch(network, root),
    fetchAt: (baseUrl) => inProcessFetchAt(network, baseUrl),
    handler: embeddedHandler(server, app.parts.config, () => network.isClosed),
    app: app.listener as RequestListener as Listener,
    apiVersion: app.parts.document.version,
    ...facts,
    close(reason = 'close') {
      closing ??= closed(reason)
      return closing
    },
  }
}

/** Looking for what is due computes a time for each campaign; the first requests need not wait for that. */
const FIRST_LOOK_MS = 20

async function startSimulation(
  simulation: Simulation,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  await clock.pause(FIRST_LOOK_MS, closing)
  if (!closing.aborted) simulation.start()
}

async function openTracing(parts: { log: Log; clock: Clock }): Promise<Tracing> {
  // Loaded only where there is a collector.
  const { openTracing } = await import('./tracing/open-telemetry.ts')
  return openTracing(parts)
}

/** Without a port, nothing is encrypted. */
async function tlsOf(config: Config, clock: Clock): Promise<Tls | undefined> {
  if (!config.https || !config.listen) return undefined
  const { openTls } = await import('./connection/tls.ts')
  return openTls(config, clock.wallTime())
}

async function documentOfControl(): Promise<JsonObject> {
  const { controlDocument } = await import('./control/document.ts')
  return controlDocument
}

async function openVisitors(parts: VisitorParts): Promise<Visitors> {
  const { Visitors } = await import('./control/visitors.ts')
  const visitors = new Visitors(parts)
  await visitors.requireFixture()
  void visitors.keepTidy()
  return visitors
}

async function startResets(everyMs: number, current: () => DemoResetParts): Promise<void> {
  const { keepResetting } = await import('./control/demo-resets.ts')
  void keepResetting(everyMs, current)
}
