import type { JsonObject } from '../src/document/json.ts'
import { isObject } from '../src/document/json.ts'
import { METHODS } from '../src/document/methods.ts'

/** A node of an OpenAPI document that must have a source. */
export interface Claim {
  kind: string
  pointer: string
  node: JsonObject
}

const CLAIMS = [
  'top-level entry',
  'operation',
  'parameter',
  'header',
  'response',
  'schema',
  'property',
  'security scheme',
]

const SCHEMA: Record<string, string> = {
  properties: '*property',
  ...each(['patternProperties', 'dependentSchemas', '$defs', 'prefixItems'], '*subschema'),
  ...each(['allOf', 'anyOf', 'oneOf'], '*subschema'),
  ...each(['items', 'contains', 'additionalProperties', 'not', 'if', 'then', 'else'], 'subschema'),
}

/** What stands below each kind of node: at a key one node or, with `*`, one for each entry. */
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

/**
 * Every node that claims something of the service. A reference is no claim, its target is; but a
 * property that refers to a schema claims that the property exists.
 */
export function claims(document: JsonObject): Claim[] {
  const extensions = Object.keys(document).filter((key) => SHAPE.document?.[key] === undefined)
  return claimsBelow(document, '', {
    ...SHAPE.document,
    ...each(extensions, '*top-level entry'),
  })
}

function claimsBelow(parent: JsonObject, pointer: string, shape: Record<string, string>): Claim[] {
  return Object.entries(shape).flatMap(([key, kind]) => {
    const path = `${pointer}/${pointerKey(key)}`
    if (!kind.startsWith('*')) return claimsAt(parent[key], path, kind)
    return Object.entries(children(parent[key])).flatMap(([entry, node]) =>
      claimsAt(node, `${path}/${pointerKey(entry)}`, kind.slice(1)),
    )
  })
}

function claimsAt(node: unknown, pointer: string, kind: string): Claim[] {
  if (!isObject(node)) return []
  const isClaim = CLAIMS.includes(kind) && (node.$ref === undefined || kind === 'property')
  return [
    ...(isClaim ? [{ kind, pointer, node }] : []),
    ...claimsBelow(node, pointer, SHAPE[kind] ?? {}),
  ]
}

/** The object at `path`; empty where there is none, so that callers need not ask at every step. */
export function at(value: unknown, ...path: string[]): JsonObject {
  const found = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value)
  return children(found)
}

/** An object as it is, an array by index, anything else as empty. */
function children(value: unknown): JsonObject {
  if (Array.isArray(value)) return Object.fromEntries(value.entries())
  return isObject(value) ? value : {}
}

function each(keys: string[], kind: string): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, kind]))
}

/** A key as a JSON Pointer spells it. */
function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
