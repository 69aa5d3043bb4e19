import type { Control } from '../../client/session.ts'
import { type Proxied, proxiedOf } from './proxied.ts'

export type LoggedRequest = Control['LoggedRequest']

/** A logged request in the list. Headers and bodies are loaded when it is opened: ten thousand of them would take
hundreds of megabytes. */
export type Row = Omit<LoggedRequest, 'request' | 'response' | 'validation'> & {
  sequence: number
  valid: boolean | null
  /** Undefined in a sandbox that is no proxy. */
  proxied: Proxied | undefined
}

/** The most rows of a page; the oldest are dropped. */
export const MOST_ROWS = 10_000

export function rowOf({ request, response, validation, ...row }: LoggedRequest): Row {
  return {
    ...row,
    sequence: sequenceOf(row.id),
    valid: validation?.valid ?? null,
    proxied: proxiedOf(response.headers),
  }
}

/** The order in which requests ended. */
export function sequenceOf(id: string) {
  return Number(id.slice(id.indexOf('_') + 1))
}

/**
 * Adds new rows, the oldest first, on top. Skips rows that are already there, because a page and the stream may overlap.
 * @returns `left`: the number of dropped old rows.
 */
export function withNewer(
  rows: readonly Row[],
  came: readonly Row[],
  most: number = MOST_ROWS,
): { rows: readonly Row[]; left: number } {
  let newest = rows[0]?.sequence ?? 0
  const fresh: Row[] = []
  for (const row of came) {
    if (row.sequence <= newest) continue
    newest = row.sequence
    fresh.push(row)
  }
  if (fresh.length === 0) return { rows, left: 0 }
  return capped([...fresh.reverse(), ...rows], most)
}

/** Adds older rows below, the newest first. */
export function withOlder(rows: readonly Row[], page: readonly Row[], most: number = MOST_ROWS) {
  const oldest = rows.at(-1)?.sequence ?? Number.POSITIVE_INFINITY
  return capped([...rows, ...page.filter(({ sequence }) => sequence < oldest)], most)
}

function capped(rows: readonly Row[], most: number) {
  return { rows: rows.slice(0, most), left: Math.max(0, rows.length - most) }
}
