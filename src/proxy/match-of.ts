import type { Match, Router } from '../openapi/served/router.ts'
import { splitUrl, withoutTrailingSlash } from '../pipeline/routing.ts'

/**
 * The operation for a method and a path and query below the API root, as the document has it. Undefined without one, and
 * for a broken percent escape, which is for the upstream to judge.
 */
export function operationMatchOf(
  router: Router,
  method: string,
  apiPath: string,
): Extract<Match, { operation: unknown }> | undefined {
  try {
    const match = router.match(method, withoutTrailingSlash(splitUrl(apiPath).path))
    return match && 'operation' in match ? match : undefined
  } catch {
    return undefined
  }
}
