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
import { keepResetting } from './control/demo-resets.ts'
import { controlInProcess } from './control/in-process.ts'
import { Visitors } from './control/visitors.ts'
import { controlApi } from './control-client/control-api.ts'
import type { ControlApi } from './control-client/sandbox-methods.ts'
import { seedStore } from './fixtures/seeding.ts'
import { createLog, type Log } from './log.ts'
import type { ApiDocument } from './openapi/api-document.ts'
import { DocumentError } from './openapi/document-error.ts'
import { readOverlays } from './openapi/load.ts'
import { packageVersion } from './package/package-root.ts'
import { Origins } from './pipeline/origins.ts'
import type { OpenUpstream } from './pipeline/upstream.ts'
import { AccountStateRegistry } from './runtime/account-state.ts'
import { FigureTurns } from './runtime/figure-turns.ts'
import { openLocalBacking } from './runtime/local-backing.ts'
import { OpenRequests } from './runtime/open-requests.ts'
import { RequestTally } from './runtime/request-tally.ts'
import { Traffic } from './runtime/traffic.ts'
import type { JsonObject } from './schema/json.ts'
import { CurrentDocument } from './served/current-document.ts'
import { readDocument, servedDocument } from './served/served-document.ts'
import { versionsOf, WatchedOverlays } from './served/watched-overlays.ts'
import { Simulation } from './simulation/simulation.ts'
import { readOnly } from './store/store-error.ts'
import { type Clock, closingController, createClock } from './time/clock.ts'
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
  const seen = versionsOf(given.overlays)
  const read = await readDocument(await readOverlays(given.overlays), given.apiVersion)
  const state = await openState(given, read.document, parts)
  const { config, clock, log, backing, closing } = state
  /** In the order in which they close. */
  const opened: Closable[] = [backing]
  try {
    const document = new CurrentDocument(await servedDocument(read, config, documentOfControl))
    const services = await createServices(state, document)
    const { network, tls, tracing, readiness, dispatcher, simulation } = services
    if (tracing) opened.push(tracing)
    const overlayFiles = new WatchedOverlays({
      ...services,
      document,
      seen,
      read: async () => {
        const again = await readDocument(await readOverlays(config.overlays), config.apiVersion)
        return servedDocument(again, config, documentOfControl)
      },
    })
    const seeding = { ...services, ...document.current }
    const start = await seedStore(seeding, { checksKept: state.isDocumentNew })
    for (const { id, campaigns } of await backing.store.tooLarge()) {
      log.notice(readOnly(id, campaigns).message)
    }
    const visitors = config.openSignup ? new Visitors(seeding) : undefined
    await visitors?.requireFixture()
    void visitors?.keepTidy()
    const upstream = await parts.openUpstream?.({ ...services, current: () => document.current })
    if (upstream) opened.unshift(upstream)

    const own = { ...services, overlayFiles, upstream, visitors }
    const app = new ServedApp(document, (served) => ({ ...own, ...served }))
    if (config.resetEveryMs !== undefined) void keepResetting(config.resetEveryMs, app.current)

    const server = createAppServer(app.listener, TIMEOUTS, tls?.createServer)
    const connections = new Connections(server)
    guardConnections(server, connections, app.current)
    if (upstream) serveUpstream(server, upstream, config)
    network.serve(server)
    const hasDemoKey = (await backing.store.findCredential(hashToken(DEMO_TOKEN))) !== undefined
    if (config.listen) await listen(server, config, await parts.standIn?.handOver())
    void startSimulation(simulation, clock, closing.signal)
    readiness.start()

    const stop = async () => {
      readiness.drain()
      await restoreSteps()
      if (config.drainSeconds > 0) {
        connections.announceEnd()
        await clock.wait(config.drainSeconds * 1000)
      }
      closing.abort()
      network.close()
      await Promise.all([drain(server, connections, clock), dispatcher.close(), simulation.close()])
      await overlayFiles.close()
    }
    const certificate = tls && { file: tls.file, warning: tls.warning }
    const facts = { start, hasDemoKey, certificate }
    const sandbox = sandboxOf({ app, server, network, stop, opened }, facts)
    const { url, publicUrl, apiVersion } = sandbox
    log.event('started', { url, publicUrl, version: packageVersion(), apiVersion })
    return sandbox
  } catch (error) {
    if (state.isDocumentNew && error instanceof DocumentError) await state.forgetDocument?.()
    closing.abort()
    await closeAll(opened)
    throw error
  }
}

interface Closable {
  close(): Promise<void>
}

async function closeAll([first, ...others]: readonly Closable[]): Promise<void> {
  try {
    await first?.close()
  } finally {
    if (others.length > 0) await closeAll(others)
  }
}

type State = Awaited<ReturnType<typeof openState>>

/** Opens the state of the sandbox: its own, or the one that replicas share. Rejects with a StoreError. */
async function openState(
  config: Config,
  document: ApiDocument,
  { clock = createClock({ startAt: config.startAt }), standIn }: SandboxParts,
) {
  const replica = config.database === undefined ? undefined : randomUUID().slice(0, 8)
  const closing = closingController()
  const state = {
    config,
    clock,
    log: createLog(config, clock, replica),
    closing,
    report: (reason: string) => standIn?.report(reason),
  }
  const parts = { ...state, document, replica, closing: closing.signal }
  if (config.database !== undefined) {
    const { openSharedBacking } = await import('./postgres/shared-backing.ts')
    return { ...state, ...(await openSharedBacking(parts, document.raw)) }
  }
  const backing = await openLocalBacking(parts)
  // Stored accounts may not fit the document.
  return { ...state, backing, isDocumentNew: true, shared: undefined, forgetDocument: undefined }
}

/** What answers requests and runs campaigns; nothing of it depends on one document. */
async function createServices(state: State, document: CurrentDocument) {
  const { backing, config, clock, shared } = state
  const tracing = config.traces ? await openTracing(state) : undefined
  const events = tracing ? withCauses(backing.events, tracing) : backing.events
  const running = { ...state, ...backing, events, tracing, closing: state.closing.signal }
  if (backing.follow) document.follow((served) => backing.follow?.(served.document))
  const network = new InProcessNetwork()
  const tls = await tlsOf(config, clock)
  // The sandbox's own receiver has this certificate.
  const dispatcher = new Dispatcher(running, { network, ...(tls && { ca: tls.cert }) })
  const kinds = () => document.current.document.eventKinds
  return {
    ...running,
    network,
    tls,
    dispatcher,
    simulation: new Simulation({ ...running, dispatcher, shared, kinds }),
    readiness: new Readiness(clock, () => backing.isAvailable()),
    accountStates: new AccountStateRegistry(backing.store, { ...backing, deliveries: dispatcher }),
    origins: new Origins(config),
    tally: new RequestTally(),
    traffic: new Traffic(clock.elapsed, config.openSignup && config.rateLimits),
    open: new OpenRequests(),
    figures: new FigureTurns({ isShared: isShared(config) }),
  }
}

interface Opening {
  app: ServedApp<AppParts>
  server: Server
  network: InProcessNetwork
  /** Finishes accepted requests, and takes no new ones. */
  stop: () => Promise<void>
  opened: readonly Closable[]
}

function sandboxOf(
  { app, server, network, stop, opened }: Opening,
  facts: Pick<Sandbox, 'start' | 'hasDemoKey' | 'certificate'>,
): Sandbox {
  const { config, clock, log, document } = app.current()
  const { host, basePath, apiPath, publicUrl } = config
  let closing: Promise<void> | undefined
  const { port } = (server.address() ?? { port: 0 }) as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  const origin =
    port === 0 ? PORTLESS_ROOT : `${facts.certificate ? 'https' : 'http'}://${name}:${port}`
  const root = origin + basePath
  const closed = async (reason: string) => {
    const from = clock.elapsed()
    log.event('stopping', { reason })
    try {
      await stop()
    } finally {
      await closeAll(opened)
    }
    log.event('stopped', { reason, durationMs: Math.round(clock.elapsed() - from) })
    await log.flush()
  }
  return {
    ...controlApi(controlInProcess(app.current, publicUrl ?? root)),
    url: `${root}${apiPath}`,
    port,
    publicUrl,
    fetch: inProcessFetch(network, root),
    fetchAt: (baseUrl) => inProcessFetchAt(network, baseUrl),
    handler: embeddedHandler(server, config, () => network.isClosed),
    app: app.listener as RequestListener as Listener,
    apiVersion: document.version,
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
