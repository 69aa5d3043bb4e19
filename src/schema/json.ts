/** A value as JSON and YAML documents hold it. */
export type Json = string | number | boolean | null | Json[] | JsonObject

export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy of a value in which `change` replaces each object, outer objects first. */
export function mapObjects<T extends Json | undefined>(
  value: T,
  change: (object: JsonObject) => JsonObject,
): T {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change)) as never
  if (!isObject(value)) return value
  const members = Object.entries(change(value))
  return Object.fromEntries(
    members.map(([name, child]) => [name, mapObjects(child, change)]),
  ) as never
}

/** The object without the members for which `isLeftOut` is true. */
export function without(
  object: JsonObject,
  isLeftOut: (name: string, value: Json | undefined) => boolean,
): JsonObject {
  return Object.fromEntries(Object.entries(object).filter((each) => !isLeftOut(...each)))
}

/** The value if it is an object, else an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The value if it is a list, else an empty list. */
export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}

/**
 * Converts the text of a parameter or a header to the type of its schema. A text that does not fit stays a text,
 * which validation reports.
 */
export function readScalar(value: string, schema: JsonObject): unknown {
  const types = [schema.type].flat()
  const isNumber = types.includes('integer') || types.includes('number')
  if (isNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
