import { type DocumentPart, documentParts } from '../../src/schema/document-parts.ts'
import { isObject, type JsonObject } from '../../src/schema/json.ts'

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

/**
 * Every node that claims something of the service, so that it must have a source. A reference is no claim, its
 * target is; but a property that refers to a schema claims that the property exists.
 */
export function claims(document: JsonObject): DocumentPart[] {
  return documentParts(document).filter(
    ({ kind, node }) => CLAIMS.includes(kind) && (node.$ref === undefined || kind === 'property'),
  )
}

/** The object at `path`; empty where there is none, so that callers need not ask at every step. */
export function at(value: unknown, ...path: string[]): JsonObject {
  const found = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value)
  if (Array.isArray(found)) return Object.fromEntries(found.entries())
  return isObject(found) ? found : {}
}
