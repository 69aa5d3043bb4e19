import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { namesIn } from '../../src/schema/pointer.ts'
import { isObject, type Json } from '../http/reading.ts'
import { nodeAt, statedDocument } from './documents.ts'

/** Validators for the schemas of a document, each compiled once. */
export class DocumentSchemas {
  readonly #ajv: Ajv2020
  readonly #document: Json
  readonly #compiled = new Map<string, ValidateFunction>()
  /** The same by schema: writing one as text takes longer than validating a value. */
  readonly #bySchema = new WeakMap<Json, ValidateFunction>()
  readonly #byPointer = new Map<string, ValidateFunction>()

  constructor(document: Json, options: Options = {}) {
    this.#ajv = new Ajv2020({ strict: false, ...options })
    this.#document = document
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ ...document, $id: 'document:' })
  }

  /** For the schema at a JSON Pointer. */
  at(pointer: string): ValidateFunction {
    const known = this.#byPointer.get(pointer)
    if (known) return known
    if (nodeAt(this.#document, pointer) === undefined) {
      throw new Error(`The document has no ${pointer}.`)
    }
    const validate = this.for({ $ref: `#${encodeURI(pointer.replace(/^#/, ''))}` })
    this.#byPointer.set(pointer, validate)
    return validate
  }

  /** For a schema whose references lead into the document, and which does not change. */
  for(schema: Json): ValidateFunction {
    const validate = this.#bySchema.get(schema) ?? this.#compile(JSON.stringify(schema))
    this.#bySchema.set(schema, validate)
    return validate
  }

  #compile(text: string): ValidateFunction {
    const known = this.#compiled.get(text)
    if (known) return known
    const validate = this.#ajv.compile(JSON.parse(text.replaceAll('"#/', '"document:#/')))
    this.#compiled.set(text, validate)
    return validate
  }
}

const stated = new DocumentSchemas(statedDocument)
const typesAlone = new DocumentSchemas(statedDocument, { validateFormats: false })

/** Whether a value matches the schema at a pointer (`#/components/schemas/Error/properties/code`). */
export function isStated(pointer: string, value: unknown): boolean {
  return stated.at(pointer)(value)
}

/** Like `isStated`, without formats. Null counts as absent. */
export function hasStatedTypes(pointer: string, value: unknown): boolean {
  return errorsBesideNulls(typesAlone.at(pointer), value).length === 0
}

/** A value as a phrase: `the string "12"`, `the number 12`, `nothing`. */
export function phrase(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  const text = JSON.stringify(value)
  return Array.isArray(value) ? `the list ${text}` : `the ${typeof value} ${text}`
}

/** The errors of a validator. Null counts as absent, unless the schema allows it. */
export function errorsBesideNulls(validate: ValidateFunction, body: unknown): ErrorObject[] {
  let value = body
  while (!validate(value)) {
    const errors = validate.errors ?? []
    const nulls = errors
      .map(({ instancePath }) => instancePath)
      .filter((path) => isNullAt(value, path))
    if (nulls.length === 0) return errors
    value = structuredClone(value)
    for (const path of nulls) removeAt(value, path)
  }
  return []
}

function isNullAt(value: unknown, path: string): boolean {
  const parent = nodeAt(value as Json, path.slice(0, path.lastIndexOf('/')))
  return isObject(parent) && parent[lastOf(path)] === null
}

function removeAt(value: unknown, path: string): void {
  const parent = nodeAt(value as Json, path.slice(0, path.lastIndexOf('/')))
  if (isObject(parent)) delete parent[lastOf(path)]
}

function lastOf(path: string): string {
  return namesIn(path).at(-1) ?? ''
}
