import type { Evidence } from '../evidence/evidence.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, type Json, refused, succeeded } from '../http/reading.ts'
import type { Assumptions } from '../observations/assumed.ts'
import { operations } from '../specification/documents.ts'
import { hasStatedTypes } from '../specification/schema.ts'

/** The evidence that may be learned from: nothing that contradicts what is stated. */
export class Seen {
  readonly evidence: Evidence
  /** The document that the server is compared with. */
  readonly document: Json
  readonly assumptions: Assumptions
  /** Operations that contradict a stated fact. */
  readonly #contradicted: Set<string>

  constructor(
    evidence: Evidence,
    compared: { document: Json; assumptions: Assumptions },
    contradicted: Set<string>,
  ) {
    this.evidence = evidence
    this.document = compared.document
    this.assumptions = compared.assumptions
    this.#contradicted = contradicted
  }

  believes(operation: string): boolean {
    return !this.#contradicted.has(operation)
  }

  /** Why nothing is known of what another run could show. */
  readonly untried = 'the quota or the budget of the run has no room for it'

  /** Successes of an operation with the main key. */
  successes(operation: string): Exchange[] {
    if (!this.believes(operation)) return []
    return this.evidence
      .of('main')
      .filter((exchange) => exchange.operation === operation && succeeded(exchange))
      .filter((exchange) => isCsv(exchange) || hasStatedTypes(SUCCESS, bodyOf(exchange)))
  }

  /** Successes with an envelope, of all operations. */
  envelopes(): Exchange[] {
    return operations
      .flatMap(({ operation }) => this.successes(operation))
      .filter((exchange) => !isCsv(exchange))
  }

  /** All refusals, with any key. */
  refusals(): Exchange[] {
    return this.evidence.exchanges
      .filter(({ operation }) => operation === undefined || this.believes(operation))
      .filter((exchange) => refused(exchange) && hasStatedTypes(FAILURE, bodyOf(exchange)))
  }
}

const SUCCESS = '#/components/schemas/Success'
const FAILURE = '#/components/schemas/Failure'
