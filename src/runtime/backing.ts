import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { TouchedAccounts } from '../store/account-storage.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Moments } from './moments.ts'
import type { Quotas } from './quotas.ts'
import type { Receivers } from './receivers.ts'
import type { RequestLog } from './request-log.ts'
import type { ResetTimes } from './reset-times.ts'
import type { SignUps } from './sign-ups.ts'
import type { Snapshots } from './snapshots.ts'
import type { UsageCounter } from './usage.ts'

/** All state of a sandbox: in this process and its data folder, or in a database that replicas share. */
export interface Backing {
  store: Store
  events: EventLog
  quotas: Quotas
  usage: UsageCounter
  requests: RequestLog
  receivers: Receivers
  snapshots: Snapshots
  moments: Moments
  signUps: SignUps
  resetTimes: ResetTimes
  changes: ChangeFeed
  /** The accounts that changed; absent where replicas share the state, which wake each other. */
  touched?: TouchedAccounts
  /** Called when another document is served; absent where replicas share the state, since all must serve the same. */
  follow?(document: ApiDocument): void
  /** Whether the state can be used now; asks the database, if there is one. */
  isAvailable(): Promise<boolean>
  /** The state of the connections to the database, if there is one. */
  connections?(): { inUse: number; isAway: boolean }
  /** Writes what is left, when nothing is being handled any more. */
  close(): Promise<void>
}

/** The parts that are needed to open a backing. */
export interface BackingParts {
  config: Config
  clock: Clock
  document: ApiDocument
  log: Log
  closing: AbortSignal
  /** Id of this replica, if there are several. */
  replica?: string | undefined
  /** Learns what the start waits for. */
  report?(reason: string): void
}
