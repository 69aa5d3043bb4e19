import type { ErrorCode, Failure } from '../errors.ts'
import { FAILURES } from '../errors.ts'
import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import { isObject } from './json.ts'

/** Requests an hour and a day (§8). */
export interface Limits {
  hour: number
  day: number
}

/** How a failure is worded: its code of §7 and its HTTP status. */
export interface Wording {
  code: ErrorCode
  status: number
}

/** What a token's prefix says of its use (§5.3). */
export interface TokenType {
  prefixes: string[]
  use: string
}

/** The questions that the sandbox asks of the merged document; each answer stands there only. */
export class ApiDocument {
  /** The document as served, with its references. */
  readonly raw: JsonObject
  /** Release that is served (§9). */
  readonly version: string
  readonly session: { prefix: string; hours: number }
  readonly tokenTypes: Record<string, TokenType>
  readonly #plans: Record<string, Limits>
  readonly #wordings: Record<string, Wording>

  constructor(raw: JsonObject) {
    this.raw = raw
    this.version = (raw.info as { version: string }).version
    this.session = section(raw, 'x-session')
    this.tokenTypes = section(raw, 'x-token-types')
    this.#plans = section(raw, 'x-rate-limit-plans')
    this.#wordings = section(raw, 'x-failures')
    for (const failure of FAILURES) this.#check(failure)
    // Every answer to a caller without a key counts on it, that of the error handler too.
    this.limits('Anonymous')
  }

  get planNames(): string[] {
    return Object.keys(this.#plans).filter((name) => name !== 'Anonymous')
  }

  /** What tokens of any kind begin with, those of sessions too. */
  get tokenPrefixes(): string[] {
    const types = Object.values(this.tokenTypes).flatMap(({ prefixes }) => prefixes)
    return [...types, this.session.prefix]
  }

  /** Limits of a plan of §8, or those of callers without a key. */
  limits(plan: string): Limits {
    const limits = this.#plans[plan]
    if (!limits) {
      throw new DocumentError(
        `There is no plan ${JSON.stringify(plan)}. Choose one of ${this.planNames.join(', ')}.`,
      )
    }
    return limits
  }

  /** How `failure` is answered; `overrides` are the `x-failures` of the operation, if it has any. */
  wording(failure: Failure, overrides?: Record<string, Wording>): Wording {
    return overrides?.[failure] ?? (this.#wordings[failure] as Wording)
  }

  /** The status that comes with `code`: that of the first failure so worded. */
  statusOf(code: ErrorCode, overrides?: Record<string, Wording>): number {
    const failure = FAILURES.find((name) => this.wording(name, overrides).code === code)
    return failure ? this.wording(failure, overrides).status : 400
  }

  /** The code that comes with `status`, or else the most general one of its class. */
  codeOf(status: number, overrides?: Record<string, Wording>): ErrorCode {
    const failure = FAILURES.find((name) => this.wording(name, overrides).status === status)
    if (failure) return this.wording(failure, overrides).code
    return status >= 500 ? 'server_error' : 'invalid_request'
  }

  #check(failure: Failure): void {
    const wording = this.#wordings[failure]
    if (typeof wording?.code !== 'string' || !Number.isInteger(wording.status)) {
      throw new DocumentError(
        `x-failures.${failure} must give a code of §7 and a status, such as ` +
          `{ code: server_error, status: 500 }; found ${JSON.stringify(wording)}.`,
      )
    }
  }
}

function section<T>(document: JsonObject, name: string): T {
  const value = document[name]
  if (!isObject(value))
    throw new DocumentError(`The document lacks ${name}; an overlay removed it.`)
  return value as T
}
