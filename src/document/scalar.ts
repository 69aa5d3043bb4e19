import type { JsonObject } from './json.ts'

/**
 * The value that a parameter or a header holds as text, where it looks like what its schema wants. What
 * does not stays text, left for validation to name.
 */
export function readScalar(value: string, schema: JsonObject): unknown {
  const types = [schema.type].flat()
  const isNumber = types.includes('integer') || types.includes('number')
  if (isNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
