import { queryOf, type RequestFilter } from '../../client/request-query.ts'

/** The address of the requests screen, apart from the open request. */
export interface RequestsAddress {
  /** The search, such as `status:4xx "brand"`. */
  search: string
  /** Ids of selected requests. */
  selected: readonly string[]
  /** Whether two of them are compared. */
  isComparing: boolean
  /** The id of the request that the open one repeats. */
  original: string | undefined
}

/** Filters that links may name one by one: `#/requests?operation=listCampaigns`. */
const FILTERS = [
  'status',
  'operation',
  'method',
  'path',
  'key',
  'fault',
  'valid',
  'error',
  'text',
] as const

export function requestsAddress(query: URLSearchParams): RequestsAddress {
  const filter: RequestFilter = {}
  for (const name of FILTERS) {
    const value = query.get(name)
    if (value) filter[name] = value
  }
  const selected = (query.get('selected') ?? '').split(',').filter((id) => id !== '')
  return {
    search: query.get('q') ?? queryOf(filter),
    selected,
    isComparing: query.get('view') === 'compare' && selected.length === 2,
    original: query.get('of') ?? undefined,
  }
}

/** The query of an address; the names that it lacks are empty. */
export function queryOfAddress({
  search,
  selected,
  isComparing,
  original,
}: Partial<RequestsAddress>): Record<string, string | undefined> {
  return {
    q: search,
    selected: selected?.join(','),
    view: isComparing ? 'compare' : undefined,
    of: original,
  }
}
