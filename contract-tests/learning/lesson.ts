import type { Evidence } from '../evidence/evidence.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, type Json, refused, succeeded } from '../http/reading.ts'
import type { Assumptions } from '../observations/assumed.ts'
import { operations } from '../specification/documents.ts'
import { hasStatedTypes } from '../specification/schema.ts'

/** One step of an OpenAPI Overlay 1.0, without its description. */
export type Change = { target: string; update: Json | unknown[] } | { target: string; remove: true }

/** A difference from the document that was seen often enough to be believed. */
export interface Lesson {
  /** Its subject, as `NotLearned` names it where it cannot be learned. */
  what?: string
  /** The point that the specification leaves open, with its section. */
  open: string
  /** The observed behaviour, as a clause: `createCampaign returns 200 on success`. */
  seen: string
  changes: Change[]
  /** The exchanges that showed it. */
  samples: Exchange[]
  /** How often it could have been seen; the number of samples by default. */
  of?: number
}

/** A difference that could not be learned. */
export interface NotLearned {
  what: string
  why: string
}

/** The results of a part of the learning. */
export type Learned = (Lesson | NotLearned)[]

/** Samples that have to agree. */
export const FEWEST = 2

export function unlearned(what: string, why = ONCE): Learned {
  return [{ what, why }]
}

/** A lesson if enough samples agree, or else the reason why there is none. */
export function learnAgreed<Value>(
  samples: { value: Value; exchange: Exchange }[],
  what: string,
  lesson: (value: Value) => Omit<Lesson, 'samples' | 'of'> | undefined,
): Learned {
  const [first, ...others] = samples
  if (!first) return []
  const agree = others.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value))
  if (!agree) {
    // No news if every value is as we assume.
    const isNews = samples.some(({ value }) => lesson(value) !== undefined)
    return isNews ? unlearned(what, disagreement(samples)) : []
  }
  const found = lesson(first.value)
  if (!found) return []
  if (samples.length < FEWEST) return unlearned(what)
  return [{ what, ...found, samples: samples.map(({ exchange }) => exchange) }]
}

export const ONCE = 'only one sample; two matching samples are required'

function disagreement(samples: { value: unknown }[]): string {
  const counts = new Map<string, number>()
  for (const { value } of samples) {
    const text = JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return `the samples differ: ${[...counts].map(([text, count]) => `${text} (${count})`).join(', ')}`
}

/** A JSONPath to the operation: `$.paths['/campaigns'].post`. */
export function operationPath({ path, method }: { path: string; method: string }): string {
  return `$.paths['${path}'].${method.toLowerCase()}`
}

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
