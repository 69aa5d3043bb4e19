import { isObject, type Json, type JsonObject } from './json.ts'

export interface Located {
  /** JSON Pointer to the value, after following references. */
  pointer: string
  value: JsonObject
}

/** The object at a JSON Pointer, with references followed; undefined if there is none. */
export function resolvePointer(
  document: JsonObject,
  pointer: string,
  followed: readonly string[] = [],
): Located | undefined {
  const value = valueAt(document, pointer)
  if (!isObject(value) || followed.includes(pointer)) return undefined
  const { $ref } = value
  if (typeof $ref !== 'string') return { pointer, value }
  return resolvePointer(document, pointerIn($ref), [...followed, pointer])
}

/** The pointer of a reference. It is part of a URI, so names may be percent-encoded (RFC 6901 §6). */
export function pointerIn($ref: string): string {
  return percentDecoded($ref.slice(1))
}

/** Decodes percent-encoding (RFC 3986 §2.1); returns a text with invalid encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The value at a JSON Pointer, which may be a reference; undefined if there is none. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  return namesIn(pointer).reduce<Json | undefined>(childOf, document)
}

/** The member of an object or the entry of an array with this name. */
export function childOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The pointer to these names, which it escapes. */
export function pointerTo(...steps: (string | number)[]): string {
  return steps
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
}

/** The unescaped names in a pointer. */
export function namesIn(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Whether two pointers are equal, or one contains the other. */
export function meet(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}
