import type { Alert } from './alert.ts'
import type { Campaign, CampaignHistory, LastRun } from './campaign.ts'
import type { EventKind } from './event.ts'
import type { FaultRule } from './fault.ts'
import type { Key } from './key.ts'
import type { Mark } from './mark.ts'
import type { Session, User } from './session.ts'
import type { KeyUsage } from './usage.ts'
import type { Webhook } from './webhook.ts'

/** Name of a plan as §8 spells it; its limits are in the document (`x-rate-limit-plans`). */
type PlanName = string

/**
 * Everything that one customer owns, and the unit in which state is read and written. It holds only what
 * clients wrote; rankings, mentions and everything computed from them are derived on read.
 */
export interface Account {
  /** `acc_…`, the `account_id` of GET /auth/verify (§4). */
  id: string
  name: string
  plan: PlanName
  /** Seed of all generated data of this account, so that equal requests give equal figures. */
  seed: number
  /** The number of identifiers that were assigned, from which the next one is derived. Never decreases. */
  sequence: number
  /** Signs download links, so that they work without the Authorization header. Hexadecimal. */
  linkSecret: string
  clock: AccountClock
  /** By user id. */
  users: Record<string, User>
  /** By key id. */
  keys: Record<string, Key>
  /** By session id. */
  sessions: Record<string, Session>
  /** By campaign id, in order of creation. */
  campaigns: Map<string, Campaign>
  /**
   * By campaign id. Absent for a campaign that always ran by its present frequency up to `simulated_until`, and for a new
   * one. Not in the campaigns, because runs are no changes of what clients see.
   */
  lastRuns: Map<string, LastRun>
  /** By id of a campaign that was changed or deleted: what was found before stays as it was. */
  past: Map<string, CampaignHistory>
  /** How often campaigns were created, changed or deleted: distinguishes states at the same time. */
  changes: number
  /**
   * Keywords that requests have added to campaigns, with those of their past states, since the account was made; absent before
   * the first.
   */
  keywordCount?: number
  /** The last time that `timeOfChange` gave; absent before the first. */
  lastMoment?: number
  /** By webhook id. */
  webhooks: Record<string, Webhook>
  /** By alert id. */
  alerts: Record<string, Alert>
  /** By fault id, in the order in which they are tried. */
  faults: Record<string, FaultRule>
  /**
   * Epoch milliseconds of the account's clock up to which campaigns have run. Null until the simulation first
   * looks at the account.
   */
  simulated_until: number | null
  /** By key id. */
  usage: Record<string, KeyUsage>
  /** The last changes of the account. A reset and a restore add theirs. */
  history: Map<string, Mark>
  /** How the account was created; null if it is from the fixture that the sandbox was started with. */
  origin: AccountOrigin | null
}

/**
 * An account without its campaigns and what belongs to them: the part whose size is limited, which most requests need.
 */
export type AccountHead = Omit<Account, 'campaigns' | 'lastRuns' | 'past'>

/** How an account was created while the sandbox was running. */
export interface AccountOrigin {
  made_by: 'operator' | 'signup'
  /** The fixture and the account in it; null for a fixture in the request, which is not stored. */
  fixture: { name: string; account: string } | null
  /** Epoch milliseconds of the server's clock. */
  created_at: number
  /** Time of the last request for it, on the same clock. */
  seen_at: number
}

/** The account's time: the server's time plus an offset, or a frozen time. */
export interface AccountClock {
  offsetMs: number
  /** Epoch milliseconds of the frozen time; null while the clock runs. */
  frozenAt: number | null
  /** Present while the clock is being advanced, when it is frozen. */
  advancing?: AdvanceState
  /** How the last advance ended; absent if there was none. */
  lastAdvance?: EndedAdvance
  /** How often the clock was set back; absent if it never was. Events of a repeated time have other ids. */
  setBack?: number
}

/** An advance of a clock and what happened in it; times are in epoch milliseconds of that clock. */
export interface AdvanceState {
  /** Counts the advances of the clock. */
  number: number
  /** Whether it is to stop where it is. */
  isCancelled?: boolean
  /** Whether the clock stands still afterwards. */
  wasFrozen: boolean
  from: number
  to: number
  runs: number
  /** By kind. */
  events: Record<EventKind, number>
  deliveries: { delivered: number; failed_attempts: number; given_up: number }
  /** Deliveries among those given up for which there was no room; absent for none. */
  withoutRoom?: number
}

export interface EndedAdvance extends Omit<AdvanceState, 'wasFrozen' | 'isCancelled'> {
  /** Time at which it ended, which is before `to` if it was not finished. */
  reached: number
  /** `interrupted`: the process ended meanwhile. */
  status: 'finished' | 'cancelled' | 'failed' | 'interrupted'
  /** Why it failed or was interrupted; null otherwise. */
  error: string | null
  /** Ids of webhooks that were too slow to wait for. */
  slow_webhooks: string[]
}

/** The owner of the token of a request. */
export interface Caller {
  account: Readonly<AccountHead>
  key: Key
  session: Session | undefined
}

/** Who makes a request of the service: the owner of its token, or the control plane for an account. */
export interface Requester extends Omit<Caller, 'key'> {
  /** Undefined for the operator of the sandbox. */
  key: Key | undefined
}

/** Campaigns of an account. */
export const MOST_CAMPAIGNS = 10_000

/** The plan of an account that names none. */
export const DEFAULT_PLAN = 'Professional'
