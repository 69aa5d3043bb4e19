import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppParts, ServedApp } from './app.ts'
import { type Fetch, inProcessFetch, inProcessFetchAt } from './connection/fetch.ts'
import { embeddedHandler, type Handler } from './connection/handler.ts'
import { type InProcessNetwork, PORTLESS_ROOT } from './connection/in-process.ts'
import { controlApi } from './control-client/control-api.ts'
import type { AnyInput, ControlClient } from './control-client/operations.ts'
import type { ControlApi } from './control-client/sandbox-methods.ts'

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
  /** Number of accounts created from the fixture, and found in the data folder; the time of the account with the demo key. */
  start: { seeded: number; kept: number; now: Date | undefined }
  /** With HTTPS: the certificate file for clients to trust, and a warning if its dates are wrong. */
  certificate: { file: string; warning: string | undefined } | undefined
  /**
   * Finishes accepted requests, writes changes, and leaves no open handle. Can be called twice. The log shows `reason`.
   */
  close(reason?: string): Promise<void>
}

interface Opening {
  app: ServedApp<AppParts>
  server: Server
  network: InProcessNetwork
  /** Finishes accepted requests, and takes no new ones. */
  stop: () => Promise<void>
  /** In the order in which they close. */
  opened: readonly Closable[]
}

/** What users of a sandbox that has started hold. */
export function runningSandbox(
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
  }
  return {
    ...controlApi(controlOf(app, publicUrl ?? root)),
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

/** The control API of this process, loaded with the first call. */
function controlOf({ current }: ServedApp<AppParts>, serverUrl: string): ControlClient {
  let loading: Promise<ControlClient> | undefined
  const client = () => {
    loading ??= import('./control/in-process.ts').then(({ controlInProcess }) =>
      controlInProcess(current, serverUrl),
    )
    return loading
  }
  return {
    call: async (method, path, input: AnyInput = {}) =>
      (await client()).call(method, path, input as never),
    stream: async (path, input) => (await client()).stream(path, input),
  }
}

export interface Closable {
  close(): Promise<void>
}

/** Closes one after the other, also after a failure. */
export async function closeAll([first, ...others]: readonly Closable[]): Promise<void> {
  try {
    await first?.close()
  } finally {
    if (others.length > 0) await closeAll(others)
  }
}
