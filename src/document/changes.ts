import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json } from './json.ts'
import { pointerTo } from './pointer.ts'

/** A place at which two documents differ, with what stands there in each that has something there. */
export interface Change {
  pointer: string
  before?: Json
  after?: Json
}

/**
 * What `after` differs in from `before`, at the innermost places that have a name of their own. An array is one
 * change as a whole, unless entries were only added at its end: that is all that a place in it can tell.
 */
export function changesBetween(
  before: Json | undefined,
  after: Json | undefined,
  pointer = '',
): Change[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) =>
      changesBetween(memberOf(before, name), memberOf(after, name), pointer + pointerTo(name)),
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

function memberOf(object: Record<string, Json | undefined>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
