import { isObject, type JsonObject, objectOf } from '../../src/schema/json.ts'
import {
  type OperationNode,
  operationsOf,
  partOf,
  responsesOf,
  schemaOf,
} from '../../src/schema/operations.ts'
import type { Located } from '../../src/schema/pointer.ts'
import { SchemaReader } from '../../src/schema/schema-reader.ts'
import { entriesOf, keyword, membersOf, type Schema } from '../../src/schema/schema-view.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Json, refused } from '../http/reading.ts'
import { DocumentSchemas, errorsBesideNulls } from '../specification/schema.ts'

/** Limit for recursive schemas. */
const DEEPEST = 8

/** The responses that a merged document of statements and assumptions expects. */
export class Assumptions {
  readonly #document: JsonObject
  readonly #reader: SchemaReader
  readonly #schemas: DocumentSchemas
  readonly #operations: ReadonlyMap<unknown, OperationNode>
  /** The declared members of a success's `data`, by operation. */
  readonly #declared = new Map<string, Declared>()
  readonly #responses = new Map<string, Located | undefined>()

  constructor(document: Json) {
    this.#document = document as JsonObject
    this.#reader = new SchemaReader(this.#document)
    this.#schemas = new DocumentSchemas(document, { allErrors: true })
    this.#operations = new Map(operationsOf(this.#document).map((each) => [each.id, each]))
  }

  /** Status and code of a failure of an operation, or of all. */
  failure(situation: string, operation: string | undefined): Json | undefined {
    return this.#wordings(operation)
      .map((wordings) => wordings[situation])
      .find(isObject)
  }

  /** The status of a success; undefined if the document has only a range. */
  successStatus(operation: string): number | undefined {
    const statuses = Object.keys(objectOf(this.#node(operation)?.responses))
    const status = statuses.find((each) => /^2\d\d$/.test(each))
    return status === undefined ? undefined : Number(status)
  }

  resetUnit(): unknown {
    return this.#reader.at('/components/headers/X-RateLimit-Reset')?.value['x-unit']
  }

  /** `ignored` or `refused`. */
  unknownParameters(operation: string): unknown {
    const own = this.#node(operation)?.['x-unknown-parameters']
    return own ?? this.#document['x-unknown-parameters']
  }

  /** `patch`, `replace`, or `whole_body` if a PUT takes whole campaigns only. */
  updateSemantics(): unknown {
    const operation = this.#operations.get('updateCampaign')
    const body = operation && partOf(this.#document, operation, 'requestBody')
    const schema = body && schemaOf(body)
    const isWhole = schema !== undefined && this.#reader.of([schema]).required.size > 0
    return isWhole ? 'whole_body' : operation?.node['x-update']
  }

  /** The schema of a whole success. */
  successSchema(operation: string): Json | undefined {
    const success = this.#success(operation)
    return success && objectOf(schemaOf(success)?.value)
  }

  /** The schema of `data` of a success, which may be a reference. */
  dataReference(operation: string): Json | undefined {
    const schema = this.#data(operation).at(-1)?.value
    return isObject(schema) ? schema : undefined
  }

  /** Whether every success has a member of the envelope; undefined if the document leaves it open. */
  shows(member: string): boolean | undefined {
    const success = this.#success('getCampaign')
    const schema = success && schemaOf(success)
    if (!schema) return undefined
    const { members, required } = this.#reader.of([schema])
    if (this.#reader.of(members.get(member) ?? []).isFalse) return false
    return required.has(member) ? true : undefined
  }

  /** Media types of a success. */
  mediaTypes(operation: string): string[] {
    return Object.keys(objectOf(this.#success(operation)?.value.content))
  }

  /** The path to the list in `data`: '' for `data` itself; undefined without a list. */
  listPath(operation: string): string | undefined {
    return this.#pathOfList(this.#data(operation))
  }

  #pathOfList(schemas: readonly Schema[], depth = 0): string | undefined {
    if (this.#reader.of(schemas).types?.includes('array')) return ''
    if (depth > DEEPEST) return undefined
    const below = [...membersOf(this.#reader.possible(schemas))].flatMap(([name, member]) => {
      const view = this.#reader.of(member)
      const path = view.isFalse ? undefined : this.#pathOfList(member, depth + 1)
      // An unmarked list is of something else.
      const isList = path !== '' || keyword(view, 'x-from') === '/data'
      if (path === undefined || !isList) return []
      return path ? `${name}.${path}` : name
    })
    return below[0]
  }

  /** The differences of a response from the document, as sentences. */
  problems(exchange: Exchange): string[] {
    const { operation, response } = exchange
    if (!operation || !response) return []
    const found = refused(exchange)
      ? this.#failure(operation, response.status)
      : this.#response(operation, String(response.status))
    if (!found) return [`status ${response.status} is not in the document`]
    const type = response.headers['content-type'] ?? ''
    if (!/json/i.test(type)) {
      const known = Object.keys(objectOf(found.value.content))
      const isKnown = known.some((each) => type.startsWith(each))
      return isKnown ? [] : [`the content type ${type || '(none)'} is not in the document`]
    }
    const pointer = schemaOf(found)?.pointer
    const errors =
      pointer === undefined ? [] : errorsBesideNulls(this.#schemas.at(pointer), response.json)
    const problems = errors.map(
      // A problem of several items is reported once.
      ({ instancePath, message }) =>
        `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'the body'} ${message}`,
    )
    return [...new Set(problems)]
  }

  /** Paths of members of `data` that the document does not declare, with `[]` for items. */
  undeclared(operation: string, data: unknown): string[] {
    const known = this.#declared.get(operation) ?? this.#declaredBy(this.#data(operation))
    this.#declared.set(operation, known)
    return [...new Set(undeclaredIn(known, data, ''))]
  }

  /** Reads each schema once, when a value needs it: schemas may contain themselves. */
  #declaredBy(schemas: readonly Schema[]): Declared {
    const parts = this.#reader.possible(schemas)
    const isOpen = parts.some(
      (part) => isObject(part.value.additionalProperties) || part.value.patternProperties,
    )
    const own = [...membersOf(parts)].filter(([, member]) => !this.#reader.of(member).isFalse)
    return {
      isOpen: isOpen || membersOf(parts).size === 0,
      members: new Map(own.map(([name, member]) => [name, once(() => this.#declaredBy(member))])),
      items: once(() => this.#declaredBy(parts.flatMap((part) => entriesOf(part, 'items')))),
    }
  }

  #node(operation: string): JsonObject | undefined {
    return this.#operations.get(operation)?.node
  }

  /** Answers to failures: those of the operation come before those of the document. */
  #wordings(operation: string | undefined): JsonObject[] {
    const own = operation === undefined ? undefined : this.#node(operation)
    return [own, this.#document].map((node) => objectOf(node?.['x-failures']))
  }

  /** All schemas of `data` of a success. */
  #data(operation: string): readonly Schema[] {
    const success = this.#success(operation)
    const schema = success && schemaOf(success)
    return (schema && membersOf(this.#reader.possible([schema])).get('data')) ?? []
  }

  #success(operation: string): Located | undefined {
    return this.#response(operation, String(this.successStatus(operation) ?? 200))
  }

  /** The answer to a failure; `default` covers the statuses of `x-failures`. */
  #failure(operation: string, status: number): Located | undefined {
    const named = status >= 400 ? this.#response(operation, String(status)) : undefined
    if (named) return named
    const wordings = this.#wordings(operation).flatMap((table) => Object.values(table))
    const isWorded = wordings.some((wording) => objectOf(wording).status === status)
    return isWorded ? this.#response(operation, 'default') : undefined
  }

  #response(operation: string, status: string): Located | undefined {
    const key = `${operation} ${status}`
    if (!this.#responses.has(key)) {
      const node = this.#operations.get(operation)
      const responses = node && responsesOf(this.#document, node)
      this.#responses.set(key, responses?.get(status) ?? responses?.get(`${status[0]}XX`))
    }
    return this.#responses.get(key)
  }
}

/** The members that schemas declare. */
interface Declared {
  /** Whether any member is declared. */
  isOpen: boolean
  members: ReadonlyMap<string, () => Declared>
  items: () => Declared
}

function undeclaredIn(declared: Declared, value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    const items = declared.items()
    return [...new Set(value.flatMap((item) => undeclaredIn(items, item, `${path}[]`)))]
  }
  if (!isObject(value) || declared.isOpen) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path ? `${path}.${name}` : name
    const own = declared.members.get(name)
    return own ? undeclaredIn(own(), member, at) : [at]
  })
}

function once<Value>(read: () => Value): () => Value {
  let known: { value: Value } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}
