import { isObject, type Json, type JsonObject } from './json.ts'

export interface Located {
  /** JSON Pointer to it in the document, after references. */
  pointer: string
  value: JsonObject
}

/** The object at a JSON Pointer, references followed; undefined when there is none. */
export function resolvePointer(document: JsonObject, pointer: string): Located | undefined {
  const value = valueAt(document, pointer)
  if (!isObject(value)) return undefined
  const { $ref } = value
  return typeof $ref === 'string' ? resolvePointer(document, $ref.slice(1)) : { pointer, value }
}

/** What stands at a JSON Pointer, be it a reference; undefined when there is nothing. */
export function valueAt(document: Json, pointer: string): Json | undefined {
  return namesIn(pointer).reduce<Json | undefined>(childOf, document)
}

/** The member of an object or the entry of an array that has this name. */
export function childOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A pointer made of names as they are. */
export function pointerTo(...steps: string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The names that a pointer is made of, as they are. */
export function namesIn(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Whether one of two pointers leads to the other, or to the same place. */
export function meet(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}
