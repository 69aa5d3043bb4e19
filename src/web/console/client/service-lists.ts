import type { paths } from '../../../../spec/generated/api.ts'
import { apiDocument } from './document.ts'
import type { Envelope } from './http.ts'
import { listPage } from './lists.ts'
import type { ServiceCall } from './service.ts'

/** Operations that list rows. */
export type ListPath =
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

export interface ListInput {
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

/** Like `readPage`, of a list whose newest rows are the last ones: the first page has these, in the order of the list. */
export async function readLatestPage<P extends ListPath>(
  api: ServiceCall,
  path: P,
  { page, size, ...input }: ListInput & { page: number; size: number },
): Promise<Rows<RowOf<P>>> {
  const first = await readPage(api, path, { ...input, page: 0, size })
  const end = Math.max(0, first.total - page * size)
  const start = Math.max(0, end - size)
  // A page from the end lies on two pages from the start.
  const pages = [Math.floor(start / size), Math.floor((end - 1) / size)]
  const rows: RowOf<P>[] = []
  for (const number of new Set(pages)) {
    const found = number === 0 ? first : await readPage(api, path, { ...input, page: number, size })
    rows.push(...found.rows)
  }
  const skipped = (pages[0] as number) * size
  return { rows: rows.slice(start - skipped, end - skipped), total: first.total }
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
