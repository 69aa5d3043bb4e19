import type { Config } from './config.ts'
import type { ApiDocument } from './document/api-document.ts'
import type { ResponseCheck } from './document/response-check.ts'
import type { Quotas } from './http/rate-limit.ts'
import type { RequestLog } from './http/request-log.ts'
import type { Log } from './log.ts'
import type { Router } from './router.ts'
import type { Simulation } from './simulation/simulation.ts'
import type { Store } from './store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

/** What `createSandbox` puts together and the stages and operations work with. */
export interface Services {
  config: Config
  document: ApiDocument
  router: Router
  /** Of the service and of the control plane; present with `--validate-responses`. */
  responseChecks: Record<'service' | 'control', ResponseCheck> | undefined
  store: Store
  clock: Clock
  quotas: Quotas
  dispatcher: Dispatcher
  simulation: Simulation
  requests: RequestLog
  log: Log
  /** Aborted when the sandbox closes: what streams without end ends then. */
  closing: AbortSignal
}
