import { parsedUrl } from '../../src/text/url.ts'
import type { OperationId } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { operations } from '../specification/documents.ts'

/** The target of a request, below the API root. */
export interface Route {
  /** Path without the query. */
  path: string
  query: URLSearchParams
  operation?: OperationId
  /** The id of a campaign in the path, decoded. */
  id?: string
  /** Whether the specification has the path, with any method. */
  isKnownPath: boolean
}

const TEMPLATES = operations.map((each) => ({
  ...each,
  pattern: new RegExp(`^${each.path.replace('{id}', '([^/]+)')}$`),
}))

/** The route of a request; undefined outside of the API root. */
export function routeOf({ method, url }: Exchange, baseUrl: string): Route | undefined {
  const address = url.startsWith(`${baseUrl}/`) ? parsedUrl(url) : undefined
  if (!address) return undefined
  const [path = ''] = url.slice(baseUrl.length).split(/[?#]/)
  const known = TEMPLATES.filter(({ pattern }) => pattern.test(path))
  const found = known.find((each) => each.method === method)
  const id = found?.pattern.exec(path)?.[1]
  return {
    path,
    query: address.searchParams,
    ...(found && { operation: found.operation }),
    ...(id !== undefined && { id: decoded(id) }),
    isKnownPath: known.length > 0,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
