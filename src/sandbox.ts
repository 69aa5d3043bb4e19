import { randomUUID } from 'node:crypto'
import { DEMO_TOKEN, hashToken } from './accounts/token.ts'
import { ServedApp } from './app.ts'
import { isShared } from './config/mode.ts'
import { type Config, readConfig, type SandboxOptions } from './config.ts'
import { Connections, drain } from './connection/drain.ts'
import { guardConnections } from './connection/guard.ts'
import { InProcessNetwork } from './connection/in-process.ts'
import { Readiness } from './connection/readiness.ts'
import { createAppServer, listen, TIMEOUTS } from './connection/server.ts'
import type { StandIn } from './connection/stand-in.ts'
import type { Tls } from './connection/tls.ts'
import { serveUpstream } from './connection/upstream.ts'
import { keepResetting, Visitors } from './control/demo.ts'
import { seedStore } from './fixtures/seeding.ts'
import { createLog } from './log.ts'
import type { ApiDocument } from './openapi/api-document.ts'
import { DocumentError } from './openapi/document-error.ts'
import { readOverlays } from './openapi/load.ts'
import { packageVersion } from './package/package-root.ts'
import { Origins } from './pipeline/origins.ts'
import type { OpenUpstream } from './pipeline/upstream.ts'
import { type Closable, closeAll, runningSandbox, type Sandbox } from './running-sandbox.ts'
import { AccountStateRegistry } from './runtime/account-state.ts'
import { FigureTurns } from './runtime/figure-turns.ts'
import { openLocalBacking } from './runtime/local-backing.ts'
import { OpenRequests } from './runtime/open-requests.ts'
import { RequestTally } from './runtime/request-tally.ts'
import { Traffic } from './runtime/traffic.ts'
import { CurrentDocument } from './served/current-document.ts'
import { readDocument, servedDocument } from './served/served-document.ts'
import { versionsOf, WatchedOverlays } from './served/watched-overlays.ts'
import { Simulation } from './simulation/simulation.ts'
import { type Clock, closingController, createClock } from './time/clock.ts'
import { restoreSteps } from './time/turn.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

export type { Listener, Sandbox } from './running-sandbox.ts'

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
    const document = new CurrentDocument(await servedDocument(read, config))
    const services = await createServices(state, document)
    const { network, tls, tracing, readiness, dispatcher, simulation } = services
    if (tracing) opened.push(tracing)
    const overlayFiles = new WatchedOverlays({
      ...services,
      document,
      seen,
      read: async () => {
        const again = await readDocument(await readOverlays(config.overlays), config.apiVersion)
        return servedDocument(again, config)
      },
    })
    const seeding = { ...services, ...document.current }
    const start = await seedStore(seeding, { checksKept: state.isDocumentNew })
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
    const demo = await backing.store.findOwner(hashToken(DEMO_TOKEN))
    const hasDemoKey = demo !== undefined
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
    const now = demo && new Date(clock.of(demo.head))
    const facts = { start: { ...start, now }, hasDemoKey, certificate }
    const sandbox = runningSandbox({ app, server, network, stop, opened }, facts)
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
  const tracing = config.traces
    ? await (await import('./tracing/open-telemetry.ts')).openTracing(state)
    : undefined
  const running = { ...state, ...backing, tracing, closing: state.closing.signal }
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

/** The first requests need not wait for the look for what is due. */
const FIRST_LOOK_MS = 20

async function startSimulation(
  simulation: Simulation,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  await clock.pause(FIRST_LOOK_MS, closing)
  if (!closing.aborted) simulation.start()
}

/** Without a port, nothing is encrypted. */
async function tlsOf(config: Config, clock: Clock): Promise<Tls | undefined> {
  if (!config.https || !config.listen) return undefined
  const { openTls } = await import('./connection/tls.ts')
  return openTls(config, clock.wallTime())
}
