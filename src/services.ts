import type { Config } from './config.ts'
import type { Changes } from './control/changes.ts'
import type { Receivers } from './control/receivers.ts'
import type { Visitors } from './control/visitors.ts'
import type { AnswerForms } from './document/answer-forms.ts'
import type { ApiDocument } from './document/api-document.ts'
import type { OverlayFile } from './document/load.ts'
import type { ResponseCheck } from './document/response-check.ts'
import type { Quotas } from './http/rate-limit.ts'
import type { RequestLog } from './http/request-log.ts'
import type { UsageCounter } from './http/usage.ts'
import type { Log } from './log.ts'
import type { Router } from './router.ts'
import type { Simulation } from './simulation/simulation.ts'
import type { EntryCache } from './store/entry-cache.ts'
import type { FixtureLibrary } from './store/fixture-library.ts'
import type { Snapshots } from './store/snapshots.ts'
import type { Store } from './store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

/** What `createSandbox` puts together and the stages and operations work with. */
export interface Services {
  config: Config
  document: ApiDocument
  /** Those that the document was changed by, in their order. */
  overlays: readonly OverlayFile[]
  router: Router
  /** The form that the document gives to answers. */
  forms: AnswerForms
  /** Of the service and of the control plane; present with `--validate-responses`. */
  responseChecks: Record<'service' | 'control', ResponseCheck> | undefined
  store: Store
  snapshots: Snapshots
  fixtures: FixtureLibrary
  /** The JSON of records of the store, made once for all that write or send them. */
  texts: EntryCache
  clock: Clock
  quotas: Quotas
  dispatcher: Dispatcher
  simulation: Simulation
  usage: UsageCounter
  /** Present where visitors may make accounts of their own (`--open-signup`). */
  visitors: Visitors | undefined
  requests: RequestLog
  /** Tells whoever shows an account that it has changed. */
  changes: Changes
  /** The receivers that accounts have here to try webhooks with. */
  receivers: Receivers
  log: Log
  /** Aborted when the sandbox closes: what streams without end ends then. */
  closing: AbortSignal
}
