/** @typedef {import('./session.js').Control['LoggedRequest']} LoggedRequest */

/**
 * @typedef {Omit<LoggedRequest, 'request' | 'response' | 'validation'> & { sequence: number, valid: boolean | null }} Row
 *   A logged request in the list. Headers and bodies are loaded when it is opened: ten thousand of them would take
 *   hundreds of megabytes.
 */

/** The most rows of a page; the oldest are dropped. */
export const MOST_ROWS = 10_000

/** @param {LoggedRequest} logged @returns {Row} */
export function rowOf({ request, response, validation, ...row }) {
  return { ...row, sequence: sequenceOf(row.id), valid: validation?.valid ?? null }
}

/** The order in which requests ended. @param {string} id */
export function sequenceOf(id) {
  return Number(id.slice(id.indexOf('_') + 1))
}

/**
 * Adds new rows, the oldest first, on top. Skips rows that are already there, because a page and the stream may overlap.
 * @param {readonly Row[]} rows @param {readonly Row[]} came @param {number} [most]
 * @returns {{ rows: readonly Row[], left: number }} `left`: the number of dropped old rows.
 */
export function withNewer(rows, came, most = MOST_ROWS) {
  let newest = rows[0]?.sequence ?? 0
  /** @type {Row[]} */
  const fresh = []
  for (const row of came) {
    if (row.sequence <= newest) continue
    newest = row.sequence
    fresh.push(row)
  }
  if (fresh.length === 0) return { rows, left: 0 }
  return capped([...fresh.reverse(), ...rows], most)
}

/** Adds older rows below, the newest first. @param {readonly Row[]} rows @param {readonly Row[]} page @param {number} [most] */
export function withOlder(rows, page, most = MOST_ROWS) {
  const oldest = rows.at(-1)?.sequence ?? Number.POSITIVE_INFINITY
  return capped([...rows, ...page.filter(({ sequence }) => sequence < oldest)], most)
}

/** @param {readonly Row[]} rows @param {number} most */
function capped(rows, most) {
  return { rows: rows.slice(0, most), left: Math.max(0, rows.length - most) }
}
