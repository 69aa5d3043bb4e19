import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json } from '../../schema/json.ts'
import { childOf, pointerTo } from '../../schema/pointer.ts'

/** A place at which two documents differ, with the value of each that has one. */
export interface Change {
  pointer: string
  before?: Json
  after?: Json
}

/**
 * The changes from `before` to `after`, at the innermost places that have a name. An array is one change as a
 * whole, unless entries were only added at its end or changed in their places.
 */
export function changesBetween(
  before: Json | undefined,
  after: Json | undefined,
  pointer = '',
): Change[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) =>
      changesBetween(childOf(before, name), childOf(after, name), pointer + pointerTo(name)),
    )
  }
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    if (isDeepStrictEqual(before, after.slice(0, before.length))) {
      return after
        .slice(before.length)
        .map((entry, index) => ({ pointer: `${pointer}/${before.length + index}`, after: entry }))
    }
    if (before.length === after.length && [...before, ...after].every(isObject)) {
      return before.flatMap((entry, index) =>
        changesBetween(entry, after[index], `${pointer}/${index}`),
      )
    }
  }
  return [
    {
      pointer,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    },
  ]
}
