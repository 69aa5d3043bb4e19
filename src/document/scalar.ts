import type { JsonObject } from './json.ts'

/**
 * The value that a parameter or a header holds as text, where it looks like what its schema wants. What
 * does not stays text, left for validation to name.
 */
export function readScalar(value: string, schema: JsonObject): unknown {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  if (isNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (schema.type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
