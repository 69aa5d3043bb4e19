import type { Config } from '../config.ts'
import type { Readiness } from '../connection/readiness.ts'
import type { ResetParts } from '../fixtures/seeding.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { OverlayFile } from '../openapi/load.ts'
import type { Router } from '../openapi/served/router.ts'
import type { ResponseChecks } from '../pipeline/send.ts'
import type { Simulation } from '../simulation/simulation.ts'
import type { ChangeFeed } from '../state/change-feed.ts'
import type { Receivers } from '../state/receivers.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { UsageCounter } from '../state/usage.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { Visitors } from './visitors.ts'

/** The collaborators of the control plane; each handler picks its own. */
export interface ControlParts extends ResetParts {
  config: Config
  document: ApiDocument
  overlays: readonly OverlayFile[]
  router: Router
  responseChecks: ResponseChecks
  events: EventLog
  simulation: Simulation
  dispatcher: Dispatcher
  changes: ChangeFeed
  receivers: Receivers
  snapshots: Snapshots
  usage: UsageCounter
  readiness: Readiness
  /** Present with `--open-signup`. */
  visitors: Visitors | undefined
  closing: AbortSignal
}
