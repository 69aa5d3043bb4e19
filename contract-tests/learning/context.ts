import { isObject, type JsonObject, objectOf } from '../../src/schema/json.ts'
import { pointerTo } from '../../src/schema/pointer.ts'
import { SchemaReader as Reader } from '../../src/schema/schema-reader.ts'
import { keyword, type View } from '../../src/schema/schema-view.ts'
import { isSecretName, SECRET_NAME, SECRET_VALUE } from '../../src/text/secrets.ts'
import type { Json } from '../http/reading.ts'
import { DocumentSchemas } from '../specification/schema.ts'
import { FEWEST, type NotLearned, ONCE, type Seen } from './lesson.ts'

/** Objects of a component, from all operations that show it. */
export interface Records {
  component: string
  values: Json[]
}

/** Facts about the samples. */
export interface Context {
  reader: SchemaReader
  /** Components with a learned schema: references to them are right. */
  settled?: Set<string>
  /** Records that several operations may show. */
  records?: Records[]
  isPrivate: (text: string) => boolean
  /** Levels of members around the samples. */
  depth?: number
  /** Called for a member whose samples are of several kinds. */
  onDisagreement?: (member: string, kinds: string[]) => void
  /** The member of the samples, and those around it. */
  path?: string[]
  /** Called for a new member that was shown too seldom, which is left out. Without it, every member is learned. */
  onSeldom?: (path: string[]) => unknown
  /** Called for the objects of each component. */
  onComponent?: (name: string, values: Json[]) => void
}

/** The context of all samples. */
export function contextOf({ document, evidence }: Pick<Seen, 'document' | 'evidence'>): Context {
  return {
    reader: readerOf(document),
    isPrivate: (text) =>
      text.includes(evidence.settings.runId) ||
      text.includes('svc_') ||
      SECRET_VALUE.test(text) ||
      SECRET_NAME.test(text),
  }
}

/** The context of a member. Secrets and ids never become examples. */
export function within(around: Context, name: string): Context {
  const path = [...(around.path ?? []), ...(name ? [name] : [])]
  const context = { ...around, path, depth: (around.depth ?? 0) + 1 }
  return isSecretName(name) || /(^|_)id$|Id$/.test(name)
    ? { ...context, isPrivate: () => true }
    : context
}

/** Whether a new member was shown often enough to be believed; if not, reports it. */
export function isBelieved(shown: unknown[], name: string, context: Context): boolean {
  const { onSeldom, path = [] } = context
  if (!onSeldom || shown.length >= FEWEST) return true
  onSeldom([...path, name])
  return false
}

/** Collects new members that were shown too seldom; `of` names their owner. */
export function noteSeldom(of: string) {
  const seldom = new Set<string>()
  const asUnlearned = (member: string) => ({ what: `the member ${member} of ${of}`, why: ONCE })
  return {
    onSeldom: (path: string[]) => seldom.add(path.join('.')),
    notLearned: (): NotLearned[] => [...seldom].map(asUnlearned),
  }
}

/**
 * A member that was shown too seldom here may be believed if the objects are records of a component that shows it.
 * Such objects have all members that the records always have, and none that they never have.
 */
export function memberOfRecord(
  objects: Json[],
  name: string,
  { reader, records = [] }: Context,
): { known?: Json } | undefined {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const found = records.find(({ values }) => {
    const shown = new Set(values.flatMap((value) => Object.keys(value)))
    const always = [...shown].filter((each) => values.every((value) => Object.hasOwn(value, each)))
    return (
      [...names].every((each) => shown.has(each)) &&
      objects.every((object) => always.every((each) => Object.hasOwn(object, each))) &&
      values.filter((value) => Object.hasOwn(value, name)).length >= FEWEST
    )
  })
  if (!found) return undefined
  const { properties } = reader.flatten({ $ref: `#/components/schemas/${found.component}` })
  return properties[name] ? { known: properties[name] } : {}
}

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
