import type { Requirements } from '../report/requirements.ts'
import type { Level } from '../report/result.ts'
import type { Json } from './reading.ts'

/** The settings of a run: its target, keys and limits. */
export interface Settings {
  /** The API root, without a slash at its end. */
  baseUrl: string
  tokens: Tokens
  level: Level
  /** Sends no request that could change the server, even if it must be refused. */
  readOnly: boolean
  /** Requests that the main key may make at most. */
  maxRequests: number
  /** Requests that may be made at most with all credentials together. */
  maxTotal: number
  /** Requests a second at most; by default as many as the server allows. */
  requestsPerSecond?: number
  /** Limits of a wait that the server asks for. */
  maxWaitMs: number
  leastWaitMs: number
  /** What pauses are multiplied with that no server asks for: less than 1 in tests. */
  patience?: number
  /** Timeout of a response. */
  timeoutMs: number
  /** The document that level `assumed` compares with; the packaged one by default. */
  document?: Json
  /** Repeats requests that a run sends once, so that their answers can be learned. */
  learn?: boolean
  /** The document of the server as it was learned before; what differs from it is learned as well. */
  baseline?: { document: Json; unknown: readonly string[] }
  /** The proof that is needed for exit 0, in addition to no failure. */
  requirements?: Requirements
  /** Sent with every request, by lower-case name. Reports do not show the values. */
  headers?: Record<string, string>
  /** Ids of the facts to judge; all by default. */
  facts?: string[]
  /** operationIds that are not used, apart from cleaning up. */
  skipped?: string[]
  /** Sends more requests, each for a part of the specification that others prove together, or that few servers break. */
  thorough?: boolean
  /** Marks all that the run creates, so that it can be found and deleted. */
  runId: string
  /** Version of this package, for the reports. */
  version: string
}

export interface Tokens {
  main: string
  /** A key with few permissions. */
  restricted?: string
  /** A key with a low limit, which the run uses up. */
  limited?: string
  /** A key that was deleted. */
  revoked?: string
  /** A key of another account. */
  other?: string
  /** A key that the run may log out. */
  logout?: string
}

export const DEFAULTS = {
  level: 'stated',
  readOnly: false,
  maxRequests: 80,
  maxTotal: 140,
  maxWaitMs: 15_000,
  leastWaitMs: 1000,
  timeoutMs: 30_000,
} satisfies Partial<Settings>

/** Limits of a run that is `thorough`. */
export const THOROUGH = { maxRequests: 220, maxTotal: 300 } satisfies Partial<Settings>
