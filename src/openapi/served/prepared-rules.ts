import type { JsonObject } from '../../schema/json.ts'
import type { RequestRules } from './request-rules.ts'

/** The rules of `document`, which has no overlay. */
export async function preparedRules(document: JsonObject): Promise<RequestRules> {
  const { rules } = await import('./packaged-rules.ts')
  const paths = document.paths as Record<string, JsonObject>
  // An earlier release has fewer operations.
  const operations = rules.operations.filter(
    ({ method, path }) => paths[path]?.[method.toLowerCase()] !== undefined,
  )
  return { ...rules, operations }
}
