import type { Assumptions } from '../observations/assumed.ts'
import { isCsv } from '../support/csv.ts'
import { operations } from '../support/documents.ts'
import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { bodyOf, type Json, refused, succeeded } from '../support/reading.ts'
import { hasStatedTypes } from '../support/schema.ts'

/** What a run saw, and what of it may be learned from: nothing that contradicts what is stated. */
export class Seen {
  readonly evidence: Evidence
  /** The merged document that the server is compared with. */
  readonly document: Json
  readonly assumptions: Assumptions
  /** Operations of which a stated fact was contradicted. */
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

  /** Whether no stated fact was contradicted by an operation. */
  believes(operation: string): boolean {
    return !this.#contradicted.has(operation)
  }

  /** Successes of an operation that the main key had. */
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

  /** Everything that was refused, whoever asked. */
  refusals(): Exchange[] {
    return this.evidence.exchanges
      .filter(({ operation }) => operation === undefined || this.believes(operation))
      .filter((exchange) => refused(exchange) && hasStatedTypes(FAILURE, bodyOf(exchange)))
  }
}

const SUCCESS = '#/components/schemas/Success'
const FAILURE = '#/components/schemas/Failure'
