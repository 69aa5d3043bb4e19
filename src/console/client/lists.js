import { apiDocument, resolved } from './document.js'

/** @typedef {import('./document.js').ApiDocument} ApiDocument */

/** How deep the rows of a list may lie: `data.result.items`. */
const MOST_LEVELS = 3

/**
 * The rows of a list. An overlay may have them stand below other names than `data` itself.
 *
 * @param {any} data Of the answer.
 * @returns {any[]}
 */
export function rowsOf(data) {
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

/**
 * @typedef {object} ListPage
 * @property {any[]} rows
 * @property {number} total How many rows there are, as far as can be told.
 */

/**
 * A page of a list, asked for as the document says that its pages are (`x-paging`).
 *
 * @param {ApiDocument} api
 * @param {string} path Of the operation, such as `/campaigns`.
 * @param {{ page: number, size: number }} wish `page`: from 0.
 * @returns {{ query: Record<string, number>, read: (answer: import('./http.js').Envelope) => ListPage }}
 */
export function listPage(api, path, { page, size: wished }) {
  const operation = api.paths?.[path]?.get ?? {}
  const paging = operation['x-paging'] ?? OWN_PAGING
  const most = (operation.parameters ?? [])
    .map((/** @type {any} */ parameter) => resolved(api, parameter))
    .find((/** @type {any} */ parameter) => parameter?.name === paging.size)?.schema?.maximum
  const size = Math.min(wished, most ?? wished)
  const sized = paging.size === undefined ? {} : { [paging.size]: size }
  switch (paging.style) {
    case 'offset':
      return { query: { ...sized, [paging.position]: page * size }, read: readPage(page, size) }
    case 'page':
      return {
        query: { ...sized, [paging.position]: page + (paging.first ?? 1) },
        read: readPage(page, size),
      }
    case 'none':
      return { query: {}, read: ({ data }) => pageOf(rowsOf(data), page, size) }
    default:
      // A cursor leads from one page to the next only; the first is shown.
      return { query: sized, read: ({ data }) => pageOf(rowsOf(data), 0, size) }
  }
}

/**
 * The rows of a list, as many as the API gives at once.
 *
 * @param {import('../hooks/sandbox.js').Sandbox['api']} api
 * @param {string} path Such as `campaigns`.
 * @param {AbortSignal} signal
 */
export async function manyRows(api, path, signal) {
  const { query } = listPage(await apiDocument(), `/${path}`, { page: 0, size: MANY })
  const { data } = await api('GET', path, { query, signal })
  return rowsOf(data)
}

/** As many as an account can have of webhooks or campaigns. */
const MANY = 1000
const OWN_PAGING = { style: 'offset', size: 'limit', position: 'offset' }

/** @param {any[]} rows @param {number} page @param {number} size @returns {ListPage} */
function pageOf(rows, page, size) {
  return { rows: rows.slice(page * size, (page + 1) * size), total: rows.length }
}

/**
 * @param {number} page
 * @param {number} size
 * @returns {(answer: import('./http.js').Envelope) => ListPage}
 */
function readPage(page, size) {
  return ({ data, meta }) => {
    const rows = rowsOf(data)
    const seen = page * size + rows.length
    // Where no total is told, a full page may be followed by another.
    return { rows, total: meta?.pagination?.total ?? (rows.length < size ? seen : seen + 1) }
  }
}
