import { isObject, type JsonObject } from './json.ts'
import { METHODS } from './operations.ts'
import { pointerTo } from './pointer.ts'

/** A node of an OpenAPI document, with the name that OpenAPI has for its kind. */
export interface DocumentPart {
  kind: string
  pointer: string
  node: JsonObject
}

const SCHEMA: Record<string, string> = {
  properties: '*property',
  ...each(['patternProperties', 'dependentSchemas', '$defs', 'prefixItems'], '*subschema'),
  ...each(['allOf', 'anyOf', 'oneOf'], '*subschema'),
  ...each(['items', 'contains', 'additionalProperties', 'not', 'if', 'then', 'else'], 'subschema'),
}

/** The kind of node at each key; with `*`, the kind of each entry. */
const SHAPE: Record<string, Record<string, string>> = {
  document: {
    info: 'top-level entry',
    paths: '*path',
    webhooks: '*path',
    components: 'components',
  },
  components: {
    securitySchemes: '*security scheme',
    parameters: '*parameter',
    headers: '*header',
    responses: '*response',
    requestBodies: '*body',
    schemas: '*schema',
  },
  path: {
    parameters: '*parameter',
    ...each(METHODS, 'operation'),
  },
  operation: { parameters: '*parameter', requestBody: 'body', responses: '*response' },
  parameter: { schema: 'subschema', content: '*media type' },
  header: { schema: 'subschema', content: '*media type' },
  response: { headers: '*header', content: '*media type' },
  body: { content: '*media type' },
  'media type': { schema: 'subschema' },
  schema: SCHEMA,
  subschema: SCHEMA,
  property: SCHEMA,
}

/** Every node of a document that OpenAPI has a name for, outer nodes first. */
export function documentParts(document: JsonObject): DocumentPart[] {
  const extensions = Object.keys(document).filter((key) => SHAPE.document?.[key] === undefined)
  const shape = { ...SHAPE.document, ...each(extensions, '*top-level entry') }
  return partsBelow(document, '', shape)
}

function partsBelow(parent: JsonObject, pointer: string, shape: Record<string, string>) {
  return Object.entries(shape).flatMap(([key, kind]): DocumentPart[] => {
    const path = pointer + pointerTo(key)
    const child = parent[key]
    if (!kind.startsWith('*')) return partsAt(child, path, kind)
    return Object.entries(typeof child === 'object' ? (child ?? {}) : {}).flatMap(([name, node]) =>
      partsAt(node, path + pointerTo(name), kind.slice(1)),
    )
  })
}

function partsAt(node: unknown, pointer: string, kind: string): DocumentPart[] {
  if (!isObject(node)) return []
  return [{ kind, pointer, node }, ...partsBelow(node, pointer, SHAPE[kind] ?? {})]
}

function each(keys: string[], kind: string): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, kind]))
}
