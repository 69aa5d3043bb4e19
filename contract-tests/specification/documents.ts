import facts, { type LedgerFact } from '../../spec/documents/facts.ts'
import merged from '../../spec/documents/openapi.ts'
import stated from '../../spec/documents/stated.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { pointerTo, valueAt } from '../../src/schema/pointer.ts'
import type { OperationId } from '../evidence/steps.ts'
import { isObject, type Json } from '../http/reading.ts'

/** One statement of the specification; spec/facts.yaml says what each member means. */
export interface Fact {
  id: string
  section: string
  statement: string
  proof: 'contract' | 'sandbox' | 'none'
  operations?: 'all' | string[]
}

/** An operation of §4. */
export interface Operation {
  operation: OperationId
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL, with `{id}` where a campaign's id goes. */
  path: string
  /** Whether a request of it could change something. */
  writes: boolean
}

/** spec/openapi.yaml: what the provider states. */
export const statedDocument: Json = stated

/** Statements and assumptions, merged. */
export const assumedDocument: Json = merged

/** The ledger, in its order. */
export const ledger: Fact[] = facts

/** JSON Pointers into `statedDocument` by the id of a fact, for facts that are not of one operation. */
export const places: Record<string, string> = byId(({ at }) => at)

/** The specification word for word, by the id of a fact. */
export const quotes: Record<string, string> = byId(({ quote }) => quote)

/** The operations that the provider states, in the order of §4. */
export const operations: Operation[] = Object.entries(statedDocument.paths as Json).flatMap(
  ([path, item]) =>
    Object.entries(item as Json)
      .filter(([, member]) => isObject(member) && 'operationId' in member)
      .map(([method, member]) => ({
        operation: (member as Json).operationId as OperationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        writes: method !== 'get',
      })),
)

function byId(member: (fact: LedgerFact) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    facts.flatMap((fact) => {
      const value = member(fact)
      return value === undefined ? [] : [[fact.id, value]]
    }),
  )
}

export function factOf(id: string): Fact {
  const fact = ledger.find((entry) => entry.id === id)
  if (!fact) throw new Error(`The ledger has no fact ${id}.`)
  return fact
}

/** The JSON pointer to an operation. */
export function operationPointer({ path, method }: Operation): string {
  return `#${pointerTo('paths', path, method.toLowerCase())}`
}

/** A node of a document by its JSON pointer, such as `#/components/schemas/Error`. */
export function nodeAt(document: Json, pointer: string): unknown {
  return valueAt(document as JsonObject, pointer)
}
