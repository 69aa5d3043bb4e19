/**
 * How servers page their lists, as far as the suite knows: §4 recommends paging, and shows no parameters. A server that
 * pages in another way needs a line here.
 */

/** Parameters for the rows of a page, the usual ones first. */
export const SIZES = ['limit', 'per_page', 'page_size', 'pageSize', 'size', 'maxResults', 'perPage']
/** Parameters for the rows to pass over. */
export const OFFSETS = ['offset', 'skip', 'start']
/** Parameters for the number of a page. */
export const NUMBERS = ['page', 'pageNumber', 'page_number', 'p']

/** Positions that no list has, or no page. */
export const AFTER_ALL = [99_999, 99_998]
export const TOO_LARGE = [100_000, 99_999]

/** Queries of a second page, or of a page with more rows. `{n}` are the rows of the first. */
export const FURTHER = [
  ...['page=2', 'offset={n}', 'limit=100', 'per_page=100', 'page_size=100', 'skip={n}'],
  ...['pageNumber=2', 'pageSize=100', 'page%5Bnumber%5D=2'],
]

/** The query for a page of a server that lists nothing without one. */
export function neededQuery(number: number): string {
  return [
    ...['page', 'pageNumber', 'page%5Bnumber%5D'].map((name) => `${name}=${number}`),
    ...['limit', 'per_page', 'page_size', 'pageSize', 'page%5Bsize%5D'].map((name) => `${name}=50`),
  ].join('&')
}

/** The query for the page of a number, where a page has `size` rows. */
type PageQuery = (size: number, number: number) => string

/** Queries that name the size; `number` is from 0. */
export const SIZED: PageQuery[] = [
  (size, number) => `limit=${size}&offset=${size * number}`,
  (size, number) => `page=${number + 1}&per_page=${size}`,
  (size, number) => `page=${number + 1}&limit=${size}`,
  (size, number) => `page=${number + 1}&page_size=${size}`,
]

/** Queries for pages of the server's own size; `number` is from 1. If pages are numbered from 0, the first of them is the second. */
export const UNSIZED: PageQuery[] = [
  (_, number) => `page=${number}`,
  (size, number) => `offset=${size * number}`,
  (size, number) => `skip=${size * number}`,
  (size, number) => `page=${number}&per_page=${size}`,
  (_, number) => `pageNumber=${number}`,
]
