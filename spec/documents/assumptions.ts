import { applyOverlay, type Overlay } from '../../src/openapi/overlay.ts'
import { changesBetween } from '../../src/openapi/provenance/changes.ts'
import { isObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import { METHODS, operationsOf } from '../../src/schema/operations.ts'
import { meet, pointerTo, valueAt } from '../../src/schema/pointer.ts'
import overlay from './overlay.ts'
import stated from './stated.ts'

/** One action of spec/assumptions.overlay.yaml, and what it changes. */
interface ListedAssumption {
  number: number
  target: string
  description: string
  sections: string[]
  operations: string[]
  pointers: string[]
}

/** The actions of the overlay, each with what it changes. */
const listed = listAssumptions(stated, overlay)
export default listed

/** The assumptions, each with its changes to the stated document. */
function listAssumptions(stated: JsonObject, assumptions: Overlay): ListedAssumption[] {
  const places = placesByOperation(applyOverlay(stated, assumptions))
  let document = stated
  return assumptions.actions.map((action, index) => {
    const before = document
    document = applyOverlay(before, { ...assumptions, actions: [action] })
    const pointers = changesBetween(before, document).map(({ pointer }) => pointer)
    const description = (action.description ?? '').replace(/\s+/g, ' ').trim()
    return {
      number: index + 1,
      target: action.target,
      description,
      sections: citedSections(description),
      operations: [...places]
        .filter(([, reached]) => reached.some((one) => pointers.some((other) => meet(one, other))))
        .map(([id]) => id),
      pointers,
    }
  })
}

/** The sections of the interface specification that a text names, each once; those of an RFC do not count. */
export function citedSections(text: string): string[] {
  return [...new Set(text.match(/(?<!RFC \d+ ?)§\d+(\.\d+)*/g))]
}

/** For each operation, by its operationId, the places in the document that describe it, references followed. */
function placesByOperation(document: JsonObject): Map<string, string[]> {
  return new Map(
    operationsOf(document).map(({ id, path, method }) => {
      const item = pointerTo('paths', path)
      const shared = Object.keys(valueAt(document, item) as JsonObject)
        .filter((name) => !METHODS.includes(name))
        .map((name) => item + pointerTo(name))
      const places = new Set([item + pointerTo(method.toLowerCase()), ...shared])
      // The loop also visits the places that it adds.
      for (const place of places) {
        for (const reference of referencesIn(valueAt(document, place))) places.add(reference)
      }
      return [String(id), [...places]]
    }),
  )
}

function referencesIn(value: Json | undefined): string[] {
  if (!isObject(value) && !Array.isArray(value)) return []
  const { $ref, 'x-follows': followed } = value as JsonObject
  const own = [$ref, followed].flatMap((each) =>
    typeof each === 'string' && each.startsWith('#/') ? [each.slice(1)] : [],
  )
  return [...own, ...Object.values(value).flatMap((child) => referencesIn(child))]
}
