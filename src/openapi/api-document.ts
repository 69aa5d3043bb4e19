import { EVENT_KINDS, type EventKind } from '../accounts/event.ts'
import type { IdForm } from '../accounts/identifier.ts'
import { type ErrorCode, FAILURES, type Failure } from '../errors.ts'
import { type JsonObject, objectOf } from '../schema/json.ts'
import { operationsOf } from '../schema/operations.ts'
import { DocumentError } from './document-error.ts'
import {
  BODY_TYPES,
  type BodyTypes,
  FIRST_CHECKS,
  type FirstCheck,
  type ResetUnit,
  readCampaignId,
  readResetUnit,
  readUnknownParameters,
  readWord,
  type UnknownParameters,
} from './keywords.ts'
import {
  type CampaignTerms,
  type Limits,
  readAllWordings,
  readCampaignTerms,
  readPlans,
  readSession,
  readSubscriptions,
  readTokenPrefixes,
  type SessionTerms,
  type SubscriptionTerms,
  type WordedFailure,
  type Wording,
  type Wordings,
} from './provenance/sections.ts'

/** The plan of callers without a key. */
const ANONYMOUS = 'Anonymous'

const documents = new WeakMap<JsonObject, ApiDocument>()

/** Answers the questions that the sandbox has about the merged document, which is the only source. */
export class ApiDocument {
  /** The served document, with its references. */
  readonly raw: JsonObject
  /** The served release (§9). */
  readonly version: string
  /** The events that the served release sends; none before webhooks were added (§9). */
  readonly eventKinds: ReadonlySet<EventKind>
  readonly session: SessionTerms
  readonly subscriptions: SubscriptionTerms
  readonly campaigns: CampaignTerms
  /** The form of new campaign ids. */
  readonly campaignId: IdForm
  readonly resetUnit: ResetUnit
  /** How unknown query parameters are treated, unless an operation has its own rule. */
  readonly unknownParameters: UnknownParameters
  /** Whether a body needs the content type of JSON. */
  readonly bodyTypes: BodyTypes
  /** The check that refuses first if neither the route nor the key is known. */
  readonly firstCheck: FirstCheck
  /** Prefixes of tokens, by the name of their type (§5.3). */
  readonly prefixesByType: ReadonlyMap<string, readonly string[]>
  readonly #prefixes: { prefix: string; type: string }[]
  readonly #plans: Map<string, Limits>
  readonly #wordings: Record<Failure, Wording> & Wordings

  /** Returns the same object for the same `raw`, so that sandboxes share what is derived from it. Throws DocumentError. */
  static of(raw: JsonObject): ApiDocument {
    const document = documents.get(raw) ?? new ApiDocument(raw)
    documents.set(raw, document)
    return document
  }

  /** Throws DocumentError for a document that the sandbox cannot follow. */
  constructor(raw: JsonObject) {
    this.raw = raw
    this.version = (raw.info as { version: string }).version
    const webhooks = Object.keys(objectOf(raw.webhooks))
    this.eventKinds = new Set(EVENT_KINDS.filter((kind) => webhooks.includes(kind)))
    this.session = readSession(raw)
    this.subscriptions = readSubscriptions(raw)
    this.campaigns = readCampaignTerms(raw)
    this.campaignId = readCampaignId(raw)
    this.resetUnit = readResetUnit(raw)
    this.unknownParameters = readUnknownParameters(raw['x-unknown-parameters'])
    this.bodyTypes = readWord(raw, 'x-body-types', BODY_TYPES)
    this.firstCheck = readWord(raw, 'x-first-check', FIRST_CHECKS)
    this.prefixesByType = readTokenPrefixes(raw)
    this.#prefixes = [...this.prefixesByType]
      .flatMap(([type, prefixes]) => prefixes.map((prefix) => ({ prefix, type })))
      // A prefix may begin with the prefix of another type.
      .sort((a, b) => b.prefix.length - a.prefix.length)
    this.#plans = readPlans(raw)
    this.#wordings = readAllWordings(raw)
    // Every response to a caller without a key needs this plan, also in the error handler.
    this.limits(ANONYMOUS)
    this.#requireSessionsApart()
  }

  /** Name of the type of a token, by its prefix; undefined for an unknown prefix. */
  tokenTypeOf(token: string): string | undefined {
    return this.#prefixes.find(({ prefix }) => token.startsWith(prefix))?.type
  }

  /** The token prefixes of all types. */
  get tokenPrefixes(): string[] {
    return [...this.prefixesByType.values()].flat()
  }

  /** The plans that an account can have. */
  get planNames(): string[] {
    return [...this.#plans.keys()].filter((name) => name !== ANONYMOUS)
  }

  /** Prefixes of secrets, which logs must not show: of tokens and of sessions. */
  get secretPrefixes(): string[] {
    return [...this.tokenPrefixes, this.session.prefix]
  }

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

  /** Status and code of a failure; `overrides` are the `x-failures` of the operation. */
  wording(failure: WordedFailure, overrides?: Wordings): Wording {
    const found = overrides?.[failure] ?? this.#wordings[failure]
    return found ?? this.wording('unknown_resource', overrides)
  }

  /** The status for `code`: that of the first failure with this code. */
  statusOf(code: ErrorCode, overrides?: Wordings): number {
    const failure = FAILURES.find((name) => this.wording(name, overrides).code === code)
    return failure ? this.wording(failure, overrides).status : 400
  }

  /** The code for `status`, or the most general code of its class. */
  codeOf(status: number, overrides?: Wordings): ErrorCode {
    const failure = FAILURES.find((name) => this.wording(name, overrides).status === status)
    if (failure) return this.wording(failure, overrides).code
    return status >= 500 ? 'server_error' : 'invalid_request'
  }

  // Only the prefix distinguishes a session from an API token.
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
