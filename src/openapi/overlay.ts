import { jsonpath } from 'json-p3'
import { structuredClone } from '../node-globals.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { followed, withoutInnerReferences } from './following-members.ts'

/** One action of an OpenAPI Overlay: merges `update` into every node that `target` selects, or removes the node. */
export interface OverlayAction {
  /** A JSONPath (RFC 9535). */
  target: string
  description?: string
  update?: Json
  remove?: boolean
}

/** An OpenAPI Overlay 1.0 document. */
export interface Overlay {
  overlay: string
  info: { title: string; version: string }
  actions: OverlayAction[]
}

/** An overlay that cannot be applied. The message names the action and says how to fix it. */
export class OverlayError extends Error {
  override name = 'OverlayError'
}

/**
 * Returns `document` with the actions of `overlay` applied in order (Overlay 1.0 §4.4). Objects are merged
 * property by property. The entries of an array are appended to the array in the document, as Overlay 1.1
 * requires; 1.0 does not define this for nested arrays.
 *
 * The result has no references into a component (see `withoutInnerReferences`). The copies that replaced them take part in
 * the changes of what they follow.
 *
 * A target that selects nothing is an error. The specification allows it, but then a typo in a path would go
 * unnoticed, and the sandbox would differ from the server that the overlay describes.
 */
export function applyOverlay(document: JsonObject, overlay: Overlay): JsonObject {
  const problem = shapeProblem(overlay)
  if (problem) throw new OverlayError(problem)

  let result: Json = structuredClone(document)
  overlay.actions.forEach((action, index) => {
    result = applyAction(result, action, `actions[${index}] (${action.target})`)
  })
  return followed(document, withoutInnerReferences(result as JsonObject))
}

function applyAction(document: Json, action: OverlayAction, name: string): Json {
  const locations = select(document, action.target, name)
  if (locations.length === 0) {
    throw new OverlayError(`${name} selects nothing in the document; correct its target.`)
  }

  // In reverse order, so that removing an array entry does not move the entries that are removed after it.
  let result = document
  for (const location of locations.toReversed()) {
    result = action.remove
      ? removeAt(result, location, name)
      : mergeAt(result, location, action.update as Json, name)
  }
  return result
}

type Location = (string | number)[]

function select(document: Json, target: string, name: string): Location[] {
  try {
    return jsonpath.query(target, document).nodes.map((node) => node.location)
  } catch (error) {
    throw new OverlayError(
      `${name} is not a JSONPath by RFC 9535: ${(error as Error).message}. Correct its target.`,
    )
  }
}

function removeAt(document: Json, location: Location, name: string): Json {
  const key = location.at(-1)
  if (key === undefined) throw new OverlayError(`${name} would remove the whole document.`)

  const parent = nodeAt(document, location.slice(0, -1))
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete (parent as JsonObject)[key]
  return document
}

function mergeAt(document: Json, location: Location, update: Json, name: string): Json {
  const target = nodeAt(document, location)
  if (!isObject(target) && !Array.isArray(target)) {
    throw new OverlayError(
      `${name} selects the value ${JSON.stringify(target)}; an update needs an object or an array. ` +
        'Select its parent and give the property there.',
    )
  }
  if (isObject(target) && !isObject(update)) {
    throw new OverlayError(`${name} selects an object, so its update must be an object.`)
  }
  // The update of an array is one new entry or a list of entries.
  merge(target, Array.isArray(target) && !Array.isArray(update) ? [update] : update)
  return document
}

function merge(target: JsonObject | Json[], update: Json): void {
  if (Array.isArray(target)) {
    target.push(...(structuredClone(update) as Json[]))
    return
  }
  for (const [key, value] of Object.entries(update as JsonObject)) {
    const present = Object.hasOwn(target, key) ? target[key] : undefined
    const bothObjects = isObject(present) && isObject(value)
    const bothArrays = Array.isArray(present) && Array.isArray(value)
    if (bothObjects || bothArrays) merge(present as JsonObject | Json[], value)
    else target[key] = structuredClone(value)
  }
}

function nodeAt(document: Json, location: Location): Json {
  return location.reduce<Json>((node, key) => (node as JsonObject)[key] as Json, document)
}

function shapeProblem(overlay: Overlay): string | undefined {
  if (!isObject(overlay as unknown as Json))
    return 'An overlay must be an object with "overlay: 1.0.0".'
  if (!/^1\.\d+\.\d+$/.test(String(overlay.overlay))) {
    return `"overlay" must be a version of Overlay 1, such as "1.0.0"; found ${JSON.stringify(overlay.overlay)}.`
  }
  // An empty list, which the standard does not allow, is how a file says that a server no longer differs.
  if (!Array.isArray(overlay.actions)) return '"actions" must be a list.'
  for (const [index, action] of overlay.actions.entries()) {
    if (typeof action?.target !== 'string')
      return `actions[${index}] lacks a "target" (a JSONPath).`
    if (action.remove !== true && action.update === undefined) {
      return `actions[${index}] (${action.target}) needs "update" or "remove: true".`
    }
  }
  return undefined
}
