import type { Config } from '../config.ts'
import type { Readiness } from '../connection/readiness.ts'
import type { ResetParts } from '../fixtures/seeding.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { OverlayFile } from '../openapi/load.ts'
import type { Router } from '../openapi/served/router.ts'
import type { Origins } from '../pipeline/origins.ts'
import type { RunParts } from '../pipeline/run.ts'
import type { ResponseChecks } from '../pipeline/send.ts'
import type { Upstream } from '../pipeline/upstream.ts'
import type { Backing } from '../runtime/backing.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import type { FigureTurns } from '../runtime/figure-turns.ts'
import type { Moments } from '../runtime/moments.ts'
import type { OpenRequests } from '../runtime/open-requests.ts'
import type { Receivers } from '../runtime/receivers.ts'
import type { RequestTally } from '../runtime/request-tally.ts'
import type { Snapshots } from '../runtime/snapshots.ts'
import type { Traffic } from '../runtime/traffic.ts'
import type { UsageCounter } from '../runtime/usage.ts'
import type { WatchedOverlays } from '../served/watched-overlays.ts'
import type { Simulation } from '../simulation/simulation.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'

/** The collaborators of the control plane; each handler picks its own. */
export interface ControlParts extends ResetParts {
  config: Config
  document: ApiDocument
  overlays: readonly OverlayFile[]
  origins: Origins
  router: Router
  responseChecks: ResponseChecks
  events: EventLog
  simulation: Simulation
  dispatcher: Dispatcher
  changes: ChangeFeed
  receivers: Receivers
  snapshots: Snapshots
  moments: Moments
  usage: UsageCounter
  tally: RequestTally
  /** The overlay files, which are served again when they are saved. */
  overlayFiles: Pick<WatchedOverlays, 'problem' | 'revision'>
  readiness: Readiness
  figures: FigureTurns
  connections?: Backing['connections']
  /** Limits the accounts of visitors (`Visitors`); present with `--open-signup`. */
  visitors: { admit<T>(address: string, make: () => Promise<T>): Promise<T> } | undefined
  /** Present in a proxy. */
  upstream?: Upstream | undefined
  log: Log
  closing: AbortSignal
}

/** Additional parts for requests over HTTP: their limits, and the form of the service's responses. */
export interface HttpControlParts extends ControlParts, Pick<RunParts, 'forms'> {
  open: OpenRequests
  traffic: Traffic
}
