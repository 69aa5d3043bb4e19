import type { OperationId } from './routes.ts'

/** A request as it came over the wire, its body undecoded. */
export interface Request {
  method: string
  /** Path and query under the base path: `/campaigns?limit=5`. */
  target: string
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  body: string
}

/** A response before it is written. Sent is `raw` where it is set, else `body` as JSON. */
export interface Answer {
  status: number
  /** Several values are sent as several lines of that name. */
  headers: Record<string, string | string[]>
  // biome-ignore lint/suspicious/noExplicitAny: the mutations bend every part of it, types included
  body: any
  raw?: string | Buffer
  /** The connection is cut after half of the body. */
  cut?: boolean
  /** The connection is reset instead. */
  reset?: boolean
  /** Sent in chunks, without Content-Length. */
  chunked?: boolean
  /** Milliseconds before it is sent. */
  delay?: number
}

export interface Key {
  token: string
  id: string
  account: string
  permissions: string[]
  revoked: boolean
  quota: Quota
}

/** A fixed window of one key. */
export interface Quota {
  limit: number
  used: number
}

export interface Campaign {
  id: string
  account: string
  /** The values accepted on create or update: name, type, keywords, frequency, perhaps settings. */
  // biome-ignore lint/suspicious/noExplicitAny: the mutations store what should have been refused
  fields: Record<string, any>
}

/** The parts of the service that a step of a request may use. */
export interface Service {
  readonly campaigns: Map<string, Campaign>
  readonly keys: Map<string, Key>
  readonly mainKey: Key
  readonly now: () => number
  /** Carries out the request of any sender, for mutations that refuse and still act. */
  act(exchange: Exchange): void
  addCampaign(account: string, fields: Campaign['fields']): Campaign
  campaignsOf(account: string): Campaign[]
  newId(): string
  success(data: unknown, status?: number, message?: string): Answer
}

/** One request on its way through the service, with what is known of it so far. */
export interface Exchange {
  /** Which request to this server it is, from 1. */
  number: number
  request: Request
  service: Service
  query: URLSearchParams
  /** Absent for an unknown path or method. */
  operation?: OperationId
  /** The id in the path. */
  id?: string
  /** The text after `Bearer` in the Authorization header. */
  token?: string
  /** The key of the request: set by `authenticate`, or before it if the token is a good one. */
  key?: Key
  /** The quota that the request counts against: that of the key, or the one that all strangers share. */
  quota: Quota
  /** The body as JSON; undefined where there is none, or none that can be read. */
  // biome-ignore lint/suspicious/noExplicitAny: it is whatever the client sent
  input: any
  /** There is a body, and it is no JSON. */
  malformed: boolean
  /** Counts up for each server and name: `exchange.tally('gets') % 7 === 0` is every seventh. */
  tally(name: string): number
  /** Kept from one request to the next, for each server. */
  memory: Map<string, unknown>
}

/** The state of a server before its first request. */
export interface Settings {
  /** Campaigns of the main account at the start. */
  seeded: number
  /** Requests an hour of each key. */
  mainLimit: number
  restrictedLimit: number
  limitedLimit: number
  /** Requests that were sent before the start. */
  mainUsed: number
  limitedUsed: number
  restrictedPermissions: string[]
  restrictedAccount: string
}

/** A step on the path of a request: its own way, or `next()`, the conforming one, before or after. */
type Step<Result> = (exchange: Exchange, next: () => Result) => Result

/**
 * Bends the conforming server in one point. It holds no state of its own (that would be shared by all
 * servers that are started with it): `exchange.memory` and `exchange.tally` are for that.
 */
export interface Mutation {
  settings?: Partial<Settings>
  /** Milliseconds until an idle connection is closed. */
  idleMs?: number
  /** In front of all else. */
  onRequest?: Step<Answer>
  /** Raises rate_limit_exceeded. */
  charge?: Step<void>
  /** Raises missing_api_key and invalid_api_key. */
  authenticate?: Step<Key>
  /** Raises insufficient_permissions. */
  permit?: Step<void>
  /** Raises invalid_request. */
  validate?: Step<void>
  /** Raises not_found where the operation is undefined. */
  handle?: Step<Answer>
  /** Changes the finished response, headers included. */
  onResponse?: (answer: Answer, exchange: Exchange) => void
}

/** A failure of the service, in the words of §7. */
export class Failure extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message = 'The request failed', status = STATUS[code] ?? 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const STATUS: Record<string, number> = {
  invalid_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  authentication_failed: 401,
  INVALID_TOKEN: 401,
  insufficient_permissions: 403,
  not_found: 404,
  rate_limit_exceeded: 429,
  server_error: 500,
}
