/** A value as JSON and YAML documents hold it. */
export type Json = string | number | boolean | null | Json[] | JsonObject

export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
