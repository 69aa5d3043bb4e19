import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject, listOf, objectOf } from '../../schema/json.ts'
import { valueAt } from '../../schema/pointer.ts'
import type { Change } from './changes.ts'
import type { Provenance } from './provenance.ts'

/**
 * The changes that would alter or remove what the provider states. A change where the provider is silent is none of
 * them, and neither is a new member: it is another assumption. `provenance` is that of the document before the changes.
 */
export function touchedFacts(
  before: JsonObject,
  changes: readonly Change[],
  provenance: Provenance,
): Change[] {
  return changes.filter((change) => touchesFact(before, change, provenance))
}

/** Whether the provider states the value at a pointer, so that only the provider can change it. */
export function isFact(pointer: string, provenance: Provenance): boolean {
  const statement = provenance.statement(pointer)
  if (statement === undefined) return false
  // An assumption may replace a statement that leaves a choice, such as that of a type.
  return isObject(statement) || isDeepStrictEqual(statement, provenance.original(pointer))
}

function touchesFact(
  before: JsonObject,
  { pointer, before: old, after }: Change,
  provenance: Provenance,
): boolean {
  if (excludesExample(pointer, after, provenance)) return true
  if (old === undefined) return isFactList(before, parentOf(pointer), provenance)
  if (!Array.isArray(old)) return isFact(pointer, provenance)
  if (!Array.isArray(after)) return provenance.statement(pointer) !== undefined
  if (isFactList(before, pointer, provenance)) return true
  return old.some(
    (entry, index) =>
      provenance.statement(`${pointer}/${index}`) !== undefined &&
      !after.some((kept) => isDeepStrictEqual(kept, entry)),
  )
}

/** Whether a change of the allowed values leaves out one that the provider gives as an example. */
function excludesExample(
  pointer: string,
  after: Json | undefined,
  provenance: Provenance,
): boolean {
  const allowed = /\/enum$/.test(pointer) ? after : /\/const$/.test(pointer) ? [after] : undefined
  if (!Array.isArray(allowed)) return false
  const { examples } = objectOf(provenance.statement(parentOf(pointer)))
  return listOf(examples).some(
    (example) => !allowed.some((each) => isDeepStrictEqual(each, example)),
  )
}

/** Whether the provider states a list of plain values to its end, such as the types of a campaign. */
function isFactList(document: JsonObject, pointer: string, provenance: Provenance): boolean {
  const list = valueAt(document, pointer)
  return Array.isArray(list) && !list.some(isObject) && isFact(pointer, provenance)
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'))
}
