import { isObject, type JsonObject, objectOf } from '../../src/schema/json.ts'
import { pointerTo } from '../../src/schema/pointer.ts'
import { SchemaReader as Reader } from '../../src/schema/schema-reader.ts'
import { keyword, type View } from '../../src/schema/schema-view.ts'
import type { Json } from '../http/reading.ts'
import { DocumentSchemas } from '../specification/schema.ts'

/** A schema in the form that samples are compared with. */
export interface Flat extends Pick<View, 'required'> {
  types: readonly string[]
  properties: Record<string, Json | false>
  items: Json | undefined
  keyword(name: string): unknown
  /** Has keywords that are not read (`oneOf`, `anyOf`, `if`). */
  opaque: boolean
}

const OPAQUE = ['oneOf', 'anyOf', 'if', 'not', 'patternProperties', 'prefixItems']
const COMPONENT = /^\/components\/schemas\/[^/]+$/

// Validators are compiled on first use, and kept for the next reader of the document.
const readers = new WeakMap<Json, SchemaReader>()

/** The reader of a document. */
export function readerOf(document: Json): SchemaReader {
  const reader = readers.get(document) ?? new SchemaReader(document)
  readers.set(document, reader)
  return reader
}

/** Reads the schemas of one document. */
export class SchemaReader {
  readonly #reader: Reader
  readonly #schemas: DocumentSchemas

  constructor(document: Json) {
    this.#reader = new Reader(document as JsonObject)
    this.#schemas = new DocumentSchemas(document)
  }

  flatten(schema: Json): Flat {
    const view = this.#reader.of([{ value: schema as JsonObject }])
    const items = view.items.at(-1)?.value
    return {
      types: view.types ?? [],
      properties: propertiesOf(view),
      required: view.required,
      items: isObject(items) ? items : undefined,
      keyword: (name) => keyword(view, name),
      opaque: view.parts.some(({ value }) => OPAQUE.some((name) => name in value)),
    }
  }

  allows(schema: Json, value: unknown): boolean {
    return this.#schemas.for(schema)(value)
  }
}

function propertiesOf({ parts }: View): Record<string, Json | false> {
  // Without a prototype: a member may have the name `constructor`.
  const properties: Record<string, Json | false> = Object.create(null)
  for (const { value, pointer = '', depth } of parts) {
    for (const [name, property] of Object.entries(objectOf(value.properties))) {
      if (properties[name] === false) continue
      // Inherited members stay with their component.
      const isInherited = depth > 1 && COMPONENT.test(pointer)
      properties[name] =
        isInherited && isObject(property) && property.$ref === undefined
          ? { $ref: `#${pointer}${pointerTo('properties', name)}` }
          : (property as Json | false)
    }
  }
  return properties
}
