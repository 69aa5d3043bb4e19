import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { nodeAt } from '../support/documents.ts'
import { isObject, type Json } from '../support/reading.ts'

/** A schema with its references followed and the parts of an `allOf` put together. */
export interface Flat {
  /** All keywords beside those below. */
  keywords: Json
  types: string[]
  properties: Record<string, Json | false>
  required: Set<string>
  items?: Json
  /** It says something that is not looked into (`oneOf`, `anyOf`, `if`). */
  opaque: boolean
}

const OPAQUE = ['oneOf', 'anyOf', 'if', 'not', 'patternProperties', 'prefixItems']

// Validators are compiled as they are needed; whoever reads the document again finds them.
const readers = new WeakMap<Json, SchemaReader>()

/** The reader of a document. */
export function readerOf(document: Json): SchemaReader {
  const reader = readers.get(document) ?? new SchemaReader(document)
  readers.set(document, reader)
  return reader
}

/** Reads the schemas of one document. */
export class SchemaReader {
  readonly #document: Json
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Json) {
    this.#document = document
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ ...document, $id: 'read:' })
  }

  flatten(schema: Json): Flat {
    const flat: Flat = {
      keywords: {},
      types: [],
      // Without a prototype, of which a member may have a name: `constructor`.
      properties: Object.create(null),
      required: new Set(),
      opaque: false,
    }
    this.#add(schema, flat, 0)
    return flat
  }

  /** Whether a schema lets a value pass. */
  allows(schema: Json, value: unknown): boolean {
    const text = JSON.stringify(schema)
    let validate = this.#validators.get(text)
    if (!validate) {
      validate = this.#ajv.compile(JSON.parse(text.replaceAll('"#/', '"read:#/')))
      this.#validators.set(text, validate)
    }
    return validate(value)
  }

  /** `from` is where the schema stands, as a reference to it. */
  #add(schema: Json, flat: Flat, depth: number, from?: string): void {
    const { $ref, allOf, type, properties, required, items, ...keywords } = schema
    if (typeof $ref === 'string') {
      const target = nodeAt(this.#document, $ref)
      if (isObject(target)) this.#add(target, flat, depth + 1, $ref)
    }
    if (Array.isArray(allOf))
      for (const part of allOf.filter(isObject)) this.#add(part, flat, depth)
    if (type !== undefined) flat.types = [type].flat().map(String)
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      if (flat.properties[name] === false) continue
      // What is inherited of another component stays with it.
      const isInherited =
        depth > 1 && from !== undefined && isObject(property) && property.$ref === undefined
      flat.properties[name] = isInherited
        ? { $ref: `${from}/properties/${name}` }
        : (property as Json | false)
    }
    for (const name of Array.isArray(required) ? required : []) flat.required.add(String(name))
    if (isObject(items)) flat.items = items
    if (OPAQUE.some((name) => name in keywords)) flat.opaque = true
    Object.assign(flat.keywords, keywords)
  }
}
