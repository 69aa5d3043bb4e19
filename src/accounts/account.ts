import type { Alert } from './alert.ts'
import type { Campaign } from './campaign.ts'
import type { Delivery } from './delivery.ts'
import type { FaultRule } from './fault.ts'
import type { Key } from './key.ts'
import type { Session, User } from './session.ts'
import type { KeyUsage } from './usage.ts'
import type { Webhook } from './webhook.ts'

/** Name of a plan as §8 spells it; its limits are in the document (`x-rate-limit-plans`). */
export type PlanName = string

/**
 * All that one customer owns, and the unit in which state is read and written. Only what clients
 * wrote is here: rankings, mentions and everything computed from them are derived on read.
 */
export interface Account {
  /** `acc_…`, the `account_id` of GET /auth/verify (§4). */
  id: string
  name: string
  plan: PlanName
  /** Seed of all generated data of this account, so that equal requests give equal figures. */
  seed: number
  /** How many identifiers were handed out; the next one is derived from it. Never goes down. */
  sequence: number
  /** Signs download links, so that they open without the Authorization header. Hexadecimal. */
  linkSecret: string
  clock: AccountClock
  /** By user id. */
  users: Record<string, User>
  /** By key id. */
  keys: Record<string, Key>
  /** By session id. */
  sessions: Record<string, Session>
  /**
   * By campaign id, in order of creation. A Map, because a change copies the collection that it
   * touches: of thousands of entries that takes a Map a fifth of what it takes an object.
   */
  campaigns: Map<string, Campaign>
  /** By webhook id. */
  webhooks: Record<string, Webhook>
  /** By alert id. */
  alerts: Record<string, Alert>
  /** By delivery id, oldest first; capped. A Map for the reason that campaigns are one. */
  deliveries: Map<string, Delivery>
  /** By fault id, in the order in which they are tried. */
  faults: Record<string, FaultRule>
  /**
   * Epoch milliseconds of the account's clock up to which campaigns have run: what falls due later is still
   * to come. Null until the sandbox has looked at the account for the first time.
   */
  simulated_until: number | null
  /** By key id. */
  usage: Record<string, KeyUsage>
  /** How it came to be; null for an account of the fixture that the sandbox was started with. */
  origin: AccountOrigin | null
}

/** How an account came to be that was made while the sandbox runs. */
export interface AccountOrigin {
  made_by: 'operator' | 'signup'
  /** The fixture that it was made of, and which account in it; null for one that was sent along, which is not kept. */
  fixture: { name: string; account: string } | null
  /** Epoch milliseconds of the server's clock. */
  created_at: number
  /** When a request was last made for it; the same clock. */
  seen_at: number
}

/** The account's time: the server's time plus an offset, or standing still. */
export interface AccountClock {
  offsetMs: number
  /** Epoch milliseconds at which the clock stands still; null while it runs. */
  frozenAt: number | null
  /** Present while the clock is advanced, which it stands still for; tells whether it stood before, too. */
  advancing?: { wasFrozen: boolean }
  /**
   * Epoch milliseconds of this clock since when no run was left out; absent when none ever was. They are where
   * the clock was set, where the sandbox was off for long, and before the account was made of a fixture.
   */
  unbrokenSince?: number
}
