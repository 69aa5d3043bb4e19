import type { Asked } from '../evidence/evidence.ts'
import { LIST_FORMS, type ListForm } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { encoded, rowsOf } from '../http/reading.ts'
import { completeness } from '../paging/hints.ts'

/** A filter by a list of values, which a query can write in several ways: §2 does not show which. */

const WRITTEN: Record<ListForm, (name: string, values: string[]) => string> = {
  '': (name, values) => values.map((value) => `${name}=${value}`).join('&'),
  '[]': (name, values) => values.map((value) => `${name}%5B%5D=${value}`).join('&'),
  ',': (name, values) => `${name}=${values.join('%2C')}`,
  '|': (name, values) => `${name}=${values.join('%7C')}`,
  JSON: (name, values) => {
    const array = values.map((value) => JSON.stringify(decodeURIComponent(value)))
    return `${name}=${encodeURIComponent(`[${array}]`)}`
  },
}

/** The query of a list in one of its forms. */
export function listQuery(form: ListForm, name: string, values: string[]): string {
  return WRITTEN[form](name, values.map(encoded))
}

/** The usual forms, the one that is known to work first. */
export function formsFrom(known: ListForm | undefined): ListForm[] {
  return known === undefined
    ? [...LIST_FORMS]
    : [known, ...LIST_FORMS.filter((each) => each !== known)]
}

/**
 * The effect of a filter on a server. `works`: only rows of the values, and of each that has some. `loose`: rows of other
 * values, but not of all. `partly`: only rows of the values, and not of each. `ignored`: rows of all values.
 */
export type Effect = 'works' | 'loose' | 'partly' | 'ignored' | 'empty'

export function effectOf(exchange: Exchange, shown: string[], asked: Asked): Effect {
  if (shown.length === 0) return asked.expected.length === 0 ? 'works' : 'empty'
  const isIn = (values: string[]) => (value: string) => values.some((each) => isLike(each, value))
  const isStrange = shown.some((value) => !isIn(asked.wanted)(value))
  if (!isStrange) return isCut(exchange) || asked.expected.every(isIn(shown)) ? 'works' : 'partly'
  return isCut(exchange) || asked.others.every(isIn(shown)) ? 'ignored' : 'loose'
}

/** Rows may be missing because they are on another page; most pages have a round number of rows. */
function isCut(exchange: Exchange): boolean {
  const said = completeness(exchange)
  return said === 'more' || (said === 'unknown' && (rowsOf(exchange)?.length ?? 0) % 10 === 0)
}

/** Whether two texts differ in upper and lower case at most. */
export function isLike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The texts of a member, each once. */
export function textsIn(rows: Record<string, unknown>[], member: string): string[] {
  return [...new Set(rows.map((row) => row[member]))].filter((each) => typeof each === 'string')
}
