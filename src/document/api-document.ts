import type { IdForm } from '../accounts/identifier.ts'
import type { ErrorCode, Failure } from '../errors.ts'
import { FAILURES } from '../errors.ts'
import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import {
  type ResetUnit,
  readCampaignId,
  readResetUnit,
  readUnknownParameters,
  type UnknownParameters,
} from './keywords.ts'
import { operationsOf } from './methods.ts'
import {
  type Limits,
  readAllWordings,
  readPlans,
  readSession,
  readSubscriptions,
  readTokenPrefixes,
  type SessionTerms,
  type SubscriptionTerms,
  type Wording,
  type Wordings,
} from './sections.ts'

/** The plan of callers without a key. */
const ANONYMOUS = 'Anonymous'

/** The questions that the sandbox asks of the merged document; each answer stands there only. */
export class ApiDocument {
  /** The document as served, with its references. */
  readonly raw: JsonObject
  /** Release that is served (§9). */
  readonly version: string
  readonly session: SessionTerms
  readonly subscriptions: SubscriptionTerms
  /** What new campaigns are named. */
  readonly campaignId: IdForm
  readonly resetUnit: ResetUnit
  /** What operations do with unknown query parameters that do not say so themselves. */
  readonly unknownParameters: UnknownParameters
  /** What tokens begin with, by the name of their type (§5.3). */
  readonly prefixesByType: ReadonlyMap<string, readonly string[]>
  readonly #prefixes: { prefix: string; type: string }[]
  readonly #plans: Map<string, Limits>
  readonly #wordings: Record<Failure, Wording>

  /** Throws DocumentError for a document that cannot be obeyed. */
  constructor(raw: JsonObject) {
    this.raw = raw
    this.version = (raw.info as { version: string }).version
    this.session = readSession(raw)
    this.subscriptions = readSubscriptions(raw)
    this.campaignId = readCampaignId(raw)
    this.resetUnit = readResetUnit(raw)
    this.unknownParameters = readUnknownParameters(raw['x-unknown-parameters'])
    this.prefixesByType = readTokenPrefixes(raw)
    this.#prefixes = [...this.prefixesByType]
      .flatMap(([type, prefixes]) => prefixes.map((prefix) => ({ prefix, type })))
      // A prefix may be the beginning of another type's.
      .sort((a, b) => b.prefix.length - a.prefix.length)
    this.#plans = readPlans(raw)
    this.#wordings = readAllWordings(raw)
    // Every answer to a caller without a key counts on it, that of the error handler too.
    this.limits(ANONYMOUS)
    this.#requireSessionsApart()
  }

  /** Name of the type of which a token is by its prefix; undefined when it has none of them. */
  tokenTypeOf(token: string): string | undefined {
    return this.#prefixes.find(({ prefix }) => token.startsWith(prefix))?.type
  }

  /** Those of all types. */
  get tokenPrefixes(): string[] {
    return [...this.prefixesByType.values()].flat()
  }

  /** The plans that an account can have. */
  get planNames(): string[] {
    return [...this.#plans.keys()].filter((name) => name !== ANONYMOUS)
  }

  /** What whatever must not be shown begins with: tokens, and those of sessions. */
  get secretPrefixes(): string[] {
    return [...this.tokenPrefixes, this.session.prefix]
  }

  /** Ids of the operations. */
  get operationIds(): string[] {
    return operationsOf(this.raw).map(({ id }) => String(id))
  }

  /** Limits of a plan of §8, or those of callers without a key. */
  limits(plan: string): Limits {
    const limits = this.#plans.get(plan)
    if (!limits) {
      throw new DocumentError(
        `There is no plan ${JSON.stringify(plan)}. Choose one of ${this.planNames.join(', ')}.`,
      )
    }
    return limits
  }

  /** How `failure` is answered; `overrides` are the `x-failures` of the operation, if it has any. */
  wording(failure: Failure, overrides?: Wordings): Wording {
    return overrides?.[failure] ?? this.#wordings[failure]
  }

  /** The status that comes with `code`: that of the first failure so worded. */
  statusOf(code: ErrorCode, overrides?: Wordings): number {
    const failure = FAILURES.find((name) => this.wording(name, overrides).code === code)
    return failure ? this.wording(failure, overrides).status : 400
  }

  /** The code that comes with `status`, or else the most general one of its class. */
  codeOf(status: number, overrides?: Wordings): ErrorCode {
    const failure = FAILURES.find((name) => this.wording(name, overrides).status === status)
    if (failure) return this.wording(failure, overrides).code
    return status >= 500 ? 'server_error' : 'invalid_request'
  }

  // A session is told from an API token by its prefix alone.
  #requireSessionsApart(): void {
    const { prefix } = this.session
    const hidden = this.tokenPrefixes.find((each) => each.startsWith(prefix))
    if (hidden === undefined) return
    throw new DocumentError(
      `x-session.prefix ${JSON.stringify(prefix)} also begins the API tokens ${hidden}…, which would ` +
        'be taken for sessions. Give sessions a prefix of their own.',
    )
  }
}
