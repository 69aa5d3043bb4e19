/** @typedef {import('./session.js').Control['LoggedRequest']} LoggedRequest */

/**
 * @typedef {Omit<LoggedRequest, 'request' | 'response' | 'validation'> & { sequence: number, valid: boolean | null }} Row
 *   What the list shows of a logged request. Headers and bodies are asked for when it is opened: ten thousand of them
 *   would take hundreds of megabytes.
 */

/** Rows that a page keeps; the oldest are let go. */
export const MOST_ROWS = 10_000

/**
 * @param {LoggedRequest} logged
 * @returns {Row}
 */
export function rowOf({ request, response, validation, ...row }) {
  return { ...row, sequence: sequenceOf(row.id), valid: validation?.valid ?? null }
}

/** In which order requests ended. @param {string} id */
export function sequenceOf(id) {
  return Number(id.slice(id.indexOf('_') + 1))
}

/**
 * Puts those that came on top of what is there, the newest first. What is there already is not taken twice: a page and the
 * stream may both tell it.
 *
 * @param {readonly Row[]} rows
 * @param {readonly Row[]} came The oldest first, as they come.
 * @param {number} [most]
 * @returns {{ rows: readonly Row[], left: number }} `left`: how many were let go at the other end.
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

/**
 * Puts a page of older ones below what is there.
 *
 * @param {readonly Row[]} rows
 * @param {readonly Row[]} page The newest first, as the list has them.
 * @param {number} [most]
 * @returns {{ rows: readonly Row[], left: number }}
 */
export function withOlder(rows, page, most = MOST_ROWS) {
  const oldest = rows.at(-1)?.sequence ?? Number.POSITIVE_INFINITY
  return capped([...rows, ...page.filter(({ sequence }) => sequence < oldest)], most)
}

/** @param {readonly Row[]} rows @param {number} most */
function capped(rows, most) {
  return { rows: rows.slice(0, most), left: Math.max(0, rows.length - most) }
}
