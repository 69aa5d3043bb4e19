import type { paths } from '../../../../spec/generated/api.ts'
import { apiDocument } from './document.ts'
import type { Envelope } from './http.ts'
import { listPage } from './lists.ts'
import type { ServiceCall } from './service.ts'

/** Operations that list rows. */
type ListPath =
  | '/campaigns'
  | '/alerts'
  | '/alerts/{id}/history'
  | '/webhooks'
  | '/serp/rankings'
  | '/chat/mentions'

type Success<P extends ListPath> = paths[P]['get']['responses'][200]['content']['application/json']
/** A row of a list. */
export type RowOf<P extends ListPath> = Success<P>['data'][number]

export interface Rows<Row> {
  rows: Row[]
  /** The number of all rows, as far as the response says it. */
  total: number
}

interface ListInput {
  query?: Record<string, unknown>
  params?: Record<string, string>
  signal?: AbortSignal
}

/** A page of a list, requested as the served document says; the first one is 0. */
export async function readPage<P extends ListPath>(
  api: ServiceCall,
  path: P,
  { page, size, query = {}, ...input }: ListInput & { page: number; size: number },
): Promise<Rows<RowOf<P>>> {
  const paging = listPage(await apiDocument(), path, { page, size })
  const call = api as (method: string, path: string, input: ListInput) => Promise<Envelope>
  const page_ = paging.read(
    await call('GET', path, { ...input, query: { ...query, ...paging.query } }),
  )
  return page_ as Rows<RowOf<P>>
}

const PAGE = 1000

/** All rows of a list, up to `most`. */
export async function readAll<P extends ListPath>(
  api: ServiceCall,
  path: P,
  { most = PAGE, ...input }: ListInput & { most?: number } = {},
): Promise<Rows<RowOf<P>>> {
  const rows: RowOf<P>[] = []
  for (let page = 0; ; page++) {
    const found = await readPage(api, path, { ...input, page, size: Math.min(most, PAGE) })
    rows.push(...found.rows)
    if (found.rows.length === 0 || rows.length >= Math.min(found.total, most))
      return { rows, total: Math.max(found.total, rows.length) }
  }
}
