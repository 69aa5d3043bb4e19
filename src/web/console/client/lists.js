import { apiDocument, resolved } from './document.js'

/** @import { Envelope } from './http.js' */
/** @import { Sandbox } from '../hooks/sandbox.js' */

/** @typedef {import('./document.js').ApiDocument} ApiDocument */

/** The largest depth of the rows, as in `data.result.items`. */
const MOST_LEVELS = 3

/** The rows in the `data` of a response. An overlay may nest them below other names. @param {any} data @returns {any[]} */
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

/** @typedef {{ rows: any[], total: number }} ListPage `total`: the number of all rows, as far as it is known. */

/**
 * A page of a list, requested as the document says (`x-paging`). The first `page` is 0.
 * @param {ApiDocument} api @param {string} path @param {{ page: number, size: number }} wish
 * @returns {{ query: Record<string, number>, read: (answer: Envelope) => ListPage }}
 */
export function listPage(api, path, { page, size: wished }) {
  const operation = api.paths?.[path]?.get ?? {}
  const paging = operation['x-paging'] ?? OWN_PAGING
  const most = (operation.parameters ?? [])
    .map((/** @type {any} */ parameter) => resolved(api, parameter))
    .find((/** @type {any} */ parameter) => parameter?.name === paging.size)?.schema?.maximum
  const size = Math.min(wished, most ?? wished)
  const sized = paging.size === undefined ? {} : { [paging.size]: size }
  /** @type {Record<string, number>} */
  const positions = { offset: page * size, page: page + (paging.first ?? 1) }
  const position = positions[paging.style]
  if (position !== undefined) {
    const read = (/** @type {Envelope} */ { data, meta }) => {
      const rows = rowsOf(data)
      const seen = page * size + rows.length
      // Without a total, another page may follow a full one.
      return { rows, total: meta?.pagination?.total ?? (rows.length < size ? seen : seen + 1) }
    }
    return { query: { ...sized, [paging.position]: position }, read }
  }
  // A cursor leads only to the next page, so the first one is shown.
  const [query, first] = paging.style === 'none' ? [{}, page * size] : [sized, 0]
  const read = (/** @type {Envelope} */ { data }) => {
    const rows = rowsOf(data)
    return { rows: rows.slice(first, first + size), total: rows.length }
  }
  return { query, read }
}

/** All rows of a list. @param {Sandbox['api']} api @param {string} path Such as `campaigns`. @param {AbortSignal} signal */
export async function manyRows(api, path, signal) {
  const { query } = listPage(await apiDocument(), `/${path}`, { page: 0, size: MANY })
  const { data } = await api('GET', path, { query, signal })
  return rowsOf(data)
}

/** More than an account has of webhooks or campaigns. */
const MANY = 1000
const OWN_PAGING = { style: 'offset', size: 'limit', position: 'offset' }
