import type { ErrorCode } from '../errors.ts'

/** Which requests a rule acts on; what is absent excludes nothing. */
export interface FaultTarget {
  /** Ids of operations of the API. */
  operation?: string[]
  /** In upper case. */
  method?: string[]
  /** Below the root of the API; `*` stands for any characters. */
  path?: string
  /** Id of a key, or the first characters that its token is known by. */
  key?: string
  /** Share of the requests that fit, above 0 and up to 1. */
  share?: number
}

/** What a rule does; at least one of them. */
export interface FaultEffect {
  /** Answer with this code (§7). */
  error?: ErrorCode
  /** In place of the status that the document has for the code; alone, it decides on the code. */
  status?: number
  /** Milliseconds, or a log-normal distribution of them. */
  delay?: number | DelayDistribution
  /** Send nothing: break the connection off (TCP RST), or close it. */
  connection?: 'reset' | 'empty'
  /** Send half of the body and close the connection, or all of it as broken JSON. */
  body?: 'truncated' | 'malformed'
  /** Names of response headers that are left out. */
  missing_headers?: string[]
}

export interface DelayDistribution {
  /** Milliseconds that half of the requests wait no longer than. */
  median: number
  /** Milliseconds that 99 of 100 requests wait no longer than. */
  p99: number
}

/** A rule by which requests of an account fail. */
export interface FaultRule extends FaultTarget, FaultEffect {
  /** `flt_…` */
  id: string
  name: string | null
  enabled: boolean
  /** How often it acts before it lets requests pass; null for ever. */
  count: number | null
  /** How often it has acted; counted only where `count` is, so that a restart does not begin again. */
  acted: number
  /** Epoch milliseconds of the account's clock; null for never. */
  expires_at: number | null
  /** ISO 8601 in UTC. */
  created_at: string
  updated_at: string
}

/** The names of `FaultEffect`. */
export const FAULT_EFFECTS = [
  'error',
  'status',
  'delay',
  'connection',
  'body',
  'missing_headers',
] as const satisfies readonly (keyof FaultEffect)[]
