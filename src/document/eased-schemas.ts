import { isObject, type Json, type JsonObject } from './json.ts'
import { operationsOf } from './methods.ts'
import { pointerTo, resolvePointer } from './pointer.ts'
import { SchemaViews } from './schema-view.ts'

/**
 * Takes away from `document` what its answers cannot keep to because of what else it says: an `x-time-format` in
 * which a time no longer has the `format` beside it, and what a replacing update empties.
 */
export function easeAnswers(document: JsonObject): void {
  easeTimes(document)
  allowEmptied(document)
}

function easeTimes(value: Json | undefined): void {
  if (isObject(value) && value['x-time-format'] !== undefined) delete value.format
  for (const child of isObject(value) || Array.isArray(value) ? Object.values(value) : []) {
    easeTimes(child)
  }
}

/** What an empty text or list breaks. */
const BOUNDS = ['minLength', 'minItems', 'pattern']

/**
 * Takes away what keeps members from being empty that a replacing update (`x-update: replace`) does not ask for. Bodies and answers share the schemas of members: what may not be sent empty is empty all
 * the same once it was not sent.
 */
function allowEmptied(document: JsonObject): void {
  const views = new SchemaViews(document)
  for (const { method, path, node } of operationsOf(document)) {
    if (node['x-update'] !== 'replace') continue
    const place = pointerTo('paths', path, method.toLowerCase(), 'requestBody')
    const content = resolvePointer(document, place)?.value.content
    const media = isObject(content) ? content['application/json'] : undefined
    if (!isObject(media) || media.schema === undefined) continue
    const body = views.of([media.schema])
    for (const [name, schemas] of body.members) {
      if (!body.required.has(name)) removeBounds(views.of(schemas).nodes)
    }
  }
}

function removeBounds(nodes: readonly JsonObject[]): void {
  for (const node of nodes) for (const name of BOUNDS) delete node[name]
}
