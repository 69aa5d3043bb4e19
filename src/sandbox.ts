import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_TOKEN, hashToken } from './accounts/token.ts'
import { type AppParts, createApp } from './app.ts'
import { type Config, readConfig, type SandboxOptions } from './config.ts'
import { Connections, drain } from './connection/drain.ts'
import { guardConnections } from './connection/guard.ts'
import { Readiness } from './connection/readiness.ts'
import { createExpressServer, listen } from './connection/server.ts'
import { controlInProcess } from './control/in-process.ts'
import type { VisitorParts, Visitors } from './control/visitors.ts'
import { controlApi } from './control-client/control-api.ts'
import type { ControlApi } from './control-client/sandbox-methods.ts'
import { FixtureLibrary } from './fixtures/fixture-library.ts'
import { seedStore } from './fixtures/seeding.ts'
import { errorLog, jsonLog, type Log, silentLog, terminalLog } from './log.ts'
import { ApiDocument } from './openapi/api-document.ts'
import { DocumentError } from './openapi/document-error.ts'
import { mergedDocument, packagedDocument, readOverlays } from './openapi/load.ts'
import { preparedRules, type RequestRules } from './openapi/served/request-rules.ts'
import { Router } from './openapi/served/router.ts'
import { dispensable, handlers } from './operations/handlers.ts'
import { answerForms, OWN_FORMS } from './replica/answer-forms.ts'
import type { JsonObject } from './schema/json.ts'
import { operationsOf } from './schema/operations.ts'
import { type Shared, Simulation } from './simulation/simulation.ts'
import { AccountStateRegistry } from './state/account-state.ts'
import type { Backing, BackingParts } from './state/backing.ts'
import { SerializedRecords } from './store/serialized-records.ts'
import { type Clock, createClock, isoTime } from './time/clock.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

/** A listener of `node:http`, typed without it, so that users do not need the types of Node. */
export type Listener = (
  request: { method?: string | undefined; url?: string | undefined; headers: object },
  response: { statusCode: number; setHeader(name: string, value: string): unknown; end(): unknown },
) => void

/** A running sandbox. */
export interface Sandbox extends ControlApi {
  /** Root of the API and base URL of clients: `http://127.0.0.1:PORT/api`. */
  url: string
  port: number
  /** Root of the server for callers, without a trailing slash; undefined unless configured. */
  publicUrl: string | undefined
  /** For supertest, or to mount in another server. */
  app: Listener
  /** The served release (§9). */
  apiVersion: string
  /** Whether the key `svc_test_demo` exists; your own fixture may have other keys. */
  hasDemoKey: boolean
  /** Number of accounts that the fixture gave, or that the data folder had. */
  start: { seeded: number; kept: number }
  /** Answers accepted requests, writes changes, and leaves no open handle. May be called twice. */
  close(): Promise<void>
}

export interface SandboxParts {
  /** Replaces the clock, for tests. */
  clock?: Clock
}

/** As `createSandbox` of index.ts, which has no `parts`: their types would expose everything inside. */
export async function createSandbox(
  options: SandboxOptions = {},
  parts: SandboxParts = {},
): Promise<Sandbox> {
  const given = readConfig(options)
  const ownClock = parts.clock ?? createClock({ startAt: given.startAt })
  const overlays = await readOverlays(given.overlays)
  const raw = await mergedDocument(overlays, given.apiVersion)
  const document = ApiDocument.of(raw)
  requireHandlers(raw)
  const router = new Router(await requestRules(given, raw))
  const forms = given.overlays.length === 0 ? OWN_FORMS : await answerForms(raw)

  const serialized = new SerializedRecords()
  const closing = new AbortController()
  const log = createLog(given, ownClock)
  const opening = { document, log, serialized, closing: closing.signal }
  const opened = await openBacking({ ...opening, config: given, clock: ownClock }, raw)
  const { config, clock, shared, backing, isDocumentNew } = opened
  try {
    const running = { ...backing, clock, log, closing: closing.signal }
    const dispatcher = new Dispatcher({ config, ...running })
    const readiness = new Readiness(clock, () => backing.isAvailable())
    const services = {
      ...running,
      readiness,
      accountStates: registryOf(backing, dispatcher),
      config,
      document,
      overlays,
      router,
      forms,
      responseChecks: await responseChecks(config, raw),
      fixtures: new FixtureLibrary(document),
      serialized,
      dispatcher,
      simulation: new Simulation({ ...running, dispatcher, shared, kinds: document.eventKinds }),
    }
    const start = await seedStore(services, { checksKept: isDocumentNew })
    const visitors = config.openSignup ? await openVisitors(services) : undefined
    const parts = { ...services, visitors, backing }
    const app = createApp(parts)
    const server = createExpressServer(app)
    const connections = new Connections(server)
    guardConnections(server, connections, services)
    await listen(server, config)
    const hasDemoKey = (await backing.store.findCredential(hashToken(DEMO_TOKEN))) !== undefined
    services.simulation.start()
    readiness.start()
    const close = async () => {
      readiness.drain()
      if (config.drainSeconds > 0) {
        connections.announceEnd()
        await clock.wait(config.drainSeconds * 1000)
      }
      closing.abort()
      await Promise.all([
        drain(server, connections, clock),
        dispatcher.close(),
        services.simulation.close(),
      ])
    }
    return sandboxOf(app, { server, close }, parts, { start, hasDemoKey })
  } catch (error) {
    if (isDocumentNew && error instanceof DocumentError) await opened.forgetDocument?.()
    closing.abort()
    await backing.close()
    throw error
  }
}

function sandboxOf(
  app: RequestListener,
  { server, close }: { server: Server; close: () => Promise<void> },
  parts: AppParts & { backing: Backing },
  facts: Pick<Sandbox, 'start' | 'hasDemoKey'>,
): Sandbox {
  const { port } = server.address() as AddressInfo
  const { host, basePath, publicUrl } = parts.config
  let closing: Promise<void> | undefined
  const root = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    ...controlApi(controlInProcess(parts, publicUrl ?? root)),
    url: `${root}${basePath}`,
    port,
    publicUrl,
    app: app as Listener,
    apiVersion: parts.document.version,
    ...facts,
    close() {
      closing ??= close().then(async () => {
        await parts.backing.close()
        await parts.log.flush()
      })
      return closing
    },
  }
}

async function openVisitors(parts: VisitorParts): Promise<Visitors> {
  const { Visitors } = await import('./control/visitors.ts')
  const visitors = new Visitors(parts)
  void visitors.keepTidy()
  return visitors
}

async function requestRules({ overlays }: Config, document: JsonObject): Promise<RequestRules> {
  if (overlays.length === 0) return preparedRules(document)
  const [{ compiledRules }, { requireServedInputs }] = await Promise.all([
    import('./openapi/served/compiled-rules.ts'),
    import('./openapi/served/served-inputs.ts'),
  ])
  const rules = await compiledRules(document)
  requireServedInputs(document, packagedDocument, dispensable)
  return rules
}

interface Opened {
  backing: Backing
  /** Present if replicas share the state. */
  shared: Shared | undefined
  /** Those of all replicas, if they share the state. */
  config: Config
  clock: Clock
  /** Whether stored accounts may not fit the document. */
  isDocumentNew: boolean
  /** Called if they do not. */
  forgetDocument?(): Promise<void>
}

async function openBacking(parts: BackingParts, document: JsonObject): Promise<Opened> {
  const { config, clock } = parts
  if (config.database !== undefined) {
    const { openSharedBacking } = await import('./postgres/shared-backing.ts')
    return openSharedBacking(parts, document)
  }
  const { openLocalBacking } = await import('./state/local-backing.ts')
  const backing = await openLocalBacking(parts)
  return { config, clock, backing, shared: undefined, isDocumentNew: true }
}

/** All state that concerns an account. */
function registryOf(
  { store, quotas, usage, requests, receivers, snapshots }: Backing,
  deliveries: Dispatcher,
): AccountStateRegistry {
  const states = { quotas, usage, requests, receivers, snapshots, deliveries }
  return new AccountStateRegistry(store, states)
}

async function responseChecks(config: Config, service: JsonObject) {
  if (!config.validateResponses) return undefined
  const [{ ResponseCheck }, { controlDocument }] = await Promise.all([
    import('./openapi/served/response-check.ts'),
    import('./control/document.ts'),
  ])
  return { service: ResponseCheck.of(service), control: ResponseCheck.of(controlDocument) }
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

/** An overlay can change operations, but not add operations that the sandbox does not implement. */
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
