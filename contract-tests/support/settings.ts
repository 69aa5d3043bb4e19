import type { Level } from '../report/result.ts'
import type { Json } from './reading.ts'

/** What a run of the suite is told: where to go, with which keys, and how far. */
export interface Settings {
  /** The API root, without a slash at its end. */
  baseUrl: string
  tokens: Tokens
  level: Level
  /** Sends nothing that could change the server, not even a request that must be refused. */
  readOnly: boolean
  /** Requests that the main key may make at most. */
  maxRequests: number
  /** Requests that may be made at most with all credentials together. */
  maxTotal: number
  /** How long a used-up quota may be waited for, in milliseconds. */
  maxWaitMs: number
  /** How long a used-up quota is waited for at least, in milliseconds. */
  leastWaitMs: number
  /** How long one response may take, in milliseconds. */
  timeoutMs: number
  /** What level `assumed` compares with, references and all: the packaged document unless it is given. */
  document?: Json
  /** Asks for second samples of what is seen once otherwise, so that it can be learned. */
  learn?: boolean
  /** Marks all that the run creates, so that it is recognized and deleted. */
  runId: string
  /** Version of this package, for the reports. */
  version: string
}

/** The main key, and those for what cannot be tried with it. */
export interface Tokens {
  main: string
  /** A key of few permissions. */
  restricted?: string
  /** A key that may be used up: its limit is small. */
  limited?: string
  /** A key that was deleted. */
  revoked?: string
  /** A key of another account. */
  other?: string
}

export const DEFAULTS = {
  level: 'stated',
  readOnly: false,
  maxRequests: 80,
  maxTotal: 140,
  maxWaitMs: 0,
  leastWaitMs: 1000,
  timeoutMs: 30_000,
} satisfies Partial<Settings>
