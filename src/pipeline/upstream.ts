import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Router } from '../openapi/served/router.ts'
import type { OpenRequests } from '../runtime/open-requests.ts'
import type { RequestLog } from '../runtime/request-log.ts'
import type { Direction, Source, Violation, ViolationKind } from '../schema/traffic.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'

/**
 * `watch` forwards, and uses no cassette. `record` forwards and writes all into a new cassette. `replay` answers from the
 * cassette alone. `update` replays what is recorded, forwards the rest and adds it.
 */
export const PROXY_MODES = ['watch', 'record', 'replay', 'update'] as const

export type ProxyMode = (typeof PROXY_MODES)[number]

/** A server in front of which the sandbox stands (`svc-sandbox proxy`): a stage of the pipeline, and its controls. */
export interface Upstream {
  /** Answers a request from the upstream or a cassette, or passes it on to the stages of the sandbox. */
  stage: RequestHandler
  /** Opens a tunnel for a request that changes the protocol, such as to WebSocket. */
  tunnel(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Resolves when what has passed is judged. Never rejects. */
  judged(): Promise<void>
  /** The violations that fit, the last seen first. */
  violations(filter?: ViolationFilter): readonly Violation[]
  /** Forgets all violations, and returns their number. */
  clearViolations(): number
  state(): UpstreamState
  /** Rejects with an ApiError for a mode that is not possible, such as a replay without a cassette. */
  change(change: UpstreamChange): Promise<void>
  /** Finishes judgements and files. May be called twice. */
  close(): Promise<void>
}

export interface ViolationFilter {
  kind?: ViolationKind | undefined
  operation?: string | undefined
  direction?: Direction | undefined
  fact?: string | undefined
  /** Id of a request. */
  request?: string | undefined
}

/** As `GET /_sandbox/proxy` shows it. */
export interface UpstreamState {
  upstream: string
  mode: ProxyMode
  /** The file. */
  cassette: string | null
  /** Exchanges in the cassette, and how many answers came from it. */
  recorded: number
  replayed: number
  /** Exchanges that were not judged, and how many of them by the reason. */
  unjudged: number
  unjudged_reasons?: Record<string, number>
  /** Answers by source. */
  sources: Record<Source, number>
  /** operationIds that the sandbox answers. */
  sandbox_operations: readonly string[]
  /** Whether the sandbox answers what the upstream does not have. */
  sandbox_missing: boolean
  enforce: Enforcement | null
}

/** Which violations of a request are refused: of stated facts only, or of our assumptions, too. */
export type Enforcement = 'stated' | 'assumed'

/** Settings that can change while the proxy runs (`PATCH /_sandbox/proxy`). */
export interface UpstreamChange {
  mode?: ProxyMode | undefined
  enforce?: Enforcement | null | undefined
  sandboxOperations?: readonly string[] | undefined
  sandboxMissing?: boolean | undefined
}

/** The parts of its sandbox that an upstream uses. */
export interface UpstreamParts {
  config: Config
  clock: Clock
  log: Log
  requests: Pick<RequestLog, 'add'>
  store: Store
  open: OpenRequests
  /** The served parts; another document may replace them. */
  current: () => { document: ApiDocument; router: Router }
}

export type OpenUpstream = (parts: UpstreamParts) => Promise<Upstream>
