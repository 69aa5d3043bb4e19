import { isObject, type JsonObject } from './json.ts'
import { operationsOf } from './methods.ts'
import { pointerTo, resolvePointer } from './pointer.ts'
import { SchemaViews } from './schema-view.ts'

/** What an empty text or list breaks. */
const BOUNDS = ['minLength', 'minItems', 'pattern']

/**
 * Takes away from `document` what keeps members from being empty that a replacing update (`x-update: replace`)
 * does not ask for. Bodies and answers share the schemas of members: what may not be sent empty is empty all
 * the same once it was not sent.
 */
export function allowEmptied(document: JsonObject): void {
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
