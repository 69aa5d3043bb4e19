import { parametersOf } from '../../../schema/operations.ts'
import type { ApiDocument, DocumentNode } from './document.ts'
import type { Envelope } from './http.ts'

/** The largest depth of the rows, as in `data.result.items`. */
const MOST_LEVELS = 3

/** The rows in the `data` of a response. An overlay may nest them below other names. */
export function rowsOf(data: unknown): unknown[] {
  let level = [data]
  for (let depth = 0; depth <= MOST_LEVELS; depth++) {
    const rows = level.find((value) => Array.isArray(value))
    if (rows !== undefined) return rows
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return []
}

/** `total`: the number of all rows, as far as it is known. */
type ListPage = { rows: unknown[]; total: number }

/** A page of a list, requested as the document says (`x-paging`). The first `page` is 0. */
export function listPage(
  api: ApiDocument,
  path: string,
  { page, size: wished }: { page: number; size: number },
): { query: Record<string, number>; read: (answer: Envelope) => ListPage } {
  const paging = api.paths?.[path]?.get?.['x-paging'] ?? OWN_PAGING
  const limit: DocumentNode = parametersOf(api, { method: 'get', path }).find(
    ({ value }) => value.name === paging.size,
  )?.value.schema
  const most = limit?.maximum
  const size = Math.min(wished, most ?? wished)
  const sized = paging.size === undefined ? {} : { [paging.size]: size }
  const positions: Record<string, number> = {
    offset: page * size,
    page: page + (paging.first ?? 1),
  }
  const position = positions[paging.style]
  if (position !== undefined) {
    const read = ({ data, meta }: Envelope) => {
      const rows = rowsOf(data)
      const seen = page * size + rows.length
      // Without a total, another page may follow a full one.
      return { rows, total: meta?.pagination?.total ?? (rows.length < size ? seen : seen + 1) }
    }
    return { query: { ...sized, [paging.position]: position }, read }
  }
  // A cursor leads only to the next page, so the first one is shown.
  const [query, first] = paging.style === 'none' ? [{}, page * size] : [sized, 0]
  const read = ({ data }: Envelope) => {
    const rows = rowsOf(data)
    return { rows: rows.slice(first, first + size), total: rows.length }
  }
  return { query, read }
}

const OWN_PAGING = { style: 'offset', size: 'limit', position: 'offset' }
